import { afterEach, expect, it, vi } from 'vitest'
import { unforeseenText } from './error-stack.ts'
import { runHere } from './testing/run-here.ts'

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
  expect(unforeseenText(undefined, 'text', {})).toBe('kepsim: text (KEPSIM_DEBUG=1 shows where)\n')
})

it('follows the line of a command that is wrong', async () => {
  const line = /^kepsim gates: release 1\.99 is not known: [^\n]+\n/
  vi.stubEnv('KEPSIM_DEBUG', '')
  expect((await runHere(['gates', '--release', '1.99'])).stderr.replace(line, '')).toBe('')
  vi.stubEnv('KEPSIM_DEBUG', '1')
  expect((await runHere(['gates', '--release', '1.99'])).stderr.replace(line, '')).toMatch(/^( +at .*\n)+$/)
})
