import { describe, expect, it } from 'vitest'
import { stoppedExitCode } from './command-outcome.ts'

describe('stoppedExitCode', () => {
  it.each([
    [[], 0],
    [['nginx', '-g', 'daemon off;'], 0],
    [['sleep', '1800'], 137],
    [['/bin/sh', '-c', 'while true; do date; done'], 137],
    [['/usr/bin/python3', '-c', 'import time'], 137],
  ])('%j: %i', (command, expected) => {
    expect(stoppedExitCode({ name: 'main', command })).toBe(expected)
  })
})
