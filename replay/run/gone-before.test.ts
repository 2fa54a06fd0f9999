// Waiting for what is gone.
import { describe, expect, it } from 'vitest'
import { goneBefore } from './gone-before.ts'

const wait = { text: 'kubectl wait --for=delete pod/db-2', stdout: '', exitCode: 0 }
const had = (resource: string, name: string): boolean => resource === 'pods' && name === 'db-2'

describe('what a wait for a deletion prints', () => {
  it('is what the document shows of an object that was there', () => {
    expect(goneBefore(wait, ['pod/db-2 condition met'], had)).toBe('pod/db-2 condition met\n')
  })
  it.each([
    ['of another object', wait, 'pod/db-1 condition met'],
    [
      'of one that never was',
      { ...wait, text: 'kubectl wait --for=delete pod/db-3' },
      'pod/db-3 condition met',
    ],
    ['of another kind', wait, 'service/db-2 condition met'],
    ['where it saw it go', { ...wait, stdout: 'pod/db-2 condition met\n' }, 'pod/db-2 condition met'],
    ['where it failed', { ...wait, exitCode: 1 }, 'pod/db-2 condition met'],
    [
      'of another condition',
      { ...wait, text: 'kubectl wait --for=condition=Ready pod/db-2' },
      'pod/db-2 condition met',
    ],
    ['that is something else', wait, 'pod "db-2" deleted'],
  ])('is not taken from it %s', (_what, record, line) => {
    expect(goneBefore(record, [line], had)).toBeUndefined()
  })
})
