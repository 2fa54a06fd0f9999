import { expect, it } from 'vitest'
import { gatesOf } from '../../component-base/testing/gates-of.ts'
import { errorText, FieldPath } from '../field-error.ts'
import { type LoggingConfiguration, validateLogging } from './logging.ts'

const sound: LoggingConfiguration = { format: 'text', flushFrequency: '5s', verbosity: 0 }
const errorsIn = (changes: LoggingConfiguration, minor = 36): string[] =>
  validateLogging({ ...sound, ...changes }, FieldPath.of('logging'), {
    gates: gatesOf(`1.${minor}`),
    minor,
  }).map(errorText)

it.each([
  ['sound', {}, 36, []],
  [
    'an unknown format',
    { format: 'xml' },
    36,
    ['logging.format: Invalid value: "xml": Unsupported log format'],
  ],
  [
    'too high a verbosity',
    { verbosity: 2 ** 31 },
    36,
    ['logging.verbosity: Invalid value: 2147483648: Must be <= 2147483647'],
  ],
  [
    'too high a verbosity, in Go syntax',
    { verbosity: 2 ** 31 },
    33,
    ['logging.verbosity: Invalid value: 0x80000000: Must be <= 2147483647'],
  ],
  [
    'no flushing',
    { flushFrequency: 0 },
    35,
    ['logging.flushFrequency: Invalid value: 0: Must be greater than zero'],
  ],
  ['no flushing, unasked', { flushFrequency: 0 }, 34, []],
  ['an empty buffer, written with a unit', { options: { text: { infoBufferSize: '0Ki' } } }, 36, []],
  [
    'a buffer without the gate',
    { options: { json: { infoBufferSize: '1Ki' } } },
    36,
    ['logging.options.json.infoBufferSize: Forbidden: Feature LoggingAlphaOptions is disabled'],
  ],
  [
    'modules with json',
    { format: 'json', vmodule: [{ filePattern: 'a=b', verbosity: 1 }] },
    36,
    [
      'logging.vmodule: Forbidden: Only supported for text log format',
      'logging.vmodule[0]: Invalid value: "a=b": File pattern must not contain equal sign or comma',
    ],
  ],
])('%s', (_what, changes, minor, expected) => {
  expect(errorsIn(changes, minor)).toEqual(expected)
})
