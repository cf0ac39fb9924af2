"""Reading the law: what is found, quoted, noted and listed of the texts, apart from how it is shown."""
