// The words are those of kube-apiserver 1.36.3 and 1.34.4.
import { describe, expect, it } from 'vitest'
import type { DeviceClaim, ResourceSliceSpec } from '../../../api/resource-v1.ts'
import { errorText, FieldPath } from '../../../apimachinery/field-error.ts'
import { validateDeviceClaim } from './claim-validation.ts'
import { validateSlice } from './slice-validation.ts'

const spec = FieldPath.of('spec')
const gates = { enabled: () => true, known: () => true, unregistered: () => true }
const claimErrors = (devices: DeviceClaim, minor = 36): string[] =>
  validateDeviceClaim({ devices }, spec, { minor, gates, stored: false }).map(errorText)
const sliceErrors = (slice: ResourceSliceSpec): string[] =>
  validateSlice(
    { driver: 'example.com', pool: { name: 'p', resourceSliceCount: 1 }, ...slice },
    undefined,
    spec,
    36,
  ).map(errorText)

const request = { name: 'r', exactly: { deviceClassName: 'd', allocationMode: 'ExactCount', count: 1 } }

describe('a claim for devices', () => {
  it('asks in one way for each of its requests', () => {
    expect(claimErrors({ requests: [request] })).toEqual([])
    expect(claimErrors({ requests: [{ name: 'r' }] })).toEqual([
      'spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
    ])
    expect(claimErrors({ requests: [request, request] })).toEqual([
      'spec.devices.requests[1]: Duplicate value: "r"',
    ])
    expect(claimErrors({ requests: [request, request] }, 34)).toEqual([
      'spec.devices.requests[1].name: Duplicate value: "r"',
    ])
  })

  it('names requests of its own in constraints', () => {
    const text =
      "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
    expect(
      claimErrors({ requests: [request], constraints: [{ requests: ['x'], matchAttribute: 'a.com/b' }] }),
    ).toEqual([`spec.devices.constraints[0].requests[0]: Invalid value: "x": ${text}`])
  })

  it('selects devices by expressions that give bool', () => {
    const withSelector = (expression: string): DeviceClaim => ({
      requests: [{ name: 'r', exactly: { ...request.exactly, selectors: [{ cel: { expression } }] } }],
    })
    expect(claimErrors(withSelector('device.driver == "a" && device.attributes["a"].b'))).toEqual([])
    expect(claimErrors(withSelector('device.driver'))).toEqual([
      'spec.devices.requests[0].exactly.selectors[0].cel.expression: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string',
    ])
  })
})

describe('a slice', () => {
  it('says which nodes reach its devices', () => {
    expect(sliceErrors({ nodeName: 'n', devices: [{ name: 'd0' }] })).toEqual([])
    expect(sliceErrors({})).toEqual([
      'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
    ])
    expect(sliceErrors({ nodeName: 'n', allNodes: true })).toEqual([
      'spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
    ])
  })

  it('gives each attribute one value', () => {
    expect(sliceErrors({ nodeName: 'n', devices: [{ name: 'd', attributes: { a: {} } }] })).toEqual([
      'spec.devices[0].attributes[a]: Invalid value: "": exactly one value must be specified',
    ])
  })
})
