// Upstream: pkg/apis/resource/{v1,v1beta1,v1beta2}/defaults.go

/** What one request for devices asks for; where its versions differ, it is the request itself or stands under `exactly`. */
interface DeviceRequest {
  deviceClassName?: string
  allocationMode?: string
  count?: number
  exactly?: DeviceRequest
  firstAvailable?: DeviceRequest[]
}
/** What a claim asks for. */
export interface DeviceClaimSpec {
  devices?: { requests?: DeviceRequest[] }
}

/** One device, where a request does not say how many. */
function setRequestDefaults(request: DeviceRequest): void {
  for (const one of [
    ...(request.exactly === undefined ? [] : [request.exactly]),
    ...(request.firstAvailable ?? []),
  ])
    setCount(one)
  if (request.deviceClassName) setCount(request)
}

function setCount(request: DeviceRequest): void {
  request.allocationMode ||= 'ExactCount'
  if (request.allocationMode === 'ExactCount') request.count ||= 1
}

/** What requests for devices leave out. */
export function setDeviceDefaults(spec: DeviceClaimSpec | undefined): void {
  for (const request of spec?.devices?.requests ?? []) setRequestDefaults(request)
}
