// Upstream: pkg/api/resourceclaimspec/util.go, pkg/registry/resource/{resourceclaim,resourceslice}/strategy.go (dropDisabledFields)
import type {
  Device,
  ResourceClaimSpec,
  ResourceClaimStatus,
  ResourceSliceSpec,
} from '../../../api/resource-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type FeatureGateReader, registeredAndOff } from '../../../featuregates/reader.ts'

/** Fields of a gate: set in an object, or taken away from it. */
interface GatedFields<T> {
  readonly gates: readonly string[]
  /** The objects with such fields, and which fields those are. */
  readonly fields: (
    object: T,
  ) => readonly (readonly [holder: object | null | undefined, names: readonly string[]])[]
}

const isSet = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0)
const fieldOf = (holder: object, name: string): unknown => (holder as Record<string, unknown>)[name]

/** Takes away the fields of gates that are off, where the stored object has none of the same gate. */
function dropFields<T>(
  all: readonly GatedFields<T>[],
  gates: FeatureGateReader,
  object: T,
  old: T | undefined,
): void {
  for (const one of all) {
    // A release that has a field before it has a gate for it never drops the field.
    if (!one.gates.some((gate) => registeredAndOff(gates, gate))) continue
    const inUse = (old === undefined ? [] : one.fields(old)).some(
      ([holder, names]) => holder != null && names.some((name) => isSet(fieldOf(holder, name))),
    )
    if (!inUse)
      for (const [holder, names] of one.fields(object))
        if (holder != null) for (const name of names) Reflect.deleteProperty(holder, name)
  }
}

const requestsOf = ({ devices }: ResourceClaimSpec) => devices?.requests ?? []
const exactOf = (spec: ResourceClaimSpec, names: readonly string[]) =>
  requestsOf(spec).map(({ exactly }) => [exactly, names] as const)
const allOf = (spec: ResourceClaimSpec, names: readonly string[]) =>
  requestsOf(spec).flatMap(({ exactly, firstAvailable }) =>
    [exactly, ...(firstAvailable ?? [])].map((one) => [one, names] as const),
  )

const claimFields: readonly GatedFields<ResourceClaimSpec>[] = [
  {
    gates: ['DRAPrioritizedList'],
    fields: (spec) => requestsOf(spec).map((one) => [one, ['firstAvailable']]),
  },
  { gates: ['DRADeviceTaints'], fields: (spec) => allOf(spec, ['tolerations']) },
  { gates: ['DRAAdminAccess'], fields: (spec) => exactOf(spec, ['adminAccess']) },
  {
    gates: ['DRAConsumableCapacity'],
    fields: (spec) => [
      ...(spec.devices?.constraints ?? []).map((one) => [one, ['distinctAttribute']] as const),
      ...allOf(spec, ['capacity']),
    ],
  },
]

const resultsOf = ({ allocation }: ResourceClaimStatus, ...names: string[]) =>
  (allocation?.devices?.results ?? []).map((one) => [one, names] as const)

const statusFields: readonly GatedFields<ResourceClaimStatus>[] = [
  { gates: ['DRAResourceClaimDeviceStatus'], fields: (status) => [[status, ['devices']]] },
  { gates: ['DRAAdminAccess'], fields: (status) => resultsOf(status, 'adminAccess') },
  {
    gates: ['DRAConsumableCapacity'],
    fields: (status) => [
      ...resultsOf(status, 'shareID', 'consumedCapacity'),
      ...(status.devices ?? []).map((one) => [one, ['shareID']] as const),
    ],
  },
  {
    gates: ['DRADeviceBindingConditions'],
    fields: (status) => resultsOf(status, 'bindingConditions', 'bindingFailureConditions'),
  },
]

const devicesOf = ({ devices }: ResourceSliceSpec, ...names: string[]) =>
  (devices ?? []).map((one) => [one, names] as const)
const attributesOf = ({ attributes }: Device) => Object.values(attributes ?? {})

const sliceFields: readonly GatedFields<ResourceSliceSpec>[] = [
  { gates: ['DRADeviceTaints'], fields: (spec) => devicesOf(spec, 'taints') },
  {
    gates: ['DRAPartitionableDevices'],
    fields: (spec) => [
      [spec, ['sharedCounters', 'perDeviceNodeSelection']],
      ...devicesOf(spec, 'consumesCounters', 'nodeName', 'nodeSelector', 'allNodes'),
    ],
  },
  {
    gates: ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
    fields: (spec) => devicesOf(spec, 'bindingConditions', 'bindingFailureConditions', 'bindsToNode'),
  },
  {
    gates: ['DRAConsumableCapacity'],
    fields: (spec) => [
      ...devicesOf(spec, 'allowMultipleAllocations'),
      ...(spec.devices ?? []).flatMap(({ capacity }) =>
        Object.values(capacity ?? {}).map((one) => [one, ['requestPolicy']] as const),
      ),
    ],
  },
  {
    gates: ['DRANodeAllocatableResources'],
    fields: (spec) => devicesOf(spec, 'nodeAllocatableResourceMappings'),
  },
  {
    gates: ['DRAListTypeAttributes'],
    fields: (spec) =>
      (spec.devices ?? []).flatMap((device) =>
        attributesOf(device).map((one) => [one, ['bools', 'ints', 'strings', 'versions']] as const),
      ),
  },
]

/** Drops what a claim may not ask for. @param old its spec as it is stored */
export const dropClaimFields = (
  gates: FeatureGateReader,
  spec: ResourceClaimSpec,
  old: ResourceClaimSpec | undefined,
): void => dropFields(claimFields, gates, spec, old)

/** Drops what a claim's status may not tell. @param old as it is stored */
export const dropStatusFields = (
  gates: FeatureGateReader,
  status: ResourceClaimStatus,
  old: ResourceClaimStatus | undefined,
): void => dropFields(statusFields, gates, status, old)

/** Drops what a slice may not offer. @param old as it is stored */
export const dropSliceFields = (
  gates: FeatureGateReader,
  spec: ResourceSliceSpec,
  old: ResourceSliceSpec | undefined,
): void => dropFields(sliceFields, gates, spec, old)

/** What 1.31 alone has of claims that a controller of their driver allocates (KEP-3063). */
interface ControlledSpec {
  controller?: string
}
interface ControlledStatus {
  allocation?: { controller?: string } | null
  deallocationRequested?: boolean
}

/** Drops what is about allocation by control planes of drivers from a claim. @param old as it is stored; undefined: it is new */
export function dropControllerFields(
  gates: FeatureGateReader,
  claim: KubeObject,
  old: KubeObject | undefined,
): void {
  if (!registeredAndOff(gates, 'DRAControlPlaneController')) return
  const [spec, specBefore] = partsOf<ControlledSpec>(claim, old, 'spec')
  const [status, before] = partsOf<ControlledStatus>(claim, old, 'status')
  const wasControlled = Boolean(specBefore.controller)
  if (!wasControlled) delete spec.controller
  if (old === undefined) return
  if (!wasControlled && before.allocation == null) delete status.allocation?.controller
  if (before.deallocationRequested !== true && !status.allocation?.controller)
    delete status.deallocationRequested
}

const partsOf = <T>(claim: KubeObject, old: KubeObject | undefined, part: string): [T, T] => [
  (claim[part] ?? {}) as T,
  (old?.[part] ?? {}) as T,
]
