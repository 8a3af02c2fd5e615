-- Starts graphfence for Python buffers, unless `vim.g.graphfence_autostart = false` was set before.
if vim.g.loaded_graphfence or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_graphfence = true

if vim.g.graphfence_autostart ~= false then
  require('graphfence').enable()
end

vim.api.nvim_create_user_command('GraphfenceRestart', function()
  require('graphfence').restart()
end, { desc = 'Stop every graphfence server and start it again for the open Python buffers' })
