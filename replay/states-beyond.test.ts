// What a sentence above a block denies of it.
import { expect, it } from 'vitest'
import { belies } from './states-beyond.ts'

it.each([
  ['It can also delete them:', ['no'], true],
  ['It can also delete them:', ['yes'], false],
  ['It cannot delete them:', ['no'], false],
  ['It cannot delete them:', ['yes'], true],
  ['It may list them:', ['no - no RBAC policy matched'], true],
  ['The kind is served:', ["error: the server doesn't have a resource type"], true],
  ['One is allowed, the other is not:', ['yes', 'no'], false],
])('%s %j', (text, shown, denied) => expect(belies(text, false, () => shown)).toBe(denied))
