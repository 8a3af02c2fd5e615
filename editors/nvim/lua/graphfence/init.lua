-- Neovim 0.11 starts servers from lsp/graphfence.lua by itself. This module does the same for 0.7 to 0.10 and adds a
-- restart that works in all of them.
local M = {}

local native = vim.lsp.config ~= nil and vim.lsp.enable ~= nil
local here = debug.getinfo(1, 'S').source:sub(2)
local config_file = vim.fn.fnamemodify(here, ':p:h:h:h') .. '/lsp/graphfence.lua'

--- lsp/graphfence.lua with the user's `vim.g.graphfence` on top (0.7 to 0.10; later ones have vim.lsp.config()).
local function config()
  return vim.tbl_deep_extend('force', dofile(config_file), vim.g.graphfence or {})
end

--- The nearest folder above the buffer's file that holds a marker; without one, the file's own folder.
local function root_of(bufnr, markers)
  local start = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':p:h')
  local dir = start
  while true do
    for _, marker in ipairs(markers) do
      local path = dir .. '/' .. marker
      if vim.fn.filereadable(path) == 1 or vim.fn.isdirectory(path) == 1 then
        return dir
      end
    end
    local parent = vim.fn.fnamemodify(dir, ':h')
    if parent == dir then
      return start
    end
    dir = parent
  end
end

local function is_running(client)
  return client ~= nil and not client.is_stopped()
end

--- id of our server per root. vim.lsp.start would reuse servers itself, but 0.7 does not have it.
local servers = {}

local function attach(bufnr)
  if vim.bo[bufnr].buftype ~= '' then
    return
  end
  local options = config()
  local root = root_of(bufnr, options.root_markers)
  if not is_running(vim.lsp.get_client_by_id(servers[root] or -1)) then
    if vim.fn.executable(options.cmd[1]) == 0 then
      vim.notify_once(
        ("graphfence: '%s' is not executable; install it or set vim.g.graphfence = { cmd = {...} }"):format(options.cmd[1]),
        vim.log.levels.WARN
      )
      return
    end
    servers[root] = vim.lsp.start_client(vim.tbl_extend('force', options, {
      name = 'graphfence',
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    }))
  end
  if servers[root] then
    vim.lsp.buf_attach_client(bufnr, servers[root])
  end
end

local function attach_open_buffers()
  local filetypes = config().filetypes
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.tbl_contains(filetypes, vim.bo[bufnr].filetype) then
      attach(bufnr)
    end
  end
end

function M.enable()
  if native then
    vim.lsp.enable('graphfence')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('graphfence', {}),
    pattern = config().filetypes,
    desc = 'Start graphfence',
    callback = function(event)
      attach(event.buf)
    end,
  })
  if vim.v.vim_did_enter == 1 then
    attach_open_buffers() -- loaded late, when their FileType is long past
  end
end

local function clients()
  local all = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return vim.tbl_filter(function(client)
    return client.name == 'graphfence'
  end, all)
end

--- Stops our servers, waits for them (at most two seconds, then they are killed) and starts them for the open buffers.
function M.restart()
  local stopping = clients()
  vim.lsp.stop_client(stopping)
  local gone = vim.wait(2000, function()
    return #clients() == 0
  end, 20)
  if not gone then
    vim.lsp.stop_client(clients(), true)
  end
  if native then
    -- enable() attaches to open buffers only when something changed.
    vim.lsp.enable('graphfence', false)
    vim.lsp.enable('graphfence', true)
  else
    servers = {}
    attach_open_buffers()
  end
end

return M
