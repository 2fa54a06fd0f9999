import { describe, expect, it } from 'vitest'
import type { CommandRecord } from '../outcome.ts'
import { couldNotRun, nothingFound } from './findings.ts'

const record = (stderr: string, exitCode = 1): CommandRecord => ({
  text: 'x',
  line: 7,
  stdout: '',
  stderr,
  exitCode,
  milliseconds: 0,
  shown: undefined,
  asserted: true,
})

describe('couldNotRun', () => {
  it.each([
    [
      'Error from server (BadRequest): pod a has no streams here: no kubelet is reachable\n',
      'no containers run',
    ],
    [
      'curl: (7) Failed to connect to 10.96.0.9: this machine reaches its own cluster only\n',
      'no packets flow',
    ],
    ['error: this machine has no network: cannot read https://a/b.yaml\n', 'no network'],
    ['cat: /sys/fs/cgroup/cpu.max: No such file or directory\n', 'a real kernel'],
    ["docker: 'run' is not simulated: …\n", 'not simulated'],
  ])('%j', (stderr, message) => {
    expect(couldNotRun(record(stderr))).toMatchObject({
      line: 7,
      outcome: 'could not run',
      message: expect.stringContaining(message),
    })
  })
  it('says where a file was looked for that a command cannot read', () => {
    const found = couldNotRun(record('error: the path "a.yaml" does not exist\n'), 'there is no a.yaml: …')
    expect(found?.message).toBe('there is no a.yaml: …')
    expect(couldNotRun(record('Error from server: no\n'), 'there is no a.yaml: …')).toBeUndefined()
  })
  it('ends what does not end', () => {
    expect(couldNotRun(record('bash: sleep exceeded its execution deadline\n', 124))?.message).toContain(
      'does not end',
    )
  })
  it('says nothing of what a document asked for itself', () => {
    expect(couldNotRun(record('cat: pod.yaml: No such file or directory\n'))).toBeUndefined()
    expect(couldNotRun(record('Error from server (NotFound): pods "a" not found\n'))).toBeUndefined()
    // It did not matter: `… || true`.
    expect(couldNotRun(record('pod a has no streams here: no kubelet is reachable\n', 0))).toBeUndefined()
  })
})

it('names what a search did not find', () => {
  expect(nothingFound(record(''), ['', 'a'])).toMatchObject({ outcome: 'differs', expected: 'a' })
})
