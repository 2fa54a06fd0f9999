import { describe, expect, it } from 'vitest'
import { InputError } from '../input-error.ts'
import { judgeExplicit, readExplicitCheck } from './explicit-check.ts'

const printed = (stdout: string, exitCode = 0, stderr = '') => ({ stdout, stderr, exitCode })
const read = (words: string) => readExplicitCheck(`<!-- kepsim: ${words} -->`, 7)

describe('readExplicitCheck', () => {
  it('takes the command as written', () => {
    expect(read(`kubectl get job j -o jsonpath='{.items[?(@.a == "b")].x}' == "0"`)).toEqual({
      command: `kubectl get job j -o jsonpath='{.items[?(@.a == "b")].x}'`,
      test: { is: 'equals', value: '0' },
      line: 7,
      text: `kubectl get job j -o jsonpath='{.items[?(@.a == "b")].x}' == "0"`,
    })
  })
  it.each(['<!-- a remark -->', '<!-- kepsim: skip -->', '<!-- kepsim: clock +5m -->', 'text'])(
    '%s is none',
    (comment) => {
      expect(readExplicitCheck(comment, 1)).toBeUndefined()
    },
  )
  it.each(['kubectl get pods', '== 1', 'kubectl get pods ==', 'kubectl get pods < a', ''])(
    'refuses %j',
    (words) => {
      expect(() => read(words)).toThrow(InputError)
      expect(() => read(words)).toThrow(/write COMMAND OPERATOR VALUE/)
    },
  )
})

describe('judgeExplicit', () => {
  it.each([
    ['kubectl x == "0"', printed('0\n'), 'holds'],
    ['kubectl x == "0"', printed('"0"\n'), 'holds'],
    ['kubectl x == 0', printed('1'), 'fails'],
    ['kubectl x != 0', printed('1'), 'holds'],
    ['kubectl x != 0', printed('', 1, 'refused'), 'fails'],
    ['kubectl x contains "a b"', printed('1 a b 2'), 'holds'],
    ['kubectl x does not contain b', printed('a'), 'holds'],
    ['kubectl x does not contain b', printed('', 1, 'refused'), 'fails'],
    ['kubectl x matches "a*c?"', printed('abbbcd'), 'holds'],
    ['kubectl x matches "a*c?"', printed('abbbc'), 'fails'],
    ['kubectl x | grep y is empty', printed('', 1), 'holds'],
    ['kubectl x is empty', printed('', 1, 'refused'), 'fails'],
    ['kubectl x is not empty', printed('a'), 'holds'],
    ['kubectl x >= 2', printed('2'), 'holds'],
    ['kubectl x > 2', printed('2'), 'fails'],
    ['kubectl x < 2', printed(''), 'fails'],
    ['kubectl x fails', printed('', 1, 'no'), 'holds'],
    ['kubectl x fails', printed(''), 'fails'],
    ['kubectl x fails with "not found"', printed('', 1, 'it was not found'), 'holds'],
    ['kubectl x fails with "not found"', printed('', 1, 'refused'), 'fails'],
    ['kubectl x succeeds', printed(''), 'holds'],
  ])('%s with %j %s', (words, output, verdict) => {
    expect(judgeExplicit(read(words)!, output).verdict).toBe(verdict)
  })
})
