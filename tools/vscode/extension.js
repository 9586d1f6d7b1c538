// Starts mlirlite-lsp-server for .mlir files; everything else is the server's.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("mlirlite");
  client = new LanguageClient(
    "mlirlite",
    "mlirlite",
    { command: settings.get("server"), args: [] },
    {
      documentSelector: [{ language: "mlir" }],
      initializationOptions: { plugins: settings.get("plugins") },
      // Saved plugins are read again.
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.py") },
    }
  );
  return client.start();
};

exports.deactivate = () => (client ? client.stop() : undefined);
