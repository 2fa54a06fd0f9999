// Upstream: pkg/api/resourceclaimspec/util.go, pkg/registry/resource/{resourceclaim,resourceslice}/strategy.go (dropDisabledFields)
import type {
  Device,
  ResourceClaimSpec,
  ResourceClaimStatus,
  ResourceSliceSpec,
} from '../../../api/resource-v1.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type FeatureGateReader, registeredAndOff } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { deviceDialect } from './dialect.ts'

/** The gates of a server, and its release. */
type GatesOfRelease = Pick<ServerContext, 'gates' | 'release'>

type Holders = readonly (readonly [holder: object | null | undefined, names: readonly string[]])[]

/** Fields of a gate: set in an object, or taken away from it. */
interface GatedFields<T> {
  readonly gates: readonly string[]
  /** The objects with such fields, and which fields those are. */
  readonly fields: (object: T) => Holders
  /** The fields that keep these where a stored object has one of them; undefined: the fields themselves. */
  readonly use?: (object: T) => Holders
  /** Whether a release drops them; undefined: all do that have the gates. */
  readonly dropped?: (differences: ReturnType<typeof deviceDialect>) => boolean
}

const isSet = (value: unknown): boolean => value != null && !(Array.isArray(value) && value.length === 0)
const fieldOf = (holder: object, name: string): unknown => (holder as Record<string, unknown>)[name]

/** Takes away the fields of gates that are off, where the stored object has none of the same gate. */
function dropFields<T>(
  all: readonly GatedFields<T>[],
  { gates, release }: GatesOfRelease,
  object: T,
  old: T | undefined,
): void {
  const differences = deviceDialect(release.minor)
  for (const one of all) {
    if (one.dropped?.(differences) === false) continue
    // A release that has a field before it has a gate for it never drops the field.
    if (!one.gates.some((gate) => registeredAndOff(gates, gate))) continue
    const inUse = (old === undefined ? [] : (one.use ?? one.fields)(old)).some(
      ([holder, names]) => holder != null && names.some((name) => isSet(fieldOf(holder, name))),
    )
    if (!inUse)
      for (const [holder, names] of one.fields(object))
        for (const name of names) dropField(holder, name as never)
  }
}

const requestsOf = ({ devices }: ResourceClaimSpec) => devices?.requests ?? []
const exactOf = (spec: ResourceClaimSpec, names: readonly string[]) =>
  requestsOf(spec).map(({ exactly }) => [exactly, names] as const)
const allOf = (spec: ResourceClaimSpec, names: readonly string[]) =>
  requestsOf(spec).flatMap(({ exactly, firstAvailable }) =>
    [exactly, ...(firstAvailable ?? [])].map((one) => [one, names] as const),
  )

const adminAccessOf = (spec: ResourceClaimSpec): Holders => exactOf(spec, ['adminAccess'])
const distinctOf = ({ devices }: ResourceClaimSpec): Holders =>
  (devices?.constraints ?? []).map((one) => [one, ['distinctAttribute']])
const capacityOf = (spec: ResourceClaimSpec): Holders => [...distinctOf(spec), ...allOf(spec, ['capacity'])]

const claimFields: readonly GatedFields<ResourceClaimSpec>[] = [
  {
    gates: ['DRAPrioritizedList'],
    fields: (spec) => requestsOf(spec).map((one) => [one, ['firstAvailable']]),
  },
  {
    gates: ['DRADeviceTaints'],
    fields: (spec) => allOf(spec, ['tolerations']),
    dropped: ({ dropsTolerations }) => dropsTolerations,
  },
  { gates: ['DRAAdminAccess'], fields: adminAccessOf },
  { gates: ['DRAConsumableCapacity'], fields: (spec) => allOf(spec, ['capacity']), use: capacityOf },
  {
    gates: ['DRAConsumableCapacity'],
    fields: distinctOf,
    use: capacityOf,
    dropped: ({ dropsDistinctAttributes }) => dropsDistinctAttributes,
  },
]

/** A claim with its status, as it is updated or stored. */
interface WholeClaim {
  readonly spec: ResourceClaimSpec
  readonly status: ResourceClaimStatus
}

const resultsOf = ({ status }: WholeClaim, ...names: string[]): Holders =>
  (status.allocation?.devices?.results ?? []).map((one) => [one, names])
const sharesOf = (claim: WholeClaim): Holders => [
  ...resultsOf(claim, 'shareID', 'consumedCapacity'),
  ...(claim.status.devices ?? []).map((one) => [one, ['shareID']] as const),
]
const bindingsOf = (claim: WholeClaim): Holders =>
  resultsOf(claim, 'bindingConditions', 'bindingFailureConditions')
const timedBindingsOf = (claim: WholeClaim): Holders => [
  [claim.status.allocation, ['allocationTimestamp']],
  ...bindingsOf(claim),
]

const statusFields: readonly GatedFields<WholeClaim>[] = [
  { gates: ['DRAResourceClaimDeviceStatus'], fields: ({ status }) => [[status, ['devices']]] },
  {
    gates: ['DRAAdminAccess'],
    fields: (claim) => resultsOf(claim, 'adminAccess'),
    use: (claim) => [...adminAccessOf(claim.spec), ...resultsOf(claim, 'adminAccess')],
  },
  {
    gates: ['DRAConsumableCapacity'],
    fields: sharesOf,
    use: (claim) => [...capacityOf(claim.spec), ...sharesOf(claim)],
  },
  {
    gates: ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
    fields: timedBindingsOf,
    dropped: ({ dropsAllocationTimestamps }) => dropsAllocationTimestamps,
  },
  {
    gates: ['DRADeviceBindingConditions'],
    fields: bindingsOf,
    dropped: ({ dropsAllocationTimestamps }) => !dropsAllocationTimestamps,
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
  server: GatesOfRelease,
  spec: ResourceClaimSpec,
  old: ResourceClaimSpec | undefined,
): void => dropFields(claimFields, server, spec, old)

/** Drops what a claim's status may not tell. @param old as it is stored */
export const dropStatusFields = (server: GatesOfRelease, claim: WholeClaim, old: WholeClaim): void =>
  dropFields(statusFields, server, claim, old)

/** Drops what a slice may not offer. @param old as it is stored */
export const dropSliceFields = (
  server: GatesOfRelease,
  spec: ResourceSliceSpec,
  old: ResourceSliceSpec | undefined,
): void => dropFields(sliceFields, server, spec, old)

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
