-- How to start the server. Neovim 0.11 and newer read this file themselves (:help lsp-config);
-- lua/graphfence/init.lua reads it for the older ones.
return {
  cmd = { 'graphfence', 'server' },
  filetypes = { 'python' },
  root_markers = { 'graphfence.toml', 'pyproject.toml', '.git' },
  settings = {},
}
