import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const output = 'kind: Node\nmetadata:\n  name: a\n  uid: 1f\nstatus:\n  version: ""\n'

test('folds what the document leaves out, and keeps what it binds beside the real line', () => {
  expect(diffLines(['kind: Node', '...', '  uid: 99', '...'], 10, output, [])).toEqual([
    { kind: 'same', text: 'kind: Node' },
    { kind: 'unshown', text: 'metadata:' },
    { kind: 'unshown', text: '  name: a' },
    { kind: 'bound', text: '  uid: 1f', documented: '  uid: 99' },
    { kind: 'unshown', text: 'status:' },
    { kind: 'unshown', text: '  version: ""' },
  ])
})

test('a line that differs stands over the real one, at its place', () => {
  const lines = diffLines(['kind: Node', '...', '  version: v1'], 10, output, [
    { line: 12, expected: '  version: v1', actual: '  version: ""' },
  ])
  expect(lines.slice(-2)).toEqual([
    { kind: 'missing', text: '  version: v1' },
    { kind: 'extra', text: '  version: ""' },
  ])
  expect(lines).toHaveLength(7)
})

test('a line that is not printed at all, and one that the document does not show', () => {
  const lines = diffLines(['a', 'gone'], 1, 'a\nmore\n', [
    { line: 2, expected: 'gone' },
    { line: 2, expected: '', actual: 'more' },
  ])
  expect(lines).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'missing', text: 'gone' },
    { kind: 'extra', text: 'more' },
  ])
})
