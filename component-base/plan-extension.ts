// What a plan changes in a component beyond the specs of gates. Components know of plans only through this.
import type { GatePlan } from '../featuregates/gate-plan.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { Metric } from './metrics/metrics-text.ts'
import type { ResourceFacts, SchemaFacts } from './release-facts.ts'

/** The resource and subresource (empty for the object itself) that a write is for, by which a plan's effects are chosen. */
export interface PlannedWrite {
  readonly group: string
  readonly resource: string
  readonly subresource: string
}

/** A field that a plan refuses, answered as an invalid field (422). */
export interface FieldProblem {
  /** `spec.externalIPs` */
  readonly path: string
  /** The kind of error; without it Forbidden. */
  readonly type?: 'Forbidden' | 'Invalid' | 'NotSupported' | 'Required' | 'Duplicate'
  /** The value that is refused, for Invalid, NotSupported and Duplicate. */
  readonly value?: unknown
  /** The supported values, for NotSupported; each is a text. */
  readonly supported?: readonly string[]
  readonly detail: string
}

/** A field that a plan adds to an API type, in the words of recorded facts. */
export interface PlannedTypeField {
  /** `trafficHint` */
  readonly json: string
  /** The field as a line of go-types.json: `trafficHint TrafficHint *string o`. */
  readonly goLine: string
  /** The field as a property in schemas.json. */
  readonly schema: SchemaFacts
  /** The field as an entry of protobuf.json: number, type, `repeated`. */
  readonly protobuf: [number, string | { map: [string, string] }, string?]
  /** Objects of the type without it are refused by clients that check schemas. */
  readonly required?: boolean
}

/** A field that a plan gives new values, and what an object has in it. */
export interface PlannedFieldValues {
  /** `spec.trafficDistribution` */
  readonly path: string
  readonly value: unknown
  /** Whether one of the plan's values may be written; `other`: it is none of them, and the release's rules decide. */
  readonly verdict: 'taken' | 'refused' | 'other'
  /** The plan's values that may be written, for messages. */
  readonly values: readonly string[]
}

/** A kind that a plan brings, in one of its versions. */
export interface PlannedTypeKind {
  /** The name of its type in OpenAPI: `io.k8s.api.networking.v1alpha1.TrafficProfile`. */
  readonly type: string
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly description?: string
}

/** A resource that a plan brings, in one of its versions. */
export interface PlannedResource {
  readonly group: string
  readonly version: string
  /** The first minor release that serves it, and the first that does not any more: `1.37`. */
  readonly introduced: string
  readonly removed?: string
  /** The gate that must be on for the resource to be served. */
  readonly gate?: string
  readonly facts: ResourceFacts
}

/** The changes of a plan to a flag. */
export interface PlannedFlag {
  /** The name without dashes. */
  readonly name: string
  /** The type and default of a flag that no recorded release has. */
  readonly added?: { readonly type: string; readonly default?: string }
  /** The deprecation notice that is printed where the flag is used. */
  readonly deprecated?: string
  readonly removed: boolean
  /** The flag's values switch effects of the plan. */
  readonly switches: boolean
}

/** A column that a plan adds to the tables of a resource. */
export interface PlannedColumn {
  readonly name: string
  /** `string`, `integer`, `boolean`, or `date`, whose cells are ages. */
  readonly type: string
  /** 0: always shown, 1 and more: with `-o wide`. */
  readonly priority: number
  /** The value that the cell shows; undefined where the object has none. */
  value(object: object): unknown
}

/** The types that a release to come has beyond those of its facts. */
export interface PlannedTypes {
  /** Tells sets of types apart where objects are stored; without blanks. */
  readonly name: string
  /** Fields by the name of their type in OpenAPI; a type that no release has consists of them. */
  readonly fields: Readonly<Record<string, readonly PlannedTypeField[]>>
  readonly kinds: readonly PlannedTypeKind[]
  /** Values that OpenAPI's enums get: type → field → values. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** The values of a component's flags (FlagValues), by their names without dashes. */
export interface GivenFlags {
  get(name: string): unknown
}

/** A line that a plan adds to a component's log. */
export interface PlannedLog {
  readonly severity: 'I' | 'W' | 'E'
  readonly message: string
}

/** The parts of a component's configuration that a plan's log lines depend on. */
export interface StartState {
  /** kube-apiserver: names of the admission plugins that run. */
  readonly admissionPlugins?: readonly string[]
  /** kube-proxy: the proxy mode. */
  readonly mode?: string
}

/** The changes that a plan makes to a component of a release to come. */
export interface PlanExtension {
  /** Gates as the component's code sees them: switched by effects, and those that are removed at their last value. */
  readonly gates: FeatureGateReader
  readonly removedAdmissionPlugins: readonly string[]
  /** API versions of configuration files that are there beyond the recorded ones: `kubeproxy.config.k8s.io/v1alpha2`. */
  readonly configVersions: readonly string[]
  /** Modes that cannot be chosen any more: `ipvs`. */
  readonly endedModes: readonly string[]
  /** Lines that the component logs when it starts. */
  startLogs(state: StartState): readonly PlannedLog[]
  /** Rules beyond those of the release; `old` is undefined on create. Pure. */
  validate(write: PlannedWrite, object: object, old: object | undefined): readonly FieldProblem[]
  /** The fields of an object that the plan gives new values; `old` is undefined on create. Pure. */
  values(object: object, old: object | undefined): readonly PlannedFieldValues[]
  /** The component's metrics as the plan has them. @param shown those that it has by itself */
  metrics(shown: readonly Metric[]): readonly Metric[]
  /** Texts of Warning headers beyond those of the release. Pure. */
  warnings(write: PlannedWrite, object: object, old: object | undefined): readonly string[]
  /** Sets the defaults of planned fields whose gates are on, in place, also of objects that are read. */
  setDefaults(object: object): void
  /** Pure. Whether {@link setDefaults} would change the object. */
  lacksDefaults(object: object): boolean
  /** Removes planned fields, and fields with planned values, whose gates are off, in place, but for those that the stored object has. */
  dropDisabled(object: object, old: object | undefined): void
  /** Changes what the component reports of itself in an object of the resource (`nodes`), in place. */
  report(resource: string, object: object): void
}

/** A plan for components; without `extend` it holds nothing but gates. */
export interface ReleasePlan extends GatePlan {
  extend?(
    component: string,
    release: PlannedRelease,
    gates: FeatureGateReader,
    flags: GivenFlags | undefined,
  ): PlanExtension
  /** The types of a minor release with the plan's fields; undefined where it has only those of its facts. */
  types?(minor: number): PlannedTypes | undefined
  /** The resources that the binaries of a minor release have beyond those of its facts. */
  resources?(minor: number): readonly PlannedResource[]
  /** The plan's changes to a component's flags in a minor release. */
  flags?(minor: number, component: string): readonly PlannedFlag[]
  /** The columns that a resource's tables have in a minor release beyond those of its facts. */
  columns?(minor: number, group: string, resource: string): readonly PlannedColumn[]
}

/** A release of a plan: 1.46.2 has minor 46 and patch 2. */
export interface PlannedRelease {
  readonly minor: number
  readonly patch: number
}

const none: readonly never[] = []

/** The extensions by their gates, which a component's parts hand on: they have its flags too. */
const extensions = new WeakMap<FeatureGateReader, PlanExtension>()

/**
 * The changes of the release's plan to a component (`kube-apiserver`); without a plan nothing changes. @param gates its own, or those
 * of an extension, which is then the answer @param flags without them those of the plan that switch effects have their defaults
 */
export function planExtension(
  release: PlannedRelease & { readonly plan?: ReleasePlan },
  component: string,
  gates: FeatureGateReader,
  flags?: GivenFlags,
): PlanExtension {
  const known = extensions.get(gates)
  if (known !== undefined) return known
  const made = release.plan?.extend?.(component, release, gates, flags)
  if (made === undefined) return unchanged(gates)
  extensions.set(made.gates, made)
  return made
}

const unchanged = (gates: FeatureGateReader): PlanExtension => ({
  gates,
  removedAdmissionPlugins: none,
  configVersions: none,
  endedModes: none,
  startLogs: () => none,
  validate: () => none,
  values: () => none,
  metrics: (shown) => shown,
  warnings: () => none,
  setDefaults: () => {},
  lacksDefaults: () => false,
  dropDisabled: () => {},
  report: () => {},
})
