import { describe, expect, test } from 'vitest'
import { canonical } from './canonical.ts'

/** An answer whose status a first manager wrote, and its condition a second one. */
const answer = (time: object, order: 'asked' | 'turned' = 'asked'): object => {
  const of = (manager: string, condition: object): object => ({
    manager,
    operation: 'Update',
    fieldsV1: { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': condition } } },
  })
  const managers = [
    of('first', { '.': {}, 'f:lastTransitionTime': {}, 'f:type': {} }),
    of('second', { ...time, 'f:status': {} }),
  ]
  return { body: { metadata: { managedFields: order === 'asked' ? managers : managers.reverse() } } }
}
const within = answer({})

describe('canonical: an answer is the same, whether or not a second ended while it was made', () => {
  test.each([
    ['the time of a condition that another wrote over', answer({ 'f:lastTransitionTime': {} })],
    ['the order of managers', answer({}, 'turned')],
  ])('%s', (_what, other) => expect(canonical(other)).toEqual(canonical(within)))

  test('what the writer of a condition owns stays, and the answer itself is as before', () => {
    const given = answer({ 'f:lastTransitionTime': {} })
    expect(JSON.stringify(canonical(given)).match(/f:lastTransitionTime/g)).toHaveLength(1)
    expect(given).toEqual(answer({ 'f:lastTransitionTime': {} }))
  })

  test('another field that a manager owns makes another answer', () =>
    expect(canonical(answer({ 'f:reason': {} }))).not.toEqual(canonical(within)))
})
