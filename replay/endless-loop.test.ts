import { expect, it } from 'vitest'
import { commandLine } from './command-line.ts'
import { hasEndlessLoop } from './endless-loop.ts'

const counts = 'i=0; while true; do echo "$i: hi"; i=$((i+1)); sleep 1; done'

it.each([
  'while true; do date; done',
  'i=0; while :; do kubectl get pods; done',
  'while [ 1 ]\ndo\n  date\ndone',
  'while [[ true ]]; do date; done',
  'while sleep 1; do kubectl get pods; done',
  'until false; do date; done',
  'for ((;;)); do date; done',
  'if true; then while true; do date; done; fi',
  'f() { while true; do date; done; }',
  'kubectl get pods && while true; do date; done',
  'a=$(while true; do date; done)',
  'while true; do for i in 1 2; do date; done; done; exit 0',
  'while true; do timeout 5 curl a; done',
  'while true; do kubectl exec a -- sh -c "exit 1"; done',
  `sh -c '${counts}'`,
  `docker exec kind-worker bash -c '${counts}'`,
  `kubectl exec -it a -- /bin/sh -c '${counts}'`,
  `cat <<'EOF'\nwhile true; do date; done\nEOF\nwhile true; do date; done`,
])('%j has no end', (text) => {
  expect(hasEndlessLoop(commandLine(text).commands)).toBe(true)
})

it.each([
  `cat <<'EOF' | kubectl apply -f -\nkind: Pod\nspec:\n  containers:\n  - args: [/bin/sh, -c, '${counts}']\nEOF`,
  "cat > c.yaml <<'EOF'\n    args:\n    - |\n      i=0\n      while true; do\n        sleep 1\n      done\nEOF",
  `cat > c.yaml <<EOF\n- "-c"\n- "test -d /data && while :; do sleep 5; done"\nEOF`,
  `kubectl run counter --image=busybox --restart=Never -- sh -c '${counts}'`,
  "echo 'x; while true; do date; done'",
  'echo while true; do',
  `timeout 5 sh -c '${counts}'`,
  `kubectl exec a -- timeout 5 sh -c '${counts}'`,
  'while true; do curl a && break; done',
  'while true; do if curl a; then exit 0; fi; done',
  'while true && curl a; do date; done',
  'while read a; do echo $a; done',
  'while [ $a ]; do date; done',
  'for ((i=0; i<3; i++)); do date; done',
  'for a in 1 2; do date; done',
  'until curl a; do sleep 1; done',
])('%j ends', (text) => {
  expect(hasEndlessLoop(commandLine(text).commands)).toBe(false)
})
