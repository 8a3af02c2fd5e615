;;; eglot_test.el --- drive a real Emacs with eglot  -*- lexical-binding: t; -*-

;; Started by run.sh as: emacs --batch -l eglot_test.el
;; Not with -Q: that skips the distribution's load path, where eglot is before
;; Emacs 29.  Knows no rule by name: it takes the first finding on an add_loss
;; and the first fix, which eglot makes the preferred one.

;;; Code:

(require 'cl-lib)

(load (expand-file-name "support.el" (file-name-directory load-file-name)) nil t)
(require 'eglot)
(require 'flymake)

(defun test-finding ()
  "The first diagnostic of this buffer whose range covers the name add_loss."
  (cl-find-if (lambda (each)
                (string-match-p "add_loss" (buffer-substring (flymake-diagnostic-beg each) (flymake-diagnostic-end each))))
              (flymake-diagnostics)))

(defun test-messages ()
  "All diagnostics of this buffer as text."
  (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) " | "))

(defun test-fix (name)
  "Apply the first code action at the finding and see the finding go; NAME begins the names of the checks."
  (let ((finding (test-finding)) (before (buffer-string)) text title)
    (when (test-check (concat name ": finding") finding (test-messages))
      (setq text (flymake-diagnostic-text finding))
      (goto-char (flymake-diagnostic-beg finding))
      ;; The real command.  Without last-nonmenu-event it would ask with a mouse menu.
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (_prompt choices &rest _)
                   (setq title (if (consp (car choices)) (caar choices) (car choices))))))
        (let ((last-nonmenu-event ?x)) (call-interactively #'eglot-code-actions)))
      (test-check (concat name ": code action changed the buffer")
                  (test-wait 20 (lambda () (not (equal before (buffer-string))))) title)
      (eglot--signal-textDocument/didChange) ; idle timers do not run in batch
      (test-check (concat name ": finding gone after the fix")
                  (test-wait 20 (lambda () (not (cl-find text (flymake-diagnostics)
                                                        :key #'flymake-diagnostic-text :test #'equal))))
                  (test-messages)))))

(defun test-open (file)
  "Visit FILE, start or reuse the server, wait for a finding."
  (find-file file)
  (python-mode)
  (unless (eglot-current-server) (call-interactively #'eglot))
  (test-wait 20 #'eglot-managed-p)
  (flymake-start)
  (test-wait 20 #'test-finding))

(defun test-plain (file)
  "Finding, hover and fix in FILE."
  (test-open file)
  (when (test-check "connected" (eglot-current-server))
    (test-check "our registration is the one in use"
                (equal (process-command (jsonrpc--process (eglot-current-server))) graphfence-command)
                (process-command (jsonrpc--process (eglot-current-server))))
    (when (test-check "diagnostic" (test-finding) (test-messages))
      (goto-char (flymake-diagnostic-beg (test-finding)))
      (let* ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                     (eglot--TextDocumentPositionParams)))
             (contents (plist-get hover :contents)))
        (test-check "hover answered" (and contents (not (equal (plist-get contents :value) ""))) contents))
      (test-fix "plain")
      t)))

(defun test-astral (file)
  "Two characters of two UTF-16 units each before the finding: the range must still be right."
  (let ((copy (expand-file-name "astral.py" (file-name-directory file))))
    (with-temp-file copy
      (set-buffer-file-coding-system 'utf-8-unix)
      (insert-file-contents file)
      (search-forward "self.add_loss")
      (replace-match "note = \"\U0001F642\U0001D6FC\"; self.add_loss" t t))
    (test-open copy)
    (when (test-check "astral: diagnostic" (test-finding) (test-messages))
      (let ((covered (buffer-substring (flymake-diagnostic-beg (test-finding)) (flymake-diagnostic-end (test-finding)))))
        (test-check "astral: range starts at the name" (string-match-p "\\`[A-Za-z_.]*add_loss" covered) covered))
      (test-fix "astral"))
    (set-buffer-modified-p nil)))

(defun test-killed (file)
  "The server dies; the user starts eglot again in FILE and goes on."
  (let ((copy (expand-file-name "killed.py" (file-name-directory file))))
    (copy-file file copy t)
    (test-open copy)
    (let ((process (jsonrpc--process (eglot-current-server))))
      (signal-process process 'SIGKILL)
      (test-check "killed: server gone" (test-wait 20 (lambda () (not (process-live-p process)))))
      (test-wait 20 (lambda () (not (eglot-managed-p)))))
    (kill-buffer)
    (test-open copy)
    (test-check "killed: diagnostic after the restart" (test-finding) (test-messages))
    (test-fix "killed")
    (set-buffer-modified-p nil)))

(defun test-main ()
  "All cases."
  (let ((file (or (getenv "GRAPHFENCE_FILE") (error "Started by run.sh"))))
    (setq eglot-sync-connect 30 eglot-autoshutdown nil eglot-autoreconnect nil
          eglot-confirm-server-initiated-edits nil)
    (test-integration)
    (test-check "Emacs" t emacs-version)
    (when (test-plain file)
      (set-buffer-modified-p nil)
      (test-astral file)
      (test-killed file)
      (let ((process (jsonrpc--process (eglot-current-server))))
        (eglot-shutdown (eglot-current-server))
        (test-check "server stopped" (test-wait 20 (lambda () (not (process-live-p process)))))))
    (test-check "end of script" t)))

(test-run #'test-main)
;;; eglot_test.el ends here
