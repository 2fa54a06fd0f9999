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

  it('take a class later where the gate is on, and another class of attributes as the release does', () => {
    const texts = (release: string, gates: Record<string, boolean>, now: object, old: object): string[] => {
      const context = {
        release: loadRelease(release),
        gates: gatesOf(release, gates),
      } as unknown as ServerContext
      return validateClaimChange(now, old, context, claimOptions(context, old)).map((error) =>
        errorText(error).replace(/\n.*/s, ''),
      )
    }
    const classed = claim('1Gi', { storageClassName: 'c' })
    expect(texts('1.25', {}, classed, claim('1Gi'))).toEqual([
      'spec: Forbidden: spec is immutable after creation except resources.requests for bound claims',
    ])
    expect(texts('1.25', { RetroactiveDefaultStorageClass: true }, classed, claim('1Gi'))).toEqual([])
    expect(texts('1.29', {}, classed, claim('1Gi'))).toEqual([])
    const gate = { VolumeAttributesClass: true }
    const gold = claim('1Gi', { volumeAttributesClassName: 'gold' })
    expect(texts('1.33', gate, claim('1Gi'), gold)).toEqual([
      'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      'spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden',
    ])
    expect(texts('1.34', gate, claim('1Gi'), gold)).toEqual([])
    const current = { ...gold, status: { phase: 'Bound', currentVolumeAttributesClassName: 'gold' } }
    expect(texts('1.34', gate, claim('1Gi'), current)).toEqual([
      'spec.volumeAttributesClassName: Forbidden: update to nil is forbidden when status.currentVolumeAttributesClassName is not nil',
    ])
  })

  it('take the class and the volume that they did not name', () => {
    expect(change(claim('1Gi', { storageClassName: 'c', volumeName: 'v' }), claim('1Gi'))).toEqual([])
    expect(
      change(claim('1Gi', { storageClassName: 'd' }), claim('1Gi', { storageClassName: 'c' })),
    ).toHaveLength(1)
  })
})
