import { describe, expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validateClaimChange } from './update-validation.ts'
import { claimOptions } from './validation.ts'

const server = {
  release: loadRelease('1.36'),
  gates: gatesOf('1.36', { RecoverVolumeExpansionFailure: false }),
} as unknown as ServerContext

describe('claims', () => {
  const claim = (storage: string, more = {}) => ({
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...more },
    status: { phase: 'Bound' },
  })
  const change = (now: object, old: object) => validateClaimChange(now, old, server, claimOptions(server))

  it('grow when bound', () => {
    expect(change(claim('2Gi'), claim('1Gi'))).toEqual([])
    expect(change(claim('1Gi'), claim('2Gi')).map(errorText)).toEqual([
      'spec.resources.requests.storage: Forbidden: field can not be less than previous value',
    ])
  })

  it('take the class and the volume that they did not name', () => {
    expect(change(claim('1Gi', { storageClassName: 'c', volumeName: 'v' }), claim('1Gi'))).toEqual([])
    expect(
      change(claim('1Gi', { storageClassName: 'd' }), claim('1Gi', { storageClassName: 'c' })),
    ).toHaveLength(1)
  })
})
