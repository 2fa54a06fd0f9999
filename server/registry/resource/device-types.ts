// resource.k8s.io of the releases whose claims hold requests for devices, in the form of v1

import type { NodeSelector } from '../../../api/core-v1.ts'
import type { Condition } from '../../../api/meta-v1.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'

type Optional<T> = T | null | undefined

/** A taint of a device. */
export interface DeviceTaint {
  key?: string
  value?: string
  effect?: string
  timeAdded?: Optional<string>
}

/** What taints a request tolerates. */
export interface DeviceToleration {
  key?: string
  operator?: string
  value?: string
  effect?: string
}

/** An expression over a device. */
export interface DeviceSelector {
  cel?: Optional<{ expression?: string }>
}

/** A request for devices of one class; with a name, where it is one of several alternatives. */
export interface ExactRequest {
  name?: string
  deviceClassName?: string
  selectors?: Optional<DeviceSelector[]>
  allocationMode?: string
  count?: number
  adminAccess?: Optional<boolean>
  tolerations?: Optional<DeviceToleration[]>
  capacity?: unknown
}

/** A request of a claim. */
export interface DeviceRequest {
  name?: string
  exactly?: Optional<ExactRequest>
  firstAvailable?: Optional<ExactRequest[]>
}

/** What a driver gets. */
export interface DeviceConfiguration {
  source?: string
  requests?: Optional<string[]>
  opaque?: Optional<{ driver?: string; parameters?: unknown }>
}

/** What devices of several requests have in common, or not. */
export interface DeviceConstraint {
  requests?: Optional<string[]>
  matchAttribute?: Optional<string>
  distinctAttribute?: Optional<string>
}

/** DeviceClaim. */
export interface DeviceClaim {
  requests?: Optional<DeviceRequest[]>
  constraints?: Optional<DeviceConstraint[]>
  config?: Optional<DeviceConfiguration[]>
}

/** ResourceClaimSpec. */
export interface DeviceClaimSpec {
  devices?: Optional<DeviceClaim>
}

/** ResourceClaimTemplateSpec. */
export interface DeviceClaimTemplateSpec {
  metadata?: ObjectMeta
  spec?: DeviceClaimSpec
}

/** Conditions of which a device's binding waits for. */
export interface BindingConditions {
  bindingConditions?: Optional<string[]>
  bindingFailureConditions?: Optional<string[]>
}

/** A device that a request got. */
export interface RequestResult extends BindingConditions {
  request?: string
  driver?: string
  pool?: string
  device?: string
  adminAccess?: Optional<boolean>
  shareID?: Optional<string>
  consumedCapacity?: unknown
}

/** What a driver tells about a device. */
export interface AllocatedDevice {
  driver?: string
  pool?: string
  device?: string
  shareID?: Optional<string>
  conditions?: Optional<Condition[]>
  data?: unknown
  networkData?: Optional<{
    interfaceName?: string
    ips?: Optional<string[]>
    hardwareAddress?: string
  }>
}

/** Who uses a claim. */
export interface Consumer {
  apiGroup?: string
  resource?: string
  name?: string
  uid?: string
}

/** ResourceClaimStatus. */
export interface DeviceClaimStatus {
  allocation?: Optional<{
    devices?: { results?: Optional<RequestResult[]>; config?: Optional<DeviceConfiguration[]> }
    nodeSelector?: Optional<NodeSelector>
  }>
  reservedFor?: Optional<Consumer[]>
  devices?: Optional<AllocatedDevice[]>
}

/** DeviceClassSpec. */
export interface DeviceClassSpec {
  selectors?: Optional<DeviceSelector[]>
  config?: Optional<DeviceConfiguration[]>
  extendedResourceName?: Optional<string>
}

/** A value of a device; one of the fields. */
export interface DeviceAttribute {
  bool?: Optional<boolean>
  int?: Optional<number>
  string?: Optional<string>
  version?: Optional<string>
  bools?: Optional<boolean[]>
  ints?: Optional<number[]>
  strings?: Optional<string[]>
  versions?: Optional<string[]>
}

/** The steps or values that a request for a share may name. */
export interface RequestPolicy {
  default?: Optional<string>
  validValues?: Optional<string[]>
  validRange?: Optional<{ min?: Optional<string>; max?: Optional<string>; step?: Optional<string> }>
}

/** A capacity of a device. */
export interface DeviceCapacity {
  value?: string
  requestPolicy?: Optional<RequestPolicy>
}

/** Counters by their names. */
export type Counters = Readonly<Record<string, { value?: string }>>

/** Which nodes reach a device. */
export interface NodeChoice {
  nodeName?: Optional<string>
  nodeSelector?: Optional<NodeSelector>
  allNodes?: Optional<boolean>
}

/** Device. */
export interface Device extends NodeChoice, BindingConditions {
  name?: string
  attributes?: Optional<Record<string, DeviceAttribute>>
  capacity?: Optional<Record<string, DeviceCapacity>>
  taints?: Optional<DeviceTaint[]>
  consumesCounters?: Optional<{ counterSet?: string; counters?: Optional<Counters> }[]>
  bindsToNode?: Optional<boolean>
  allowMultipleAllocations?: Optional<boolean>
  nodeAllocatableResourceMappings?: Optional<
    Record<string, { capacityKey?: Optional<string>; allocationMultiplier?: Optional<string> }>
  >
}

/** ResourceSliceSpec. */
export interface SliceSpec extends NodeChoice {
  driver?: string
  pool?: { name?: string; generation?: number; resourceSliceCount?: number }
  devices?: Optional<Device[]>
  perDeviceNodeSelection?: Optional<boolean>
  sharedCounters?: Optional<{ name?: string; counters?: Optional<Counters> }[]>
}

/** DeviceTaintRuleSpec. */
export interface TaintRuleSpec {
  deviceSelector?: Optional<{
    driver?: Optional<string>
    pool?: Optional<string>
    device?: Optional<string>
    deviceClassName?: Optional<string>
    selectors?: Optional<DeviceSelector[]>
  }>
  taint?: DeviceTaint
}
