import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlagDefinition, FlagError, type FlagFault } from './flag-definition.ts'
import { flagDefinitions } from './flag-definitions.ts'
import { parseFlags } from './parse-flags.ts'

const definitions: FlagDefinition[] = [
  { name: 'anonymous-auth', type: 'bool', default: 'true' },
  { name: 'bind-address', type: 'ip', default: '0.0.0.0' },
  { name: 'etcd-servers', type: 'strings', default: '[http://a,http://b]' },
  { name: 'event-ttl', type: 'duration', default: '1h0m0s' },
  { name: 'runtime-config', type: 'configurationMap' },
  { name: 'feature-gates', type: 'mapStringBool' },
  { name: 'secure-port', type: 'int', default: '6443' },
  { name: 'old', type: 'string', deprecated: 'use --new instead.' },
  { name: 'v', type: 'Level', shorthand: 'v' },
  { name: 'help', type: 'bool', shorthand: 'h' },
]
const parse = (...argv: string[]) => parseFlags(definitions, argv)
const problem = (...argv: string[]): string => {
  try {
    parse(...argv)
  } catch (error) {
    expect(error).toBeInstanceOf(FlagError)
    return (error as Error).message
  }
  throw new Error('no error')
}

describe('parseFlags', () => {
  it('reads the forms of a flag', () => {
    const { values, set, positional } = parse(
      '--secure-port=1',
      '--event-ttl',
      '1m30s',
      '-v2',
      '--anonymous_auth=false',
      'x',
      '--',
      '--y',
    )
    expect(values.number('secure-port')).toBe(1)
    expect(values.duration('event-ttl')).toBe(90_000)
    expect(values.number('v')).toBe(2)
    expect(values.bool('anonymous-auth')).toBe(false)
    expect([...set]).toEqual(['secure-port', 'event-ttl', 'v', 'anonymous-auth'])
    expect(positional).toEqual(['x', '--y'])
  })

  it('takes flags behind the first argument for arguments, where a program does', () => {
    const { values, positional } = parseFlags(definitions, ['-v2', 'x', '-v3', '--y'], {
      interspersed: false,
    })
    expect([values.number('v'), positional]).toEqual([2, ['x', '-v3', '--y']])
  })

  it.each<[string[], string, FlagFault?]>([
    [['--nosuch=1'], 'unknown --nosuch', { code: 'unknown', flag: 'nosuch' }],
    [['-hx'], 'letter x of x'],
    [['-v'], 'missing -v'],
    [['--secure-port'], 'missing --secure-port'],
    [
      ['--secure-port=x'],
      'invalid secure-port x: strconv.ParseInt: parsing "x": invalid syntax',
      { code: 'invalid', flag: 'secure-port', text: 'x' },
    ],
  ])('says in the words of a program what is wrong with %j', (argv, message, fault) => {
    const words = {
      unknown: (flag: string) => `unknown ${flag}`,
      unknownLetter: (letter: string, letters: string) => `letter ${letter} of ${letters}`,
      missing: (flag: string) => `missing ${flag}`,
      invalid: ({ name }: FlagDefinition, text: string, reason: string) =>
        `invalid ${name} ${text}: ${reason}`,
    }
    expect(() => parseFlags(definitions, argv, { words })).toThrow(new FlagError(message, { fault }))
  })

  it('gives defaults, replaces a default list and appends after that', () => {
    expect(parse().values.strings('etcd-servers')).toEqual(['http://a', 'http://b'])
    expect(parse('--etcd-servers=x', '--etcd-servers=y,"z,1"').values.strings('etcd-servers')).toEqual([
      'x',
      'y',
      'z,1',
    ])
    expect(parse('--secure-port=1', '--secure-port=2').values.number('secure-port')).toBe(2)
    expect([
      ...parse('--runtime-config=api/all', '--runtime-config=a/v1=false').values.map('runtime-config'),
    ]).toEqual([
      ['api/all', ''],
      ['a/v1', 'false'],
    ])
  })

  it('has the messages of pflag', () => {
    expect(problem('--no-such-flag=1')).toBe('unknown flag: --no-such-flag')
    expect(problem('-x')).toBe("unknown shorthand flag: 'x' in -x")
    expect(problem('--event-ttl')).toBe('flag needs an argument: --event-ttl')
    expect(problem('-v')).toBe("flag needs an argument: 'v' in -v")
    expect(problem('---a')).toBe('bad flag syntax: ---a')
    expect(problem('--secure-port=abc')).toBe(
      'invalid argument "abc" for "--secure-port" flag: strconv.ParseInt: parsing "abc": invalid syntax',
    )
    expect(problem('-v=abc')).toBe(
      'invalid argument "abc" for "-v, --v" flag: strconv.ParseUint: parsing "abc": invalid syntax',
    )
    expect(problem('--bind-address=bogus')).toBe(
      'invalid argument "bogus" for "--bind-address" flag: failed to parse IP: "bogus"',
    )
    expect(problem('--event-ttl=abc')).toBe(
      'invalid argument "abc" for "--event-ttl" flag: time: invalid duration "abc"',
    )
    expect(problem('--feature-gates=A')).toBe(
      'invalid argument "A" for "--feature-gates" flag: malformed pair, expect string=bool',
    )
  })

  it('gives the notice of a deprecated flag at every use', () => {
    expect(parse('--old=1', '--old=2').notices).toEqual(
      Array(2).fill('Flag --old has been deprecated, use --new instead.'),
    )
  })

  it('knows the flags of the releases', () => {
    const names = (minor: string) => flagDefinitions(minor, 'kube-apiserver').map((f) => f.name)
    expect(names('1.30')).not.toContain('emulated-version')
    expect(names('1.36')).toContain('min-compatibility-version')
    const { values } = parseFlags(flagDefinitions('1.36', 'kube-apiserver'), [
      '--feature-gates=A=true,kube:B=false',
    ])
    expect([...values.multimap('feature-gates')]).toEqual([
      ['', ['A=true']],
      ['kube', ['B=false']],
    ])
  })

  it('never throws anything but a FlagError', () => {
    const arg = fc.oneof(
      fc.string(),
      fc.constantFrom(...definitions.map((d) => `--${d.name}`)),
      fc.tuple(fc.constantFrom(...definitions), fc.string()).map(([d, v]) => `--${d.name}=${v}`),
    )
    fc.assert(
      fc.property(fc.array(arg), (argv) => {
        try {
          parseFlags(definitions, argv)
        } catch (error) {
          if (!(error instanceof FlagError)) throw error
        }
      }),
    )
  })
})
