// Upstream: k8s.io/component-base/featuregate/feature_gate.go, releases 0.24 to 0.36

import { dependencyError, mergeDependencies } from './dependency-rules.ts'
import { type GateSemantics, gateDialect } from './dialect.ts'
import {
  evaluateGates,
  type GateError,
  type GateRefusal,
  isEnabled,
  specialGates,
  type Target,
} from './evaluate-gates.ts'
import {
  type FeatureSpec,
  type SpecData,
  type Stage,
  sameSpecs,
  specAt,
  type VersionedSpecs,
} from './feature-spec.ts'
import { type GateLog, GateMessages } from './gate-log.ts'
import { goQuote } from './go-text.ts'
import { knownFeatures } from './known-features.ts'
import { parseGates } from './parse-gates.ts'
import type { FeatureGateReader } from './reader.ts'
import { completeSpecs } from './spec-rules.ts'
import { majorMinor, parseVersion, type Version } from './version.ts'

/** The library and versions of a FeatureGate, and where its log lines go. */
export interface FeatureGateOptions {
  /** The minor release whose library this behaves as: 34 for component-base v0.34. */
  library: number
  /** The default is the library's own release. */
  emulationVersion?: Version
  /** The default is the minor before the emulation version. */
  minCompatibilityVersion?: Version
  log?: GateLog
  /** The place in the source that made the gates; 0.30 names it when it panics. */
  name?: string
  /** The value of a gate that is not registered; without it such a gate is off. */
  unregistered?: (gate: string) => boolean
}

interface State {
  /** Shared with copies: replaced where a gate is added or changed. */
  known: ReadonlyMap<string, VersionedSpecs>
  dependencies: ReadonlyMap<string, string[]>
  /** Values in force: those asked for and those that AllAlpha and AllBeta gave. */
  enabled: ReadonlyMap<string, boolean>
  /** The values that gates were given, whether they took effect or not. */
  asked: ReadonlyMap<string, boolean>
  /** Values that were set by name, of every library. */
  given: ReadonlyMap<string, boolean>
  target: Target
  closed: boolean
}

const toSpec = (data: SpecData, version: string | undefined): FeatureSpec => ({
  default: data.default,
  lockToDefault: data.lockToDefault ?? false,
  preRelease: data.preRelease as Stage,
  // A missing version is kept missing: registration then says so.
  version: (version === undefined ? undefined : parseVersion(version)) as Version,
  ...(data.minCompatibilityVersion === undefined
    ? {}
    : { minCompatibilityVersion: parseVersion(data.minCompatibilityVersion) }),
})

const withValues = (
  before: ReadonlyMap<string, boolean>,
  values: ReadonlyMap<string, boolean>,
): ReadonlyMap<string, boolean> => (values.size === 0 ? before : new Map([...before, ...values]))

const without = (before: ReadonlyMap<string, boolean>, gate: string): ReadonlyMap<string, boolean> =>
  new Map([...before].filter(([name]) => name !== gate))

/** The feature gates of one component. Methods that can fail answer the texts of the errors: an empty list is success. */
export class FeatureGate implements FeatureGateReader {
  readonly semantics: GateSemantics
  private readonly library: number
  private readonly messages: GateMessages
  private readonly log: GateLog
  private readonly name: string | undefined
  readonly unregistered: (gate: string) => boolean
  private readonly queried = new Set<string>()
  private state: State
  private refusals: readonly GateRefusal[] = []

  constructor(options: FeatureGateOptions, state?: State) {
    this.library = options.library
    this.semantics = gateDialect(options.library)
    this.log = options.log ?? (() => {})
    this.name = options.name
    this.unregistered = options.unregistered ?? (() => false)
    this.messages = new GateMessages(this.semantics, this.log)
    const emulation = options.emulationVersion ?? majorMinor(1, options.library)
    const minCompatibility = options.minCompatibilityVersion ?? emulation.offsetMinor(-1)
    this.state = state ?? {
      known: new Map(
        [...specialGates].map(([gate, preRelease]) => [
          gate,
          [{ default: false, lockToDefault: false, preRelease, version: majorMinor(0, 0) }],
        ]),
      ),
      dependencies: new Map(),
      enabled: new Map(),
      asked: new Map(),
      given: new Map(),
      target: { emulation, minCompatibility },
      closed: false,
    }
  }

  get emulationVersion(): Version {
    return this.state.target.emulation
  }
  get minCompatibilityVersion(): Version {
    return this.state.target.minCompatibility
  }

  private get registered() {
    return { known: this.state.known, dependencies: this.state.dependencies, semantics: this.semantics }
  }

  /** Throws where the gate is not registered, as upstream panics. */
  enabled(gate: string): boolean {
    if (!this.semantics.versioned && !this.known(gate)) {
      throw new Error(`feature ${goQuote(gate)} is not registered in FeatureGate ${goQuote(this.name ?? '')}`)
    }
    const value = isEnabled(gate, this.state.enabled, this.state.known, this.state.target)
    this.queried.add(gate)
    return value
  }

  known(gate: string): boolean {
    return this.state.known.has(gate)
  }

  /** Parses `A=true,B=false` and applies it; all or nothing. */
  set(text: string): string[] {
    const parsed = parseGates(text)
    return 'error' in parsed ? [parsed.error] : this.setFromMap(parsed.values)
  }

  setFromMap(values: ReadonlyMap<string, boolean>): string[] {
    const enabled = new Map(this.state.enabled)
    let asked = values
    if (this.semantics.versioned) {
      // Kept even where it fails: a later emulation version may permit it.
      this.state.asked = withValues(this.state.asked, values)
      asked = this.state.asked
    }
    const errors = this.texts(
      evaluateGates(asked, enabled, this.registered, this.state.target, this.messages),
    )
    if (errors.length === 0) {
      this.state.enabled = enabled
      this.state.given = withValues(this.state.given, values)
      this.messages.updated(enabled)
    }
    return errors
  }

  /** The values that were set by name, in the order in which they came first. */
  get given(): Readonly<Record<string, boolean>> {
    return Object.fromEntries(this.state.given)
  }

  /** The gates that the last evaluation did not take; none where it succeeded. */
  get refused(): readonly GateRefusal[] {
    return this.refusals
  }

  private texts(errors: readonly GateError[]): string[] {
    this.refusals = errors.flatMap(({ refusal }) => refusal ?? [])
    return errors.map(({ message }) => message)
  }

  /** Evaluates once more what was asked for, without changing anything. */
  validate(): string[] {
    const messages = this.semantics.validateWarns ? this.messages : undefined
    return this.texts(
      evaluateGates(this.state.asked, new Map(), this.registered, this.state.target, messages),
    )
  }

  /** Sets the min compatibility version to the minor before. */
  setEmulationVersion(emulation: Version): string[] {
    return this.setVersions(emulation, emulation.offsetMinor(-1))
  }

  /** Evaluates everything anew at these versions; nothing changes where that fails. */
  setVersions(emulation: Version, minCompatibility: Version): string[] {
    const { target } = this.state
    const sameMin = !this.semantics.minCompatibility || minCompatibility.equals(target.minCompatibility)
    if (emulation.equals(target.emulation) && sameMin) return []
    this.messages.emulating(String(emulation), String(minCompatibility))
    const next: Target = { emulation, minCompatibility }
    const enabled = new Map<string, boolean>()
    const errors = this.texts(evaluateGates(this.state.asked, enabled, this.registered, next, this.messages))
    for (const gate of this.queried) {
      const before = isEnabled(gate, this.state.enabled, this.state.known, target)
      const after = isEnabled(gate, enabled, this.state.known, next)
      if (before !== after) this.messages.queriedChanges(gate, before, after)
    }
    if (errors.length === 0) {
      this.state.enabled = enabled
      this.state.target = next
      this.queried.clear()
    }
    return errors
  }

  /** Registers gates that hold at every version. */
  add(gates: Readonly<Record<string, SpecData>>): string[] {
    return this.register(new Map(Object.entries(gates).map(([gate, data]) => [gate, [toSpec(data, '0.0')]])))
  }

  /** Registers gates with their specs, oldest first. */
  addVersioned(gates: Readonly<Record<string, readonly SpecData[]>>): string[] {
    return this.register(
      new Map(Object.entries(gates).map(([gate, list]) => [gate, list.map((d) => toSpec(d, d.version))])),
    )
  }

  private register(gates: ReadonlyMap<string, readonly FeatureSpec[]>): string[] {
    if (this.state.closed) return ['cannot add a feature gate after adding it to the flag set']
    const known = new Map(this.state.known)
    for (const [gate, specs] of gates) {
      const existing = known.get(gate)
      // In 0.33 and 0.34 a list that is already registered is not checked again.
      if (existing !== undefined && this.semantics.specRules === '0.33') {
        if (sameSpecs(existing, specs)) continue
        return [this.differentSpec(gate, existing)]
      }
      const completed = completeSpecs(gate, specs, this.semantics.specRules)
      if ('error' in completed) return [completed.error]
      if (existing !== undefined && !sameSpecs(existing, completed.specs))
        return [this.differentSpec(gate, existing)]
      known.set(gate, completed.specs)
    }
    this.state.known = known
    return []
  }

  private differentSpec(gate: string, specs: VersionedSpecs): string {
    const { versioned, minCompatibility } = this.semantics
    const shown = specs.map((s) => {
      const min = minCompatibility ? ` ${s.minCompatibilityVersion ?? '<nil>'}` : ''
      return `{${s.default} ${s.lockToDefault} ${s.preRelease}${versioned ? ` ${s.version}` : ''}${min}}`
    })
    const list = versioned ? `[${shown.join(' ')}]` : shown.join('')
    return `feature gate ${goQuote(gate)} with different spec already exists: ${list}`
  }

  addDependencies(added: ReadonlyMap<string, readonly string[]>): string[] {
    if (this.state.closed) return ['cannot add a feature gate dependency after adding it to the flag set']
    const merged = mergeDependencies(added, this.state.dependencies)
    const error = dependencyError(merged, this.state.known)
    if (error !== undefined) return [error]
    this.state.dependencies = merged
    return []
  }

  dependencies(): ReadonlyMap<string, readonly string[]> {
    return this.state.dependencies
  }

  overrideDefault(gate: string, value: boolean): string[] {
    return this.override(gate, value, this.emulationVersion, this.minCompatibilityVersion)
  }

  overrideDefaultAtVersion(gate: string, value: boolean, version: Version): string[] {
    return this.override(gate, value, version, undefined)
  }

  private override(gate: string, value: boolean, emulation: Version, min: Version | undefined): string[] {
    const name = goQuote(gate)
    if (this.state.closed)
      return [`cannot override default for feature ${name}: gates already added to a flag set`]
    const specs = this.state.known.get(gate)
    if (specs === undefined) return [`cannot override default: feature ${name} is not registered`]
    const spec = specAt(specs, emulation, min)
    if (spec.lockToDefault)
      return [`cannot override default: feature ${name} default is locked to ${spec.default}`]
    if (spec.preRelease === 'PRE-ALPHA')
      return [`cannot override default: feature ${name} is not available before version ${emulation}`]
    if (spec.preRelease === 'DEPRECATED') this.messages.overriding('deprecated', gate, value)
    else if (spec.preRelease === '') this.messages.overriding('GA', gate, value)
    // Copies share what is registered.
    this.state.known = new Map(this.state.known).set(
      gate,
      specs.map((s) => (s === spec ? { ...s, default: value } : s)),
    )
    return []
  }

  /** True where a value was asked for by name, not by AllAlpha or AllBeta. */
  explicitlySet(gate: string): boolean {
    return this.state.asked.has(gate)
  }

  /** Takes a value back. */
  reset(gate: string): string[] {
    const { asked, enabled } = this.state
    if (asked.has(gate) && !enabled.has(gate))
      return [`feature:${gate} was explicitly set, but not in enabled map`]
    this.state.enabled = without(enabled, gate)
    this.state.asked = without(asked, gate)
    return []
  }

  /** No more gates can be registered. */
  close(): void {
    this.state.closed = true
  }

  /** Values in force, `A=true,B=false`, sorted. */
  toString(): string {
    return [...this.state.enabled]
      .map(([gate, value]) => `${gate}=${value}`)
      .sort()
      .join(',')
  }

  /** The lines of --help: alpha and beta gates at the emulation version. */
  knownFeatures(): string[] {
    return knownFeatures(this.state.known, this.state.target, this.semantics)
  }

  /** The spec that holds now of every gate that exists at the emulation version. */
  getAll(): Map<string, FeatureSpec> {
    const { emulation, minCompatibility } = this.state.target
    const all = [...this.state.known].map(
      ([gate, specs]) => [gate, specAt(specs, emulation, minCompatibility)] as const,
    )
    return new Map(all.filter(([, spec]) => spec.preRelease !== 'PRE-ALPHA'))
  }

  getAllVersioned(): ReadonlyMap<string, VersionedSpecs> {
    return this.state.known
  }

  private options(): FeatureGateOptions {
    const { emulation, minCompatibility } = this.state.target
    return {
      library: this.library,
      emulationVersion: emulation,
      minCompatibilityVersion: minCompatibility,
      log: this.log,
      unregistered: this.unregistered,
    }
  }

  deepCopy(): FeatureGate {
    return this.loggingTo(this.log)
  }

  /** A copy that logs elsewhere. */
  loggingTo(log: GateLog): FeatureGate {
    // Maps are replaced and never changed: thousands of components share those of their release.
    return new FeatureGate({ ...this.options(), log }, { ...this.state })
  }

  /** Registered gates and overridden defaults only; no values and, as upstream, no dependencies. */
  deepCopyAndReset(): FeatureGate {
    const copy = new FeatureGate(this.options())
    copy.state.known = this.state.known
    return copy
  }
}
