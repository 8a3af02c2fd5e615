-- Runs inside a real Neovim (0.7 or newer) that run.sh has started with editors/nvim on its runtime path.
-- Knows no rule by name: it takes the first finding on an add_loss and the preferred fix, else the first.
local failed = 0

local function check(name, condition, detail)
  if not condition then
    failed = failed + 1
  end
  detail = detail ~= nil and ': ' .. tostring(detail):gsub('%s*\n%s*', ' | ') or ''
  io.stdout:write((condition and 'ok ' or 'FAIL ') .. name .. detail .. '\n')
  io.stdout:flush()
  return condition
end

local function wait(milliseconds, condition)
  return vim.wait(milliseconds, condition, 20)
end

local function client()
  for _, each in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if each.name == 'graphfence' then
      return each
    end
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function code_of(diagnostic)
  return diagnostic.code or vim.tbl_get(diagnostic, 'user_data', 'lsp', 'code')
end

-- The finding under test: the first one whose range covers the name add_loss.
local function find(code)
  for _, each in ipairs(vim.diagnostic.get(0)) do
    local line = vim.api.nvim_buf_get_lines(0, each.lnum, each.lnum + 1, false)[1] or ''
    local covered = line:sub(each.col + 1, each.end_lnum == each.lnum and each.end_col or -1)
    if code == nil and covered:find('add_loss', 1, true) or code ~= nil and code_of(each) == code then
      return each, covered
    end
  end
end

local function messages()
  return table.concat(vim.tbl_map(function(each)
    return each.message
  end, vim.diagnostic.get(0)), ' | ')
end

-- The real command; its menu is answered here. 0.7 passes {client_id, action}, later ones { action = ... }.
local function apply_fix(finding)
  local picked
  vim.ui.select = function(items, _, choose)
    local index = 1
    for i, item in ipairs(items) do
      if (item.action or item[2]).isPreferred then
        index = i
        break
      end
    end
    picked = (items[index].action or items[index][2]).title
    choose(items[index], index)
  end
  local before = text()
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
  vim.lsp.buf.code_action()
  local changed = wait(20000, function()
    return text() ~= before
  end)
  return changed, picked
end

local function open(path)
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  wait(20000, function()
    return find() ~= nil
  end)
  return find()
end

local function fix_and_see_it_go(name)
  local finding = find()
  if not check(name .. ': finding', finding, messages()) then
    return
  end
  local code = code_of(finding)
  local changed, title = apply_fix(finding)
  check(name .. ': code action changed the buffer', changed, title)
  check(name .. ': finding gone after the fix', wait(20000, function()
    return find(code) == nil
  end), messages())
  return code
end

local function hover()
  vim.lsp.buf.hover()
  local window
  check('hover window', wait(20000, function()
    for _, each in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(each).relative ~= '' then
        window = each
      end
    end
    return window ~= nil
  end))
  if window then
    local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    check('hover has text', #vim.trim(shown) > 0, shown)
    vim.api.nvim_win_close(window, true)
  end
end

local function copy_of(file, name, change)
  local source = assert(io.open(file, 'rb'))
  local content = change(source:read('*a'))
  source:close()
  local path = vim.fn.fnamemodify(file, ':h') .. '/' .. name
  local target = assert(io.open(path, 'wb'))
  target:write(content)
  target:close()
  return path
end

local function plain_file(file)
  local finding = open(file)
  check('started by opening the file', client())
  if not check('diagnostic', finding, messages()) then
    return
  end
  check('diagnostic has a code', code_of(finding), code_of(finding))
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
  hover()
  local code = fix_and_see_it_go('plain')
  vim.cmd('silent! undo')
  return check('finding back after undo', wait(20000, function()
    return find(code) ~= nil
  end), messages())
end

-- Two characters of four bytes (two UTF-16 units) before the finding: the squiggle must still sit on the name.
local function astral_characters(file)
  local path = copy_of(file, 'astral.py', function(content)
    local changed, times = content:gsub('self%.add_loss', 'note = "\240\159\153\130\240\157\155\188"; self.add_loss', 1)
    assert(times == 1)
    return changed
  end)
  local finding, covered = open(path)
  if not check('astral: diagnostic', finding, messages()) then
    return
  end
  check('astral: range starts at the name', covered:match('^[%w_.]*add_loss') ~= nil, covered)
  fix_and_see_it_go('astral')
  check('astral: the characters are untouched', text():find('"\240\159\153\130\240\157\155\188"; self', 1, true))
end

local function windows_line_ends(file)
  local path = copy_of(file, 'crlf.py', function(content)
    return (content:gsub('\n', '\r\n'))
  end)
  local finding, covered = open(path)
  check('crlf: read as a DOS file', vim.bo.fileformat == 'dos')
  if not check('crlf: diagnostic', finding, messages()) then
    return
  end
  check('crlf: range starts at the name', covered:match('^[%w_.]*add_loss') ~= nil, covered)
  fix_and_see_it_go('crlf')
  check('crlf: no carriage return in the buffer', not text():find('\r', 1, true))
  vim.cmd('silent write')
  local written = assert(io.open(path, 'rb')):read('*a')
  local _, lines = written:gsub('\n', '')
  local _, windows = written:gsub('\r\n', '')
  check('crlf: every line end is still CRLF', lines > 0 and lines == windows, lines .. ' ' .. windows)
end

-- The server dies while the editor runs; the user restarts it and goes on.
local function killed_server(file)
  local path = copy_of(file, 'killed.py', function(content)
    return content
  end)
  if not check('killed: diagnostic', open(path), messages()) then
    return
  end
  local old = client().id
  local pids = vim.fn.systemlist({ os.getenv('GRAPHFENCE_TREE') .. '/tests/editors/server_pids.sh' })
  if not check('killed: one server runs', #pids == 1, table.concat(pids, ' ')) then
    return
  end
  vim.fn.system({ 'kill', '-KILL', pids[1] })
  check('killed: client gone', wait(20000, function()
    return client() == nil
  end))
  vim.diagnostic.reset()
  vim.cmd('GraphfenceRestart')
  check('killed: diagnostic after the restart', wait(20000, function()
    return find() ~= nil and client() ~= nil and client().id ~= old
  end), messages())
  fix_and_see_it_go('killed')
end

local function main()
  local file = assert(os.getenv('GRAPHFENCE_FILE'), 'started by run.sh')
  local version = vim.version()
  check('Neovim', true, ('%d.%d.%d'):format(version.major, version.minor, version.patch))
  if not plain_file(file) then
    return -- the other cases need what has just failed
  end
  astral_characters(file)
  windows_line_ends(file)
  killed_server(file)
  vim.lsp.stop_client((vim.lsp.get_clients or vim.lsp.get_active_clients)())
  check('server stopped', wait(20000, function()
    return client() == nil
  end))
  check('end of script', true)
end

-- Not at once: commands from the command line run before Neovim has finished starting, which no user can do.
vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    vim.schedule(function()
      local ok, message = pcall(main)
      if not ok then
        check('script', false, message)
      end
      vim.cmd(failed == 0 and 'qall!' or 'cquit!')
    end)
  end,
})
