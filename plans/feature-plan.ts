// The kind FeaturePlan: what is planned for gates and components in releases to come.
import type { SpecData } from '../featuregates/feature-spec.ts'
import type { PlannedEffect } from './effects/planned-effect.ts'
import type { PlannedField } from './fields/planned-field.ts'
import type { PlannedFlagLife } from './flags/planned-flag.ts'
import type { PlannedKind, PlannedResourceColumn } from './kinds/planned-kind.ts'
import type { PlannedMetricLife } from './metrics/planned-metric.ts'
import type { PlannedProbe } from './probes/planned-probe.ts'
import type { PlannedValues } from './values/planned-values.ts'

/** The apiVersion of plan files. */
export const planApiVersion = 'kepsim.dev/v1alpha1'
/** The kind of plan files. */
export const planKind = 'FeaturePlan'

/** The components that a plan can name. */
export const plannedComponents = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
] as const

/** A gate in a plan: specs to come, components, removal by component (or `*`), and effects. */
export interface PlanGate {
  name: string
  /** Components whose code reads the gate. */
  components: readonly string[]
  /** The release that announced the change, for the rules about deprecations. */
  announcedIn?: string
  /** Specs that are not recorded yet, oldest first. */
  specs: readonly SpecData[]
  removedIn: Readonly<Record<string, string>>
  effects: readonly PlannedEffect[]
}

/** An API version of configuration files that a component reads from one release on, and up to another (inclusive). */
export interface PlannedConfigVersion {
  component: string
  /** `kubeproxy.config.k8s.io` */
  group: string
  /** `v1alpha2` */
  version: string
  from: string
  until?: string
}

/** A proxy mode that ends: where the gate is off, and from a release on. */
export interface PlannedModeEnd {
  component: string
  mode: string
  gate?: string
  from?: string
}

/** A checked plan. Releases are texts: `1.40`, or `1.40.2` for a patch. */
export interface FeaturePlan {
  name: string
  /** `KEP-5707` */
  kep?: string
  summary: string
  lastRelease: string
  gates: readonly PlanGate[]
  /** Effects that no gate switches. */
  effects: readonly PlannedEffect[]
  /** Fields that API types get. */
  fields: readonly PlannedField[]
  /** Kinds that no recorded release has. */
  kinds: readonly PlannedKind[]
  /** Flags of components that appear, are deprecated, or are removed. */
  flags: readonly PlannedFlagLife[]
  /** Metrics of components that appear, are renamed, are deprecated, or are removed. */
  metrics: readonly PlannedMetricLife[]
  /** New values of fields that take some only. */
  values: readonly PlannedValues[]
  /** Columns that tables of recorded resources get. */
  columns: readonly PlannedResourceColumn[]
  /** The requests of a walk in each of its rows, in this order. */
  probes: readonly PlannedProbe[]
  removedAdmissionPlugins: readonly { name: string; in: string }[]
  configVersions: readonly PlannedConfigVersion[]
  endedModes: readonly PlannedModeEnd[]
}
