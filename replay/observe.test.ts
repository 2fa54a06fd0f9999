import { expect, it } from 'vitest'
import { comparedText } from './observe.ts'

const record = (stdout: string, stderr: string, exitCode = 0) => ({
  stdout,
  stderr,
  exitCode,
  asserted: true,
})

it.each([
  ['what is printed, without warnings that are not shown', record('a\n', 'Warning: x\n'), ['a'], 'a\n'],
  ['with those that are', record('a\n', 'Warning: x\n'), ['Warning: x', 'a'], 'Warning: x\na\n'],
  ['in the order of the document', record('a\n', 'Warning: x\n'), ['a', 'Warning: x'], 'a\nWarning: x\n'],
  ['with errors where it failed', record('', 'The x is invalid\n', 1), ['no'], 'The x is invalid\n'],
  ['and what was printed before them', record('a', 'Error: x\n', 1), ['a', 'Error: x'], 'a\nError: x\n'],
  ['alone where its text only begins like an error', record('The end\n', 'W\n'), ['The end'], 'The end\n'],
])('compares %s', (_what, output, shown, text) => {
  expect(comparedText(output, shown)).toBe(text)
})
