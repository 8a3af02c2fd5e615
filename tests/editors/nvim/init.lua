-- The configuration of a user who has put editors/nvim on the runtime path and nothing else.
vim.opt.runtimepath:append(assert(os.getenv('GRAPHFENCE_TREE'), 'started by run.sh') .. '/editors/nvim')
