"""What every room of the app stands on: the compiled handbook and trees, common words, forms, folders, work set aside."""
