import { expect, it } from 'vitest'
import { firstWord, readFlags, requireFlags } from './read-flags.ts'

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
