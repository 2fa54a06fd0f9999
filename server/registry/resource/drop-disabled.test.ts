import { describe, expect, it } from 'vitest'
import type { ResourceClaimSpec, ResourceClaimStatus } from '../../../api/resource-v1.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import { dropClaimFields, dropStatusFields } from './drop-disabled.ts'

const serverOf = (release: string, gates: Record<string, boolean> = {}) => ({
  gates: gatesOf(release, gates),
  release: loadRelease(release),
})
const spec = (): ResourceClaimSpec => ({
  devices: {
    requests: [
      {
        name: 'r',
        exactly: { deviceClassName: 'd', tolerations: [{ key: 'k' }], capacity: { requests: {} } },
      },
    ],
    constraints: [{ distinctAttribute: 'a.com/b' }],
  },
})
const allocated = (result: object): ResourceClaimStatus => ({
  allocation: {
    allocationTimestamp: '2026-01-01T00:00:00Z',
    devices: { results: [{ request: 'r', driver: 'd', pool: 'p', device: '0', ...result }] },
  },
})

describe('the fields of gates that are off', () => {
  it('go from new claims, those that upstream took from copies from 1.35 on', () => {
    const dropped = (release: string): ResourceClaimSpec => {
      const claim = spec()
      dropClaimFields(
        serverOf(release, { DRAConsumableCapacity: false, DRADeviceTaints: false }),
        claim,
        undefined,
      )
      return claim
    }
    const exactly = { deviceClassName: 'd' }
    expect(dropped('1.34').devices).toEqual({
      requests: [{ name: 'r', exactly: { ...exactly, tolerations: [{ key: 'k' }] } }],
      constraints: [{ distinctAttribute: 'a.com/b' }],
    })
    expect(dropped('1.35').devices).toEqual({ requests: [{ name: 'r', exactly }], constraints: [{}] })
  })

  it('stay in a status where the spec has been stored with the gate', () => {
    const off = serverOf('1.36', { DRAAdminAccess: false, DRAConsumableCapacity: false })
    const kept = (spec: ResourceClaimSpec): object => {
      const status = allocated({ adminAccess: true, shareID: 's' })
      dropStatusFields(off, { spec, status }, { spec, status: {} })
      const { adminAccess, shareID } = status.allocation!.devices!.results![0]!
      return { adminAccess, shareID }
    }
    expect(kept({})).toEqual({})
    expect(kept({ devices: { requests: [{ name: 'r', exactly: { adminAccess: true } as never }] } })).toEqual(
      {
        adminAccess: true,
      },
    )
    expect(kept({ devices: { constraints: [{ distinctAttribute: 'a.com/b' }] } })).toEqual({ shareID: 's' })
  })

  it('are with binding conditions the time of the allocation until 1.35', () => {
    const left = (release: string): object => {
      const status = allocated({ bindingConditions: ['a'] })
      dropStatusFields(
        serverOf(release, { DRADeviceBindingConditions: false }),
        { spec: {}, status },
        { spec: {}, status: {} },
      )
      return [
        status.allocation!.allocationTimestamp,
        status.allocation!.devices!.results![0]!.bindingConditions,
      ]
    }
    expect(left('1.34')).toEqual([undefined, undefined])
    expect(left('1.35')).toEqual(['2026-01-01T00:00:00Z', undefined])
  })
})
