// Commands in paragraphs and tables.
import { describe, expect, it } from 'vitest'
import { typedInProse } from './typed-in-prose.ts'

const none = { commands: [], shown: false }
const output = { commands: [], shown: true }
const read = (raw: string, next: Parameters<typeof typedInProse>[1] = none) => {
  const found = typedInProse(raw, next)
  return (
    found && [
      found.said,
      ...found.blocks.map((one) => ('told' in one ? `told: ${one.told}` : one.lines.join('\n'))),
    ]
  )
}

describe('a paragraph has its reader type', () => {
  it.each([
    ['the command that it is', '`kubectl get pods`:', none, ['', 'kubectl get pods']],
    [
      'what follows a word on it',
      'Remove the gate: `kubectl patch pod a`',
      none,
      ['Remove the gate:', 'kubectl patch pod a'],
    ],
    [
      'what prints the block below',
      'Look by running `kubectl get rs`. The output is similar to this:',
      output,
      ['Look by running `kubectl get rs`. The output is similar to this:', 'kubectl get rs'],
    ],
  ])('%s', (_what, raw, next, expected) => {
    expect(read(raw, next)).toEqual(expected)
  })
  it('each row of a table beside what it prints, or comes to', () => {
    const outcomes =
      '| Command | Result |\n| --- | --- |\n| `kubectl get job a` | fails |\n| `kubectl get job b -o name` | b |'
    expect(read(outcomes)).toEqual(['', 'told: `kubectl get job a` fails.', '$ kubectl get job b -o name\nb'])
  })
  it('each numbered row beside what is so then', () => {
    const rows = [
      '| 1 | `kubectl run a` | the Pod `a` is running |',
      '| 2 | `kubectl get b` | fails with `x` |',
    ]
    expect(read(['| # | Command | Expected |', '|---|---|---|', ...rows].join('\n'))).toEqual([
      '',
      '$ kubectl run a',
      'told: the Pod `a` is running.',
      'told: `kubectl get b` fails with `x`.',
    ])
  })
  it('each row of a table beside what it prints', () => {
    expect(
      read('| command | answer |\n|---|---|\n| `kubectl get a` | `yes` |\n| `kubectl get b` | 3 |'),
    ).toEqual(['', '$ kubectl get a\nyes', '$ kubectl get b\n3'])
  })
})

describe('a paragraph is no command where', () => {
  it.each([
    ['the block below has it', '`kubectl get pods`:', { commands: ['kubectl get pods'], shown: true }],
    ['it is only named', '`kubectl patch`', none],
    ['it is one of several', '`systemctl poweroff`', { ...none, isOption: true }],
    ['it is read with its sentence', 'Restart it: `systemctl restart kubelet`', none],
    ['it has a placeholder', '`kubectl get pod <name>`', none],
    ['a program is only named', '`kubectl`', none],
    ['something is said of what it prints', 'The answer is no: `kubectl get pods`', none],
    ['nothing below shows what it prints', 'Look by running `kubectl get rs`.', none],
    ['columns are of something else', '| flag | meaning |\n|---|---|\n| `kubectl get a` | `yes` |', none],
    ['a row says more', '| command | answer |\n|---|---|\n| `kubectl get a` | `yes` or `no` |', none],
  ])('%s', (_what, raw, next) => {
    expect(read(raw, next)).toBeUndefined()
  })
})
