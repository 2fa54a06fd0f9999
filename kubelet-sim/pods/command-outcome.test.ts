import { describe, expect, it } from 'vitest'
import { commandOutcome } from './command-outcome.ts'

describe('commandOutcome', () => {
  it.each([
    [{ command: ['sh', '-c', 'sleep 2; exit 3'] }, { afterMs: 2000, exitCode: 3 }],
    [{ command: ['sh', '-c', "trap 'exit 0' TERM; sleep 5"] }, { afterMs: 5000, exitCode: 0 }],
    [{ image: 'busybox:1.36' }, { afterMs: 0, exitCode: 0 }],
    [{ image: 'busybox', tty: true, stdin: true }, undefined],
    [{ image: 'nginx' }, undefined],
    [
      { image: 'tests/sleep:v1', args: ['--termination-code=3', '1m30s'] },
      { afterMs: 90_000, exitCode: 0 },
    ],
    [{ command: ['sleep', 'infinity'] }, undefined],
  ])('%j: %j', (container, expected) => {
    expect(commandOutcome({ name: 'main', ...container })).toEqual(expected)
  })
})
