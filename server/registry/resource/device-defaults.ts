// Upstream: pkg/apis/resource/{v1,v1beta1,v1beta2}/defaults.go
import { deviceDialect } from './dialect.ts'

/** What one request for devices asks for; where its versions differ, it is the request itself or stands under `exactly`. */
interface DeviceRequest {
  deviceClassName?: string
  allocationMode?: string
  count?: number
  exactly?: DeviceRequest
  firstAvailable?: DeviceRequest[]
}
/** What a claim asks for, in the form of any version. */
export interface DefaultedClaimSpec {
  devices?: { requests?: DeviceRequest[] }
}

/** One device, where a request does not say how many. */
function setRequestDefaults(request: DeviceRequest, minor: number): void {
  for (const one of [
    ...(request.exactly === undefined ? [] : [request.exactly]),
    ...(request.firstAvailable ?? []),
  ])
    setCount(one)
  // One that has no class may have alternatives, since there are some.
  const asks = request.exactly === undefined && !deviceDialect(minor).hasAlternatives
  if (request.deviceClassName || asks) setCount(request)
}

function setCount(request: DeviceRequest): void {
  request.allocationMode ||= 'ExactCount'
  if (request.allocationMode === 'ExactCount') request.count ||= 1
}

/** What requests for devices leave out. */
export function setDeviceDefaults(spec: DefaultedClaimSpec | undefined, minor: number): void {
  for (const request of spec?.devices?.requests ?? []) setRequestDefaults(request, minor)
}

interface DeviceTaint {
  timeAdded?: string | null
}
interface Device {
  basic?: Device | null
  taints?: DeviceTaint[] | null
  nodeAllocatableResourceMappings?: Record<string, { allocationMultiplier?: string | null }> | null
}
/** What a slice offers; up to v1beta1 a device's own stands under `basic`. */
export interface DefaultedSliceSpec {
  devices?: Device[] | null
}
/** A taint without a time is of now. @param now RFC 3339 */
export function setTaintDefaults(taint: DeviceTaint | undefined, now: string): void {
  if (taint !== undefined) taint.timeAdded ??= now
}

/** What devices of a slice leave out. @param now RFC 3339 */
export function setSliceDefaults(spec: DefaultedSliceSpec | undefined, now: string): void {
  for (const device of spec?.devices ?? []) {
    const own = device.basic ?? device
    for (const taint of own.taints ?? []) setTaintDefaults(taint, now)
    for (const mapping of Object.values(own.nodeAllocatableResourceMappings ?? {}))
      mapping.allocationMultiplier ??= '1'
  }
}
