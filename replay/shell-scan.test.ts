import { describe, expect, it } from 'vitest'
import { isIncomplete, ShellScan } from './shell-scan.ts'

describe('a command ends', () => {
  it.each([
    'kubectl get pods',
    'echo "a # b" # it\'s a comment',
    'cat <<EOF\nit\'s "text"\nEOF',
    'kubectl create -f - <<EOF && sleep 1 && \\\n  kubectl get pods\nkind: Pod\nEOF',
    'cat <<-END\n\ta\n\tEND',
    'for i in 1 2; do\n  echo $i\ndone',
    'if kubectl get ns a; then\n  echo yes\nelse\n  echo no\nfi',
    'while true; do kubectl get pods; sleep 1; done',
    'case $a in\n  x) echo 1 ;;\n  *) echo 2 ;;\nesac',
    'show() {\n  kubectl get ns "$1"\n}',
    'names=(\n  a\n  b\n)',
    'kubectl get pod "$(kubectl get pods -o name |\n  head -1)"',
    'kubectl apply -f <(cat <<EOF\na: 1\nEOF\n)',
    "kubectl get nodes -o jsonpath='{range .items[*]}\n{.metadata.name}{end}'",
    'echo $((1 << 2))',
    'cat <<< done',
    'echo for if while {',
    '(cd a && ls)',
    'echo `date`',
    'kubectl get pods | grep -c "("',
    'true || {\n exit 1\n}',
  ])('after %j', (text) => {
    expect(isIncomplete(text)).toBe(false)
    const lines = text.split('\n')
    for (let n = 1; n < lines.length; n++) expect(isIncomplete(lines.slice(0, n).join('\n'))).toBe(true)
  })
  it.each([
    ["echo 'a", 'quote'],
    ['echo "$(date', 'group'],
    ['cat <<EOF', 'here-document'],
    ['for i in 1 2; do', 'group'],
    ['kubectl get pods |', 'operator'],
    ['kubectl get pods \\', 'line'],
    ['kubectl get pods && # then\n', 'operator'],
  ])('not after %j: %s', (text, unfinished) => {
    const scan = new ShellScan()
    for (const line of text.split('\n')) scan.add(line)
    expect(scan.unfinished).toBe(unfinished)
  })
})
