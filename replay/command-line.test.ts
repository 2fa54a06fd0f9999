import { describe, expect, it } from 'vitest'
import { commandLine, retyped } from './command-line.ts'

const programs = (text: string): string[] => commandLine(text).commands.map(({ program }) => program)

describe('the program of', () => {
  it.each([
    ['sudo -E env A=1 /usr/local/bin/kubelet --v=2', 'kubelet'],
    ['A="x y" kubectl get pods', 'kubectl'],
    ['A=1 B=2 \\\nhack/local-up-cluster.sh', 'local-up-cluster.sh'],
    ['timeout 5s kubectl get pods -w', 'kubectl'],
    ['"$BIN/kubectl" get pods', 'kubectl'],
    ['A=$(mktemp -d)', ''],
    ['A=1; date', 'date'],
    ['for i in 1 2; do kubectl get pods; done', 'for'],
    ['{ kubectl get pods; }', '{'],
    ['(cd a && kubectl get pods)', '('],
    ['sudo', 'sudo'],
    ['# nothing', ''],
    ['', ''],
  ])('%j is %j', (text, program) => {
    expect(commandLine(text).program).toBe(program)
  })
})

it.each([
  ['kubectl get pods | grep a && echo yes || echo no; date &', ['kubectl', 'grep', 'echo', 'echo', 'date']],
  ['kubectl logs $(kubectl get pods -o name | head -1) > a', ['kubectl', 'kubectl', 'head']],
  ['echo `date` b', ['echo', 'date']],
  ['diff <(cat a) <(cat b)', ['diff', 'cat', 'cat']],
  ['echo \'a; b\' "c | d" e\\;f # g; h', ['echo']],
  ['cat <<EOF | kubectl apply -f -\nkind: A\nrm b; c\nEOF\ndate', ['cat', 'kubectl', 'date']],
  ['kubectl get pods |\n  grep a', ['kubectl', 'grep']],
  ["kubectl get 'a", ['kubectl']],
])('has the programs of %j', (text, expected) => {
  expect(programs(text)).toEqual(expected)
})

it('tells where a command stands', () => {
  const { commands } = commandLine(
    'while ! A=1 sudo kubectl get a\ndo date >> b.txt 2>&1 < c\ndone | wc -l $(ls)',
  )
  expect(commands).toMatchObject([
    {
      keywords: ['while', '!'],
      assignments: ['A=1'],
      wrappers: ['sudo'],
      words: ['get', 'a'],
      line: 0,
      after: '',
    },
    {
      keywords: ['do'],
      program: 'date',
      line: 1,
      after: '\n',
      text: 'do date >> b.txt 2>&1 < c',
      redirections: [
        { operator: '>>', target: 'b.txt' },
        { operator: '2>&', target: '1' },
        { operator: '<', target: 'c' },
      ],
    },
    { keywords: ['done'], program: '', line: 2, after: '\n' },
    { program: 'wc', after: '|', depth: 0, words: ['-l', '$(ls)'] },
    { program: 'ls', after: '$(', depth: 1 },
  ])
})

it.each([
  ['kubectl logs <pod-name> -n=<ns> web-<hash>', ['logs', '<pod-name>', '-n=<ns>', 'web-<hash>'], []],
  ['jq . <in.json >out.json', ['.'], ['<in.json', '>out.json']],
  ['cat a>b', ['a'], ['>b']],
  ['kubelet &> log', [], ['&>log']],
  ['cat <<-"EOF" > a', [], ['<<EOF', '>a']],
  ['read A <<< "$b"', ['A'], ['<<<"$b"']],
])('tells what is filled in from what is redirected: %j', (text, words, redirections) => {
  const [first] = commandLine(text).commands
  expect(first!.words).toEqual(words)
  expect(first!.redirections.map(({ operator, target }) => operator + target)).toEqual(redirections)
})

it('reads a command anew only where it has another text', () => {
  const command = { ...commandLine('kubectl get pod a'), line: 3 }
  expect(retyped(command, command.text)).toBe(command)
  expect(retyped(command, 'date -u')).toMatchObject({ line: 3, text: 'date -u', program: 'date' })
})
