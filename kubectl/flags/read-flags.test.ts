import { expect, it } from 'vitest'
import { definitionsOf, firstWord, readFlags, requireFlags } from './read-flags.ts'

it('reads the flags of a command and the global ones', () => {
  const { values, positional, set } = readFlags('get', [
    'pods',
    '-n',
    'x',
    '-oyaml',
    '-A',
    '-l',
    'a=b',
    '--watch=false',
  ])
  expect(positional).toEqual(['pods'])
  expect(values.string('namespace')).toBe('x')
  expect(values.string('output')).toBe('yaml')
  expect(values.bool('all-namespaces')).toBe(true)
  expect(values.bool('watch')).toBe(false)
  expect(set.has('selector')).toBe(true)
})

it('gives a shorthand to the command where both have it', () => {
  expect(readFlags('logs', ['-f', '-p']).values.bool('follow')).toBe(true)
  expect(readFlags('patch', ['-p', '{}', '-f', 'x']).values.strings('filename')).toEqual(['x'])
})

it('knows what a flag stands for alone', () => {
  expect(readFlags('apply', ['--dry-run', '--validate']).values.string('dry-run')).toBe('unchanged')
  expect(readFlags('delete', ['--cascade']).values.string('cascade')).toBe('background')
})

it('divides lists at commas where kubectl does', () => {
  expect(readFlags('create role', ['--verb=get,list']).values.strings('verb')).toEqual(['get', 'list'])
  expect(readFlags('create configmap', ['--from-literal=a=b,c']).values.strings('from-literal')).toEqual([
    'a=b,c',
  ])
})

it('keeps what follows the dashes apart', () => {
  const line = readFlags('exec', ['pod', '--', 'ls', '-l'])
  expect(line.positional).toEqual(['pod'])
  expect(line.command).toEqual(['ls', '-l'])
})

it('takes what follows the dashes as arguments where no program is named', () => {
  const line = readFlags('logs', ['-f', '--', '-pod', 'c'])
  expect(line.positional).toEqual(['-pod', 'c'])
  expect(line.command).toBe(undefined)
})

it.each([
  ['get', ['--frob'], "unknown flag: --frob\nSee 'kubectl get --help' for usage."],
  ['get', ['-Z'], "unknown shorthand flag: 'Z' in -Z\nSee 'kubectl get --help' for usage."],
  [
    'scale',
    ['--replicas=x'],
    'invalid argument "x" for "--replicas" flag: strconv.ParseInt: parsing "x": invalid syntax',
  ],
  ['get', ['-n'], "flag needs an argument: 'n' in -n"],
])('refuses kubectl %s %j', (path, args, message) => {
  expect(() => readFlags(path, args)).toThrow(message)
})

it('names all required flags that are missing', () => {
  expect(() => requireFlags('create cronjob', new Set())).toThrow(
    'required flag(s) "image", "schedule" not set',
  )
  expect(() => requireFlags('scale', new Set(['replicas']))).not.toThrow()
})

it('finds the command behind global flags', () => {
  expect(firstWord(['-n', 'x', '--context=y', '-v', '3', 'get', 'pods'])).toBe(5)
  expect(firstWord(['--insecure-skip-tls-verify', 'get'])).toBe(1)
  expect(firstWord(['--', 'get'])).toBe(-1)
})

// As `kubectl COMMAND --help` of 1.27 to 1.33 has them, and the sources of the others.
it.each<[string, string, number, Record<string, string>]>([
  ['apply', 'subresource', 32, {}],
  ['attach', 'detach-keys', 36, {}],
  ['config set-credentials', 'exec-interactive-mode', 30, {}],
  ['diff', 'concurrency', 28, {}],
  ['kustomize', 'helm-kube-version', 31, {}],
  ['kustomize', 'helm-debug', 32, {}],
  ['logs', 'all-pods', 31, {}],
  ['delete', 'interactive', 29, {}],
  ['delete', 'interactive', 28, { KUBECTL_INTERACTIVE_DELETE: 'true' }],
  ['debug', 'custom', 31, {}],
  ['debug', 'custom', 30, { KUBECTL_DEBUG_CUSTOM_PROFILE: 'true' }],
])('%s has --%s since 1.%d, in the environment %j', (path, name, minor, variables) => {
  const env = new Map(Object.entries(variables))
  const has = (of: number): boolean => definitionsOf(path, of, env).some((flag) => flag.name === name)
  expect([has(minor - 1), has(minor)]).toEqual([false, true])
})

it('explain has a letter for its --output since 1.32, and run deprecates what it does not use until 1.30', () => {
  const letter = (minor: number) =>
    definitionsOf('explain', minor).find(({ name }) => name === 'output')?.shorthand
  expect([letter(31), letter(32)]).toEqual([undefined, 'o'])
  const notices = (minor: number) => readFlags('run', ['--force'], minor).notices
  expect([25, 26, 30, 31].map((minor) => notices(minor).length)).toEqual([0, 1, 1, 0])
})
