import { afterEach, expect, it, vi } from 'vitest'
import { printsLog, unforeseenText } from './error-stack.ts'
import { runHere } from './testing/run-here.ts'

function fails(): never {
  throw new Error('of a getter')
}

afterEach(() => vi.unstubAllEnvs())

it('is left out, and asked for by a variable', () => {
  const error = new TypeError('x is\nnot \u001b[2Ja function')
  expect(unforeseenText('skew', error, {})).toBe(
    'kepsim skew: TypeError: x is␊not ␛[2Ja function (KEPSIM_DEBUG=1 shows where)\n',
  )
  expect(unforeseenText('skew', error, { KEPSIM_DEBUG: '0' })).not.toContain(' at ')
  expect(unforeseenText('skew', error, { KEPSIM_DEBUG: '1' })).toMatch(
    /^kepsim skew: TypeError: x is␊not ␛\[2Ja function\n( +at .*\n)+$/,
  )
  expect(unforeseenText(undefined, 'text', {})).toBe('kepsim: text\n')
})

it('tells what is behind an error, each once', () => {
  const first = new RangeError('too\nfar')
  const error = new AggregateError([first, 'a text'], 'all', { cause: new Error('why', { cause: first }) })
  Object.assign(first, { cause: error })
  const told = unforeseenText('skew', error, { KEPSIM_DEBUG: '1' })
  expect(told.split('\n').filter((line) => !/^ +at /.test(line))).toEqual([
    'kepsim skew: AggregateError: all',
    '  caused by: Error: why',
    '  caused by: RangeError: too␊far',
    '  one of its errors: a text',
    '',
  ])
  expect(unforeseenText('skew', error, {})).toBe(
    'kepsim skew: AggregateError: all (KEPSIM_DEBUG=1 shows where)\n',
  )
})

it.each([
  ['nothing', undefined, 'undefined'],
  ['what has no prototype', Object.create(null), '[Object: null prototype] {}'],
  ['a symbol', Symbol('s'), 'Symbol(s)'],
  ['a name that is a symbol', Object.assign(new Error('m'), { name: Symbol('n') }), 'Symbol(n): m'],
  [
    'a message that is no text',
    Object.assign(new Error(), { message: Object.create(null) }),
    /^(Error|\[object Error\]|something that)/,
  ],
  [
    'a getter that throws',
    Object.defineProperty(new Error('m'), 'message', { get: fails }),
    /^(Error: m|\[object Error\]|something that)/,
  ],
  ['a stack that throws', Object.defineProperty(new Error('m'), 'stack', { get: fails }), 'Error: m'],
  ['a cause that throws', Object.defineProperty({}, 'cause', { get: fails }), '[object Object]'],
  ['a text that throws', { toString: fails }, '{ toString: [Function: fails] }'],
  ['a proxy that throws', new Proxy({}, { get: fails, getPrototypeOf: fails }), '{}'],
])('tells of %s in a line', (_name, thrown, message) => {
  for (const KEPSIM_DEBUG of ['', '1']) {
    const [line, ...more] = unforeseenText('skew', thrown, { KEPSIM_DEBUG }).split('\n')
    expect(line!.replace(/^kepsim skew: | \(KEPSIM_DEBUG=1 shows where\)$/g, '')).toMatch(message)
    for (const one of more) expect(one).toMatch(/^( +at .*)?$/)
  }
})

it('is part of a log, without being asked for', () => {
  const kinds = [['kube-apiserver', '--v=2'], ['up', '--detached', '-d'], ['up'], ['skew', '--detached'], []]
  expect(kinds.map((args) => printsLog(args))).toEqual([true, true, false, false, false])
})

it('follows the line of a command that is wrong', async () => {
  const line = /^kepsim gates: release 1\.99 is not known: [^\n]+\n/
  vi.stubEnv('KEPSIM_DEBUG', '')
  expect((await runHere(['gates', '--release', '1.99'])).stderr.replace(line, '')).toBe('')
  vi.stubEnv('KEPSIM_DEBUG', '1')
  expect((await runHere(['gates', '--release', '1.99'])).stderr.replace(line, '')).toMatch(/^( +at .*\n)+$/)
})
