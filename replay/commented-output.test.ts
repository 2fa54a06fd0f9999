// Comments below a command: what it prints, or what the author says.
import { describe, expect, it } from 'vitest'
import { commandLine } from './command-line.ts'
import { commentedOutput } from './commented-output.ts'

const read = (command: string, below: string) => commentedOutput(commandLine(command), below.split('\n'))

describe('what a command prints stands below it as comments', () => {
  it.each([
    ['kubectl get pods', '# NAME   READY\n# web    1/1\n\nls', ['NAME   READY', 'web    1/1']],
    ['kubectl uncordon a', '# node/a uncordoned', ['node/a uncordoned']],
    [
      'kubectl drain a',
      '# node/a cordoned\n# ...\n# node/a drained',
      ['node/a cordoned', '...', 'node/a drained'],
    ],
    ['kubectl delete pod a', '# pod "a" deleted', ['pod "a" deleted']],
    [
      'kubectl get x a',
      '# Error from server (NotFound): x "a" not found',
      ['Error from server (NotFound): x "a" not found'],
    ],
    ["kubectl get pod a -o jsonpath='{.a}'", '# NoSchedule', ['NoSchedule']],
    ["kubectl get pod a -o jsonpath='{.a}'", '# 3\nkubectl get x', ['3']],
    ["kubectl get x | jq -r '.a, .b'", '# vault\n# system:a', ['vault', 'system:a']],
  ])('%s: %s', (command, below, lines) => {
    expect(read(command, below)).toEqual(lines)
  })
})

describe('an author remarks', () => {
  it.each([
    ['kubectl get pods', '# Cleanup\nkubectl delete pod a'],
    ['kubectl get pods', '# all of them run'],
    ["kubectl get pod a -o jsonpath='{.a}'", '# Cleanup\nkubectl delete pod a'],
    ["kubectl get pod a -o jsonpath='{.a}'", '# (nothing)'],
    ['kubectl get pods', ''],
    ['kubectl get pods', 'web 1/1'],
  ])('%s: %s', (command, below) => {
    expect(read(command, below)).toBeUndefined()
  })
})
