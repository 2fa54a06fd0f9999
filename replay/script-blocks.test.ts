// Blocks as documents have them, and what is a command, an output or neither in them.
import { describe, expect, it } from 'vitest'
import { parseScript } from './script.ts'

const block = (text: string, lang = '') =>
  parseScript({ kind: 'code', lang, meta: '', fence: '```', line: 10, lines: text.split('\n') })
const read = (text: string, lang = '') =>
  block(text, lang).commands.map(({ text: command, output }) => [command, output?.lines.join('\n')])

describe('no commands are in', () => {
  it.each<[string, string, string?]>([
    ['a service of protobuf', 'service Store {\n  rpc Get(Key) returns (Value) {}\n}'],
    ['protobuf of another name', 'kubectl get x', 'grpc'],
    ['Go without a language', 'type Waiter interface {\n  // kubectl wait\n  Wait() (error)\n}'],
    ['calls of Go', 'done := make(chan bool)\ngo func() {\n  <-done\n}()'],
    [
      'pseudo-code',
      'for each node left; do\n    if "cordoned" is set; then\n        skip it\n    fi\ndone',
      'bash',
    ],
    ['pseudo-code of Python', 'for node in nodes:\n    if ready(node):\n        sleep 1'],
    ['loops without their head', 'for-each kind in $(list); do\n  kubectl get $kind\ndone', 'bash'],
    ['a table', 'NAME   READY   STATUS\ntest   1/1     Running\nkind   0/1     Pending'],
    ['rules of nft', 'set allowed {\n  type ipv4_addr\n}\nmap x {\n}'],
    ['keys of a file', '[section]\nname=a\nenabled=1\nurl=https://example.com/'],
    ['labels of a metric', 'conflicts{\n  pod="a",\n  property="b"}'],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nabcdefghijk==\nlmn=\n-----END CERTIFICATE-----'],
    ['lists', 'name: a\n[ a-0, a-1 ]'],
    ['a usage', 'Usage:\n  kubectl tool [--all] NAME\n\nExamples:\n  kubectl tool a'],
    ['a synopsis', '$ kubectl tool a (-c container)\n$ kubectl tool [flags]', 'console'],
    ['a tree', '.\n├── hack\n│   └── run.sh\n└── make'],
    ['a log', 'I0206 02:22:40.500200       1 main.go:4] starting\nkubelet started'],
    ['a Python script', '#!/usr/bin/env python3\nprint(1)'],
    ['an object that begins with a comment', '# the pod\napiVersion: v1\nkind: Pod'],
    ['what a tool says', 'plugins that are run with --enable-plugins:\n  a --b', 'bash'],
    ['advice', '# 1\nadd --feature-gates=A=true to the flags', 'bash'],
    ['labels', 'kubernetes.io/hostname\nkubernetes.io/os'],
  ])('%s', (_what, text, lang) => {
    expect(read(text, lang)).toEqual([])
  })
})

describe('commands are read', () => {
  it('in a table of commands and their rows', () => {
    expect(read('kubectl get pods\nNAME   READY\nwatch  1/1\n\nkubectl delete pod watch')).toEqual([
      ['kubectl get pods', 'NAME   READY\nwatch  1/1'],
      ['kubectl delete pod watch', undefined],
    ])
  })
  it('at the prompts that a terminal with the name of a directory shows', () => {
    expect(read('work kubectl get ns\na\n➜  work kubectl get pods\nb')).toEqual([
      ['kubectl get ns', 'a'],
      ['kubectl get pods', 'b'],
    ])
  })
  it('with remarks between and beside them', () => {
    const text = 'kubectl edit cm a  # set x: 1\nor\nkubectl edit cm b\n# and restart\n# kubectl get pods'
    expect(block(text, 'bash').commands.map((one) => [one.text, one.output, one.notes])).toEqual([
      ['kubectl edit cm a  # set x: 1', undefined, ['set x: 1']],
      ['kubectl edit cm b', undefined, ['and restart', 'kubectl get pods']],
    ])
  })
  it('where root types them', () => {
    expect(read('# kubectl get ns\na\n# Only one is left\n# ip addr\n1: lo', 'console')).toEqual([
      ['kubectl get ns', 'a'],
      ['ip addr', '1: lo'],
    ])
  })
  it('without the comments that follow a file that was written', () => {
    expect(read("cat <<'EOF' > a.tpl\nx\nEOF\n# then\nkubectl get x")).toEqual([
      ["cat <<'EOF' > a.tpl\nx\nEOF", undefined],
      ['kubectl get x', undefined],
    ])
  })
  it('with the comments that metrics have, and no others', () => {
    expect(read('$ kubectl get --raw /metrics | grep x\n# look at x\n# HELP x y\nx 1')).toEqual([
      ['kubectl get --raw /metrics | grep x', '# HELP x y\nx 1'],
    ])
  })
  it('after a here-document with prompts of its own', () => {
    expect(read("cat > a.md <<'EOF'\n$ kubectl get pods\nEOF\nwc -l a.md", 'sh')).toEqual([
      ["cat > a.md <<'EOF'\n$ kubectl get pods\nEOF", undefined],
      ['wc -l a.md', undefined],
    ])
  })
  it('without what a shell says that is left', () => {
    expect(read('root@a:~# exit\nlogout\nConnection to a closed.\n$ exit\nbye')).toEqual([
      ['exit', undefined],
      ['exit', 'bye'],
    ])
  })
  it('of programs that no list has', () => {
    expect(read('# 1\ntool push --all a \\\n  b\n\ntool <name> --up\nuploaded b', 'bash')).toEqual([
      ['tool push --all a \\\n  b', undefined],
      ['tool <name> --up', 'uploaded b'],
    ])
  })
  it('as a sentence begins', () => {
    expect(read('Kubectl get pods', 'bash')).toEqual([['kubectl get pods', undefined]])
  })
  it('but not whole, where a comment stands between their lines', () => {
    const { commands } = block('export A=1\ntool \\\n  # one\n  --a=1 \\\n  # two\n  --b=$A\nls')
    expect(commands.map(({ text, output, problem }) => [text, output, problem])).toEqual([
      ['export A=1', undefined, undefined],
      [
        'tool \\\n  # one\n  --a=1 \\\n  # two\n  --b=$A',
        undefined,
        'a comment between its lines ends it before its options',
      ],
      ['ls', undefined, undefined],
    ])
  })
  it('and what a variable is set to in an environment that was printed', () => {
    expect(read('kubectl exec a -- env | grep DB\nDB_URL=x')).toEqual([
      ['kubectl exec a -- env | grep DB', 'DB_URL=x'],
    ])
    expect(read('DB_URL=x\nkubectl get $DB_URL')).toHaveLength(2)
  })
  it('as they were before a web page showed them', () => {
    const text = '$ kubectl\u00a0get pods –o yaml \\  \n  —watch\n\u001b[32mok\u001b[0m'
    expect(read(text)).toEqual([['kubectl get pods -o yaml \\\n  --watch', 'ok']])
  })
  it('at an empty prompt, or at one that shows nothing', () => {
    expect(read('node-1# kubectl get ns\na\nnode-1#')).toEqual([['kubectl get ns', 'a']])
  })
  it('of programs that no list has, where their options follow', () => {
    expect(read('cd a\nuploader run \\\n  --file x', 'bash')).toEqual([
      ['cd a', undefined],
      ['uploader run \\\n  --file x', undefined],
    ])
  })
})

describe('a command that does not end', () => {
  const problems = (text: string) => block(text).commands.map((one) => [one.text, one.problem])

  it('is one by itself', () => {
    expect(problems('$ kubectl get --raw "/healthz\n$ kubectl get ns\na')).toEqual([
      ['kubectl get --raw "/healthz', 'a quote is not closed'],
      ['kubectl get ns', undefined],
    ])
    expect(problems('kubectl get "a\nkubectl get ns')).toEqual([
      ['kubectl get "a', 'a quote is not closed'],
      ['kubectl get ns', undefined],
    ])
  })
  it('has the body of its here-document', () => {
    expect(problems('kubectl apply -f - <<EOF\na: 1\nb: 2')).toEqual([
      ['kubectl apply -f - <<EOF\na: 1\nb: 2', 'the here-document does not end'],
    ])
  })
  it('ends where its author meant it to', () => {
    expect(problems('kubectl apply -f - <<EOF\na: 1\n  EOF \nkubectl get ns')).toEqual([
      ['kubectl apply -f - <<EOF\na: 1\nEOF', undefined],
      ['kubectl get ns', undefined],
    ])
  })
  it('may be a loop, a pipe or a whole script', () => {
    expect(problems('for i in 1 2; do\n  echo $i')[0]).toEqual([
      'for i in 1 2; do',
      'what it opens with "(", "{", "do" or "then" is not closed',
    ])
    expect(problems('kubectl get ns |')).toEqual([
      ['kubectl get ns |', 'nothing follows its last "|" or "&&"'],
    ])
    expect(problems('kubectl get ns \\')).toEqual([['kubectl get ns \\', undefined]])
    expect(problems('#!/bin/bash\nif true; then')[0]![1]).toMatch(/is not closed/)
    expect(problems("#!/bin/bash\necho 'a")[0]![1]).toBe('a quote is not closed')
  })
})
