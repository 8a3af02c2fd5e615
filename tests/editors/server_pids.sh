#!/bin/sh
# Print the process ids of the servers that this run of run.sh has started (Linux; prints nothing elsewhere).
[ -d /proc/self ] || exit 0
grep -lsa "GRAPHFENCE_RUN_ID=${GRAPHFENCE_RUN_ID:?run by run.sh}" /proc/[0-9]*/environ 2>/dev/null | while read -r environ; do
  pid=${environ#/proc/}
  pid=${pid%/environ}
  command=$({ tr '\0' ' ' < "/proc/$pid/cmdline"; } 2>/dev/null)
  case $command in
  *"graphfence server"*) echo "$pid" ;;
  esac
done
