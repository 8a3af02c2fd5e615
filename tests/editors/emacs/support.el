;;; support.el --- what the Emacs tests share  -*- lexical-binding: t; -*-

;;; Code:

(require 'package)
(package-initialize)
(require 'cl-lib)

(defvar test-failed 0)
(defvar test-tree (or (getenv "GRAPHFENCE_TREE") (error "Started by run.sh")))

(defun test-check (name condition &optional detail)
  "Print whether the check NAME holds (CONDITION), with DETAIL; return CONDITION."
  (unless condition (cl-incf test-failed))
  (message "%s %s%s" (if condition "ok" "FAIL") name
           (if detail (format ": %s" (replace-regexp-in-string "[ \t]*\n[ \t]*" " | " (format "%s" detail))) ""))
  condition)

(defun test-wait (seconds predicate)
  "Wait at most SECONDS until PREDICATE holds; return its last value.
`read-event' takes up file notifications: in batch mode nothing else does, and
while one waits Emacs does not tell anybody that a process has died."
  (let ((end (+ (float-time) seconds)) value)
    (while (and (not (setq value (funcall predicate))) (< (float-time) end))
      (read-event nil nil 0.05))
    value))

(defun test-integration ()
  "Load editors/emacs/graphfence.el as a user would; it must compile cleanly."
  (let ((source (expand-file-name "editors/emacs/graphfence.el" test-tree))
        (compiled (expand-file-name "graphfence.elc" temporary-file-directory)))
    (add-to-list 'load-path (file-name-directory source))
    (require 'graphfence)
    (let ((byte-compile-error-on-warn t)
          (byte-compile-dest-file-function (lambda (_) compiled)))
      (test-check "graphfence.el compiles without a warning" (byte-compile-file source))
      (delete-file compiled))))

(defun test-run (body)
  "Call BODY, turn an error into a failed check, and leave Emacs."
  (condition-case problem (funcall body) (error (test-check "script" nil problem)))
  (kill-emacs (if (zerop test-failed) 0 1)))

(provide 'support)
;;; support.el ends here
