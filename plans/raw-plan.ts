// A FeaturePlan as YAML has it and the schema has accepted it.
import type { PlannedConfigVersion, PlannedModeEnd } from './feature-plan.ts'
import type { PlannedField } from './fields/planned-field.ts'
import type { PlannedFlagLife } from './flags/planned-flag.ts'
import type { RawColumn, RawKind } from './kinds/raw-kind.ts'
import type { PlannedMetricLife } from './metrics/planned-metric.ts'
import type { PlannedProbe } from './probes/planned-probe.ts'
import type { RawValues } from './values/raw-values.ts'

/** An effect in the form of a plan file, before its definition has checked its fields. */
export type RawEffect = Readonly<Record<string, unknown>>

/** A gate's spec in a plan file. */
export interface RawSpec {
  version: string
  preRelease: string
  default: boolean
  lockToDefault?: boolean
  minCompatibilityVersion?: string
}

/** A planned flag in the form of a plan file. */
export type RawFlag = Omit<PlannedFlagLife, 'effects'> & { readonly effects?: readonly RawEffect[] }

/** A planned field in the form of a plan file. */
export type RawField = Omit<PlannedField, 'from'> & { readonly from?: string }

/** A plan that the schema has accepted. */
export interface RawPlan {
  metadata: { name: string; kep?: string; summary: string }
  lastRelease: string
  gates?: readonly {
    name: string
    components: readonly string[]
    announcedIn?: string
    specs?: readonly RawSpec[]
    removedIn?: string | Readonly<Record<string, string>>
    effects?: readonly RawEffect[]
  }[]
  effects?: readonly RawEffect[]
  fields?: readonly RawField[]
  flags?: readonly RawFlag[]
  metrics?: readonly PlannedMetricLife[]
  values?: readonly RawValues[]
  kinds?: readonly RawKind[]
  columns?: readonly RawColumn[]
  probes?: readonly PlannedProbe[]
  removedAdmissionPlugins?: readonly { name: string; in: string }[]
  configVersions?: readonly PlannedConfigVersion[]
  endedModes?: readonly PlannedModeEnd[]
}
