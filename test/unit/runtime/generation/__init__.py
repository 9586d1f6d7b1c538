"""Language models in a folder, and how they go on."""
