"""The command-line programs: mlirlite-opt, mlirlite-translate, mlirlite-compile, mlirlite-run."""
