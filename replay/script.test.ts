import { describe, expect, it } from 'vitest'
import { parseScript } from './script.ts'

// Lines as people paste them, and the command in them.
const prompts: [string, string][] = [
  ['$ kubectl get nodes', 'kubectl get nodes'],
  ['~ kubectl get nodes', 'kubectl get nodes'],
  [' ~ kubectl get nodes', 'kubectl get nodes'],
  ['➜  ~ kubectl get nodes', 'kubectl get nodes'],
  ['➜  kubernetes git:(master) ✗ kubectl get nodes', 'kubectl get nodes'],
  ['➜  kubernetes git:(release-1.30) kubectl get nodes', 'kubectl get nodes'],
  ['root@kind-control-plane:/# kubectl get nodes', 'kubectl get nodes'],
  ['[root@host ~]# kubectl get nodes', 'kubectl get nodes'],
  ['user@host:~/src$ kubectl get nodes', 'kubectl get nodes'],
  ['# kubectl get nodes', 'kubectl get nodes'],
  ['kubectl get nodes', 'kubectl get nodes'],
]

const script = (text: string, lang = '') =>
  parseScript({ kind: 'code', lang, meta: '', fence: '```', line: 10, lines: text.split('\n') })

describe('parseScript', () => {
  it.each(prompts)('reads the prompt of %j', (line, command) => {
    expect(script(`${line}\nout`).commands).toMatchObject([
      { text: command, line: 10, output: { lines: ['out'], line: 11 } },
    ])
  })
  it('takes a first command without prompt, its output, empty prompts and continuations', () => {
    const { commands } = script(
      "git checkout master\nSwitched to branch 'master'\n➜  kubernetes git:(master)\n➜  kubernetes git:(master) ✗ sudo -E \\\nA=1 ./hack/local-up-cluster.sh\n",
    )
    expect(commands.map((c) => [c.line, c.text, c.output?.lines])).toMatchObject([
      [10, 'git checkout master', ["Switched to branch 'master'"]],
      [13, 'sudo -E \\\nA=1 ./hack/local-up-cluster.sh', undefined],
    ])
  })
  it('takes here-documents and loops whole', () => {
    const { commands } = script(
      '$ kubectl apply -f - <<EOF\n> a: 1\n> EOF\nx/y created\n$ for i in 1 2; do\n> echo $i\n> done\n1\n2',
    )
    expect(commands.map((c) => c.output?.lines)).toEqual([['x/y created'], ['1', '2']])
  })
  it('tells comments of the author from output and from the prompt of root', () => {
    const lines = (text: string) => script(text).commands.map((c) => [c.text, c.output?.lines, c.notes])
    expect(lines('$ kubectl edit cm x\n# set A=false there\nconfigmap/x edited')).toEqual([
      ['kubectl edit cm x', ['configmap/x edited'], ['set A=false there']],
    ])
    expect(lines('kubectl get ns\n#\nkubectl get pods')).toEqual([
      ['kubectl get ns', undefined, []],
      ['kubectl get pods', undefined, []],
    ])
    expect(lines('kubectl get --raw /metrics\n# HELP a')).toEqual([
      ['kubectl get --raw /metrics', ['# HELP a'], []],
    ])
  })
  it('takes a block that begins as a script does as one', () => {
    const { commands } = script('#!/usr/bin/env bash\nset -e\n\nwait_for() { sleep 1; }\nwait_for', 'bash')
    expect(commands.map((c) => [c.line, c.text])).toEqual([
      [11, 'set -e\n\nwait_for() { sleep 1; }\nwait_for'],
    ])
  })
  it('takes functions whole, and calls of them', () => {
    const text =
      'wanted=$(kubectl get ns -o name)\nshow() {\n  kubectl get ns "$1"\n}\nfunction twice {\n  show a\n}\ntwice\nshow b\nb'
    expect(script(text, 'sh').commands.map((c) => [c.text, c.output?.lines])).toEqual([
      ['wanted=$(kubectl get ns -o name)', undefined],
      ['show() {\n  kubectl get ns "$1"\n}', undefined],
      ['function twice {\n  show a\n}', undefined],
      ['twice', undefined],
      ['show b', ['b']],
    ])
  })
  it('finds no commands in other languages and in code without any', () => {
    expect(script('kubectl get x', 'go').commands).toEqual([])
    expect(script('// Deprecated: it\nKubeProxyVersion string').commands).toEqual([])
  })
  it.each([
    'at startup:\n if invalid flags\n  exit',
    'for {\n  switch {',
    'kube-apiserver configuration option, and a second line',
    'apiVersion: v1\nkind: Pod\nspec:\n  command:\n  - |\n    while true; do\n      sleep 1\n    done',
  ])('finds no commands in %j', (text) => {
    expect(script(text).commands).toEqual([])
  })
  it.each([
    'for n in a b; do kubectl get $n; done',
    'if kubectl get ns; then date; fi',
    'kubelet --v=3',
    'kubelet',
  ])('takes %j for a command', (text) => {
    expect(script(text).commands.map((c) => c.text)).toEqual([text])
  })
})

it.each([
  ['kubectl get pods -w', ['a']],
  ['kubectl get pods --watch', ['a']],
  ['kubectl logs -f web', ['a']],
  ['cat a', ['a', '^C']],
])('%s: who interrupts it prints nothing', (command, lines) =>
  expect(
    parseScript({
      kind: 'code',
      lang: 'console',
      meta: '',
      fence: '```',
      line: 1,
      lines: [`$ ${command}`, 'a', '^C'],
    }).commands[0]?.output?.lines,
  ).toEqual(lines),
)
