import { describe, expect, it } from 'vitest'
import { commandLine } from '../command-line.ts'
import {
  couldNotRun,
  exitCodeShown,
  failureFinding,
  isMisused,
  nothingFound,
  showsFailure,
} from './findings.ts'
import type { Ran } from './ran.ts'

const record = (stderr: string, exitCode = 1): Ran => ({
  command: commandLine('x'),
  text: 'x',
  line: 7,
  stdout: '',
  stderr,
  exitCode,
  milliseconds: 0,
  shown: undefined,
  asserted: true,
})

it.each<[string, string[], boolean]>([
  ['an error', ['Error from server (NotFound): pods "a" not found'], true],
  ['a refusal', ['The Pod "a" is invalid: spec: Forbidden'], true],
  ['a pod that failed', ['NAME  READY  STATUS', 'a     0/1    Error'], false],
  ['what befell an object', ['Name:  a', 'Events:', '  Warning  Failed  Failed to pull image'], false],
  ['an error below a table', ['NAME  READY  STATUS', 'Error from server (NotFound): b'], true],
])('sees in %s how a command ended', (_what, lines, fails) => expect(showsFailure(lines)).toBe(fails))

describe('couldNotRun', () => {
  it('is said of a manifest of which a part is left out', () => {
    const refused = record('The CustomResourceDefinition "a" is invalid: spec.names: Required value')
    const whole = "kubectl apply -f - <<'EOF'\nkind: CustomResourceDefinition\nspec: {}\nEOF"
    expect(couldNotRun({ ...refused, text: whole })).toBeUndefined()
    expect(couldNotRun({ ...refused, text: whole.replace('\nEOF', '\n...\nEOF') })).toMatchObject({
      outcome: 'could not run',
      reason: { code: 'placeholder' },
    })
  })
  it.each([
    [
      record('Error from server (BadRequest): pod a has no streams here: no kubelet is reachable\n'),
      'what this container does is not simulated',
      'no containers',
    ],
    [record('cat: /sys/fs/cgroup/cpu.max: No such file or directory\n'), 'a real kernel', 'no kernel files'],
    [{ ...record(''), limits: ['no packets'] as const }, 'no packets flow', 'no packets'],
    [{ ...record(''), limits: ['no network'] as const }, 'no network', 'no network'],
    [{ ...record(''), limits: ['not simulated'] as const }, 'not simulated', 'not simulated'],
  ])('%j', (seen, message, limit) => {
    expect(couldNotRun(seen)).toMatchObject({
      line: 7,
      outcome: 'could not run',
      message: expect.stringContaining(message),
      reason: { code: 'beyond the machine', limit },
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
  it('ends what loops without measure, in words of its own', () => {
    for (const said of [
      'bash: while loop: too many iterations (10000), increase executionLimits.maxLoopIterations',
      'bash: seq: iteration limit exceeded (100000)',
      'jq: query result element limit exceeded (1000000)',
      'jq: string size limit exceeded (67108864 bytes)',
      'awk: awk: while loop exceeded maximum iterations (100000)',
    ]) {
      const found = couldNotRun(record(`${said}\n`, 126))
      expect(found?.message).toContain('does not end')
      expect(found?.actual).toBeUndefined()
    }
  })
  it('names a program that it does not have, wherever that stands', () => {
    const failures = [{ program: 'go', exitCode: 127, stderr: 'bash: go: command not found\n' }]
    expect(couldNotRun({ ...record('bash: go: command not found\n'), failures })?.message).toBe(
      'the machine has no command "go"',
    )
    expect(couldNotRun({ ...record('', 0), failures })?.message).toBe('the machine has no command "go"')
  })
  it('knows no kernel', () => {
    expect(couldNotRun({ ...record(''), text: 'grep -i cpus /proc/self/status' })?.message).toContain(
      'kernel',
    )
    expect(couldNotRun({ ...record('', 0), text: 'cat /proc/version' })).toBeUndefined()
  })
  it('sees what is not simulated within a script, too', () => {
    const failures = [{ program: 'docker', exitCode: 125, stderr: '', limit: 'not simulated' as const }]
    expect(couldNotRun({ ...record('', 0), failures })?.message).toBe('this is not simulated')
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

it('says of a component that refuses a gate what became of it, and for which release another one stands in', () => {
  const facts = {
    at: () => undefined,
    history: (gate: string, release: string) => `${gate} before ${release}`,
    standing: (gate: string, release: string) => ({ state: undefined, text: `${gate} in ${release}` }),
    newest: '1.36',
    known: () => true,
  }
  const failure = {
    component: 'kube-proxy',
    release: '1.30.0',
    stderr: 'failed complete: unrecognized feature gate: MyGate\n',
    reason: { code: 'no such gate' as const, gate: 'MyGate' },
  }
  const records = new Map()
  const found = failureFinding(failure, 7, facts, { records, meant: new Map([['kube-proxy/a', '1.26.0']]) })
  expect(found.why).toBe("MyGate before 1.30.0; 1.30.0 stands in for the document's 1.26.0; MyGate in 1.26.0")
  expect(failureFinding(failure, 7, facts, { records, meant: new Map() }).why).toBe('MyGate before 1.30.0')
})

it.each([
  ['error: there is no need to specify a resource type as a separate argument when passing arguments', true],
  ["error: unknown flag: --replica\nSee 'kubectl scale --help' for usage.", true],
  ['Error from server (NotFound): deployments.apps "a" not found', false],
  ['error: no objects passed to scale', false],
  ['The connection to the server localhost:8080 was refused', false],
])('tells a wrong command line from what a server says: %s', (stderr, misused) => {
  expect(isMisused({ ...record(stderr), command: commandLine('kubectl scale --replicas=2 a') })).toBe(misused)
})

it.each([
  ['x; echo $?', ['1'], 1],
  ['x; echo $?', ['Waiting for node 1', '0'], undefined],
  ['x | wc -l; echo "rc $?"', ['1', 'rc 0'], undefined],
  ['x; echo "the code is $?; so"', ['the code is 2'], 2],
  ['x; echo rc $?; y', ['rc 3', '7'], 3],
  ['x; echo $?', ['node 1'], undefined],
  [`x${'\n'.repeat(100_000)}`, ['1'], undefined],
])('reads the exit code that %j shows in %j', (text, lines, code) => {
  expect(exitCodeShown(text, lines)).toBe(code)
})
