// What a plan changes in a component beyond the specs of gates. Components know of plans only through this.
import type { GatePlan } from '../featuregates/gate-plan.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'

/** The resource and subresource (empty for the object itself) that a write is for, by which a plan's effects are chosen. */
export interface PlannedWrite {
  readonly group: string
  readonly resource: string
  readonly subresource: string
}

/** A field that a plan refuses, answered as an invalid field (422) of the type Forbidden. */
export interface FieldProblem {
  /** `spec.externalIPs` */
  readonly path: string
  readonly detail: string
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
  /** Texts of Warning headers beyond those of the release. Pure. */
  warnings(write: PlannedWrite, object: object, old: object | undefined): readonly string[]
}

/** A plan for components; without `extend` it holds nothing but gates. */
export interface ReleasePlan extends GatePlan {
  extend?(component: string, release: PlannedRelease, gates: FeatureGateReader): PlanExtension
}

/** A release of a plan: 1.46.2 has minor 46 and patch 2. */
export interface PlannedRelease {
  readonly minor: number
  readonly patch: number
}

const none: readonly never[] = []

/** The changes of the release's plan to a component (`kube-apiserver`); without a plan nothing changes. */
export const planExtension = (
  release: PlannedRelease & { readonly plan?: ReleasePlan },
  component: string,
  gates: FeatureGateReader,
): PlanExtension =>
  release.plan?.extend?.(component, release, gates) ?? {
    gates,
    removedAdmissionPlugins: none,
    configVersions: none,
    endedModes: none,
    startLogs: () => none,
    validate: () => none,
    warnings: () => none,
  }
