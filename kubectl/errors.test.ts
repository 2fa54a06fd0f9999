import { expect, it } from 'vitest'
import {
  ErrorList,
  fatalText,
  KubectlError,
  PlainError,
  ServerError,
  SilentExit,
  withSource,
} from './errors.ts'

const invalid = (causes: object[]): ServerError =>
  new ServerError({
    reason: 'Invalid',
    code: 422,
    message: 'm',
    details: { kind: 'Service', name: 'x', causes },
  })

it.each([
  [new KubectlError('no'), 'error: no\n'],
  [new PlainError('The connection …'), 'The connection …\n'],
  [new SilentExit(1), ''],
  [
    new ServerError({ reason: 'NotFound', message: 'pods "x" not found' }),
    'Error from server (NotFound): pods "x" not found\n',
  ],
  [new ServerError({ message: 'm' }), 'Error from server: m\n'],
  [
    new ServerError({ reason: 'Unauthorized', message: 'm' }),
    'error: You must be logged in to the server (m)\n',
  ],
  [
    invalid([{ field: 'spec', message: 'Required value' }]),
    'The Service "x" is invalid: spec: Required value\n',
  ],
  [
    invalid([
      { field: 'a', message: '1' },
      { field: 'b', message: '2' },
      { field: 'a', message: '1' },
    ]),
    'The Service "x" is invalid: \n* a: 1\n* b: 2\n',
  ],
  [
    new ErrorList([new KubectlError('a'), new ServerError({ reason: 'X', message: 'b' })]),
    'a\nError from server (X): b\n',
  ],
  [new ErrorList([new KubectlError('a')]), 'error: a\n'],
])('%s', (error, text) => {
  expect(fatalText(error)).toBe(text)
})

it('names the file of a refusal', () => {
  const error = withSource('creating', 'a.yaml', new ServerError({ reason: 'Forbidden', message: 'no' }))
  expect(fatalText(error)).toBe('Error from server (Forbidden): error when creating "a.yaml": no\n')
})
