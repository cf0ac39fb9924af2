"""What trainees learn from: questions made from the law, the trees and the rule functions; practice; scenarios."""
