import { describe, expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { RulesAtWork } from '../testing/rules-at-work.ts'
import { type ClaimStatus, validateClaimStatus } from './claim-status.ts'
import { resourceClaimRules } from './strategy.ts'

const errorsOf = (
  status: ClaimStatus,
  old: ClaimStatus = {},
  { isDeleted = false, minor = 28 } = {},
): string[] => validateClaimStatus(status, old, isDeleted, minor).map(errorText)

const pod = (name: string) => ({ resource: 'pods', name, uid: name })
const allocated: ClaimStatus = { driverName: 'gpu.example.com', allocation: { shareable: true } }

describe('the status of a ResourceClaim', () => {
  it('is reserved once it is allocated, more than once where it is shareable', () => {
    expect(errorsOf({ reservedFor: [pod('a')] })).toEqual([
      'status.reservedFor: Forbidden: may not be specified when `allocated` is not set',
    ])
    expect(errorsOf({ ...allocated, reservedFor: [pod('a'), pod('b')] })).toEqual([])
    expect(errorsOf({ ...allocated, allocation: {}, reservedFor: [pod('a'), pod('b')] })).toEqual([
      'status.reservedFor: Forbidden: may not be reserved more than once',
    ])
    expect(errorsOf({ ...allocated, reservedFor: [pod('a'), { ...pod('b'), uid: 'a' }] })).toEqual([
      'status.reservedFor[1].uid: Duplicate value: "a"',
    ])
  })

  it('takes nobody new while it is deleted or deallocated, and lets others go', () => {
    const reserved = { ...allocated, reservedFor: [pod('a')] }
    const forbidden =
      'status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set'
    expect(errorsOf(reserved, allocated, { isDeleted: true })).toEqual([forbidden])
    expect(errorsOf(reserved, reserved, { isDeleted: true })).toEqual([])
    expect(errorsOf({ ...allocated, deallocationRequested: true }, reserved)).toEqual([])
  })

  it('is deallocated when nobody has it, which is not taken back', () => {
    const requested = { ...allocated, deallocationRequested: true }
    expect(errorsOf({ deallocationRequested: true })).toEqual([
      'status: Forbidden: `allocation` must be set when `deallocationRequested` is set',
    ])
    expect(
      errorsOf({ ...requested, reservedFor: [pod('a')] }, { ...allocated, reservedFor: [pod('a')] }),
    ).toEqual([
      'status.deallocationRequested: Forbidden: deallocation cannot be requested while `reservedFor` is set',
    ])
    expect(errorsOf(allocated, requested)).toEqual([
      'status.deallocationRequested: Forbidden: may not be cleared when `allocation` is set',
    ])
  })

  it('keeps its allocation from 1.27 on', () => {
    const other = { ...allocated, allocation: { shareable: false } }
    expect(errorsOf(other, allocated, { minor: 26 })).toEqual([])
    expect(errorsOf(other, allocated)[0]).toMatch(
      /^status\.allocation: Invalid value: .*: field is immutable$/,
    )
  })
})

it.each([
  [29, { b: 'c' }],
  [30, undefined],
])('of 1.%d is written with the labels %j', (minor, labels) => {
  const rules = new RulesAtWork(resourceClaimRules, { minor, traits: { group: 'resource.k8s.io' } })
  const claim = {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name: 'a', namespace: 'ns' },
  }
  const { object } = rules.update(claim, { metadata: { labels: { b: 'c' } } }, 'status')
  expect(object.metadata.labels).toEqual(labels)
})
