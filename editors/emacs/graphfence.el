;;; graphfence.el --- Find mistakes at the border of TensorFlow graphs  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "26.3"))
;; Keywords: languages, tools

;;; Commentary:

;; Registers the graphfence language server for Python with eglot and with
;; lsp-mode.  Load this file, open a Python file and run `M-x eglot' or
;; `M-x lsp'.  Nothing is loaded that is not in use.
;;
;; eglot runs one server per major mode and project; lsp-mode runs graphfence
;; beside another Python server.  README.md says what follows from that.

;;; Code:

(defgroup graphfence nil
  "Mistakes at the border of TensorFlow graphs."
  :group 'tools
  :prefix "graphfence-")

(defcustom graphfence-command '("graphfence" "server")
  "Program and arguments that start the language server."
  :type '(repeat string))

(defvar eglot-server-programs)
(declare-function lsp-register-client "ext:lsp-mode")
(declare-function lsp-stdio-connection "ext:lsp-mode")
(declare-function lsp-activate-on "ext:lsp-mode")
(declare-function make-lsp-client "ext:lsp-mode")

(defun graphfence-contact (&optional _interactive _project)
  "Return the command line of the server, for eglot."
  graphfence-command)

;;;###autoload
(defun graphfence-register-eglot ()
  "Make graphfence the server eglot starts for Python."
  (add-to-list 'eglot-server-programs
               '((python-mode python-ts-mode) . graphfence-contact)))

;;;###autoload
(defun graphfence-register-lsp-mode ()
  "Let lsp-mode start graphfence beside another Python server."
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection (lambda () graphfence-command))
    :activation-fn (lsp-activate-on "python")
    :server-id 'graphfence
    :add-on? t
    :multi-root t
    :priority -2)))

;;;###autoload
(with-eval-after-load 'eglot (graphfence-register-eglot))
;;;###autoload
(with-eval-after-load 'lsp-mode (graphfence-register-lsp-mode))

(provide 'graphfence)
;;; graphfence.el ends here
