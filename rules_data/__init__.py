"""The law texts as data: models, loader, importer, cross-references, layers, and the compiled handbook."""
