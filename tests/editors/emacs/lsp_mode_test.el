;;; lsp_mode_test.el --- drive a real Emacs with lsp-mode  -*- lexical-binding: t; -*-

;; Started by run.sh as: emacs --batch -l lsp_mode_test.el
;; The short way through: graphfence starts as an add-on, a finding, hover, fix,
;; the finding gone, stop.  eglot_test.el has the longer list of cases.

;;; Code:

(require 'cl-lib)
(load (expand-file-name "support.el" (file-name-directory load-file-name)) nil t)
(require 'lsp-mode)
(require 'lsp-diagnostics)

(defun test-diagnostics ()
  "The diagnostics lsp-mode holds for this buffer's file."
  (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics t)))

(defun test-finding ()
  "The first diagnostic of this buffer whose range covers the name add_loss."
  (cl-find-if (lambda (each)
                (let ((range (lsp--range-to-region (lsp-get each :range))))
                  (string-match-p "add_loss" (buffer-substring (car range) (cdr range)))))
              (test-diagnostics)))

(defun test-messages ()
  "All diagnostics of this buffer as text."
  (mapconcat (lambda (each) (lsp-get each :message)) (test-diagnostics) " | "))

(defun test-main ()
  "All cases."
  (let ((file (or (getenv "GRAPHFENCE_FILE") (error "Started by run.sh"))))
    (setq lsp-session-file (expand-file-name "session" (getenv "HOME"))
          lsp-enable-snippet nil lsp-restart 'ignore
          lsp-debounce-full-sync-notifications nil) ; idle timers do not run in batch
    (test-integration)
    (lsp-workspace-folders-add (directory-file-name (file-name-directory file)))
    (find-file file)
    (python-mode)
    (lsp)
    (test-check "lsp-mode" (lsp-workspaces) (lsp-version))
    (when (test-check "diagnostic" (test-wait 20 #'test-finding) (test-messages))
      (let* ((finding (test-finding)) (code (lsp-get finding :code)) (before (buffer-string)) hover action)
        (test-check "diagnostic has a code" code code)
        (goto-char (car (lsp--range-to-region (lsp-get finding :range))))
        (setq hover (lsp-request "textDocument/hover" (lsp--text-document-position-params)))
        (test-check "hover answered" hover (and hover (lsp--render-on-hover-content (lsp-get hover :contents) t)))
        (let ((actions (append (lsp-code-actions-at-point) nil)))
          (setq action (or (cl-find-if (lambda (each) (lsp-get each :isPreferred)) actions) (car actions))))
        (when (test-check "code action" action (and action (lsp-get action :title)))
          (lsp-execute-code-action action)
          (test-check "code action changed the buffer" (test-wait 20 (lambda () (not (equal before (buffer-string))))))
          (test-check "finding gone after the fix"
                      (test-wait 20 (lambda () (not (cl-find code (test-diagnostics) :test #'equal
                                                             :key (lambda (each) (lsp-get each :code))))))
                      (test-messages))))
      (set-buffer-modified-p nil)
      (let ((process (lsp--workspace-proc (car (lsp-workspaces)))))
        (with-lsp-workspace (car (lsp-workspaces)) (lsp--shutdown-workspace))
        (test-check "server stopped" (test-wait 20 (lambda () (not (process-live-p process)))))))
    (test-check "end of script" t)))

(test-run #'test-main)
;;; lsp_mode_test.el ends here
