// What a plan does in one component of one release.
import { minorOf } from '../component-base/minor.ts'
import type {
  FieldProblem,
  GivenFlags,
  PlanExtension,
  PlannedColumn,
  PlannedLog,
  PlannedRelease,
  ReleasePlan,
} from '../component-base/plan-extension.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { EffectRules } from './effects/effect.ts'
import type { PlannedEffect } from './effects/planned-effect.ts'
import { effectNamed } from './effects/registry.ts'
import type { FeaturePlan, PlanGate } from './feature-plan.ts'
import { FieldRules } from './fields/field-rules.ts'
import { flagHas, flagsIn, type PlannedFlagLife } from './flags/planned-flag.ts'
import { columnsOf, kindResources } from './kinds/kind-facts.ts'
import { plannedMetrics } from './metrics/planned-metric.ts'
import { plannedTypes } from './planned-types.ts'
import { recordedSpecs } from './recorded-gates.ts'
import { ValueRules } from './values/planned-values.ts'

/** The gate or flag that turns an effect on and off. */
interface Switch {
  /** The component has the gate or the flag. */
  there: boolean
  on: () => boolean
  /** ` while the feature gate X is disabled`, for messages. */
  cause: string
}

const always: Switch = { there: true, on: () => true, cause: '' }

interface Bound {
  effect: PlannedEffect
  rules: EffectRules
  /** Whether the release has the effect at all, whatever its gate is. */
  present: boolean
  /** Asked for each time: gates can be set after the extension was made. */
  active: () => boolean
  /** ` while the feature gate X is disabled`, for messages. */
  cause: string
}

/** Whether a release lies between two, both included; without one, from the first or to the last. @param minor 38 for 1.38 */
export const isWithin = (minor: number, { from, until }: { from?: string; until?: string }): boolean =>
  (from === undefined || minor >= minorOf(from)) && (until === undefined || minor <= minorOf(until))

/** The value that a gate had when a component stopped to register it; undefined while it has not. */
function removedValue(gate: PlanGate, component: string, minor: number): boolean | undefined {
  const removal = Object.hasOwn(gate.removedIn, component) ? gate.removedIn[component] : gate.removedIn['*']
  if (removal === undefined || minor < minorOf(removal)) return undefined
  const specs = [...recordedSpecs(gate.name), ...gate.specs].filter(
    (s) => minorOf(s.version ?? '0.0') <= minor,
  )
  return specs.at(-1)?.default
}

class Extension implements PlanExtension {
  readonly gates: FeatureGateReader
  readonly removedAdmissionPlugins: readonly string[]
  readonly configVersions: readonly string[]
  private readonly plan: FeaturePlan
  private readonly component: string
  private readonly minor: number
  private readonly base: FeatureGateReader
  private readonly bound: readonly Bound[]
  private readonly fields: FieldRules
  private readonly newValues: ValueRules

  constructor(
    plan: FeaturePlan,
    component: string,
    minor: number,
    given: { readonly gates: FeatureGateReader; readonly flags: GivenFlags | undefined },
  ) {
    const base = given.gates
    this.plan = plan
    this.component = component
    this.minor = minor
    this.base = base
    this.bound = [
      ...plan.gates.flatMap((gate) =>
        gate.effects.flatMap((effect) => this.bind(effect, this.byGate(gate, effect))),
      ),
      ...plan.flags.flatMap((flag) =>
        flag.effects.flatMap((effect) => this.bind(effect, this.byFlag(flag, effect, given.flags))),
      ),
      ...plan.effects.flatMap((effect) => this.bind(effect, always)),
    ]
    const served = component === 'kube-apiserver' ? plan : { fields: [], kinds: [], values: [] }
    this.fields = new FieldRules(served, minor, (gate) => this.enabled(gate))
    this.newValues = new ValueRules(served.values, minor, (gate) => this.enabled(gate))
    this.gates = {
      known: (gate) => this.valueOf(gate) !== undefined,
      enabled: (gate) => this.enabled(gate),
      unregistered: (gate) => base.unregistered(gate),
    }
    this.removedAdmissionPlugins = plan.removedAdmissionPlugins
      .filter((plugin) => component === 'kube-apiserver' && minor >= minorOf(plugin.in))
      .map((plugin) => plugin.name)
    this.configVersions = plan.configVersions
      .filter((c) => c.component === component && isWithin(minor, c))
      .map((c) => `${c.group}/${c.version}`)
  }

  private bind(effect: PlannedEffect, { there, on, cause }: Switch): Bound[] {
    const definition = effectNamed(effect.name)!
    if ((definition.component ?? effect.component) !== this.component) return []
    const present = isWithin(this.minor, effect) && there
    return [{ effect, rules: definition.rules(effect), present, active: () => present && on(), cause }]
  }

  private byGate({ name }: PlanGate, { when }: PlannedEffect): Switch {
    return {
      there: this.own(name) !== undefined,
      on: () => this.own(name) === (when === 'enabled'),
      cause: ` while the feature gate ${name} is ${when}`,
    }
  }

  private byFlag(flag: PlannedFlagLife, { when = '' }: PlannedEffect, given: GivenFlags | undefined): Switch {
    const { from, removedIn, name } = flag
    const there = isWithin(this.minor, from === undefined ? {} : { from })
    return {
      there: there && (removedIn === undefined || this.minor < minorOf(removedIn)),
      on: () => flagHas(flag, when, given),
      cause: ` while --${name} is ${when}`,
    }
  }

  /** The gate without effects; undefined where the component has never had it. */
  private own(gate: string): boolean | undefined {
    if (this.base.known(gate)) return this.base.enabled(gate)
    const planned = this.plan.gates.find((g) => g.name === gate)
    return planned === undefined ? undefined : removedValue(planned, this.component, this.minor)
  }

  private valueOf(gate: string): boolean | undefined {
    const switching = this.bound.filter((b) => b.present && b.rules.switches?.gate === gate)
    if (switching.length === 0) return this.own(gate)
    const value = switching[0]!.rules.switches!.value
    return switching.some((b) => b.active()) ? value : !value
  }

  private enabled(gate: string): boolean {
    return this.valueOf(gate) ?? this.base.enabled(gate)
  }

  private active(): readonly Bound[] {
    return this.bound.filter((b) => b.active())
  }

  get endedModes(): readonly string[] {
    return this.plan.endedModes
      .filter((end) => end.component === this.component)
      .filter((end) => {
        const byRelease = end.from !== undefined && this.minor >= minorOf(end.from)
        return byRelease || (end.gate !== undefined && this.own(end.gate) === false)
      })
      .map((end) => end.mode)
  }

  readonly startLogs: PlanExtension['startLogs'] = (state): PlannedLog[] =>
    this.active().flatMap((b) => b.rules.startLogs?.(state) ?? [])

  readonly validate: PlanExtension['validate'] = (write, object, old): FieldProblem[] => [
    ...this.active().flatMap((b) => b.rules.validate?.(write, object, old, b.cause) ?? []),
    ...this.fields.validate(object, old),
  ]

  readonly values: PlanExtension['values'] = (object, old) => this.newValues.of(object, old)

  readonly metrics: PlanExtension['metrics'] = (shown) => {
    const lives = this.plan.metrics.filter(({ component }) => component === this.component)
    return plannedMetrics(lives, { minor: this.minor, enabled: (gate) => this.enabled(gate) }, shown)
  }

  readonly warnings: PlanExtension['warnings'] = (write, object, old): string[] => [
    ...this.active().flatMap((b) => b.rules.warnings?.(write, object, old) ?? []),
    ...this.fields.warnings(write, object),
  ]

  readonly lacksDefaults: PlanExtension['lacksDefaults'] = (object) => this.fields.lacksDefaults(object)

  readonly setDefaults: PlanExtension['setDefaults'] = (object) => this.fields.setDefaults(object)

  readonly dropDisabled: PlanExtension['dropDisabled'] = (object, old) => {
    this.fields.dropDisabled(object, old)
    this.newValues.dropDisabled(object, old)
  }

  readonly report: PlanExtension['report'] = (resource, object) => {
    for (const b of this.active()) b.rules.report?.(resource, object)
  }
}

/** Asked for each request and row. */
function once<T>(make: (minor: number) => T): (minor: number) => T {
  const made = new Map<number, T>()
  return (minor) => {
    if (!made.has(minor)) made.set(minor, make(minor))
    return made.get(minor)!
  }
}

/** The plan in the form that releases and components use. */
export function releasePlan(plan: FeaturePlan): ReleasePlan {
  const columns = new Map<string, readonly PlannedColumn[]>()
  return {
    name: plan.name,
    lastRelease: plan.lastRelease,
    gates: Object.fromEntries(
      plan.gates.map((gate) => [gate.name, { specs: gate.specs, removedIn: gate.removedIn }]),
    ),
    extend: (component, release: PlannedRelease, gates, flags) =>
      new Extension(plan, component, release.minor, { gates, flags }),
    types: once((minor) => plannedTypes(plan, minor)),
    resources: once((minor) => kindResources(plan.kinds, minor)),
    flags: (minor, component) => flagsIn(plan.flags, minor, component),
    columns(minor, group, resource) {
      const key = `${minor} ${group}/${resource}`
      const known = columns.get(key) ?? columnsOf(plan, minor, group, resource)
      columns.set(key, known)
      return known
    },
  }
}
