// The gates of one release, from recorded facts, the differences of its patches, and a plan.
import { FeatureGate } from './feature-gate.ts'
import { isInitialState, type SpecData } from './feature-spec.ts'
import type { GateLog } from './gate-log.ts'
import type { GatePlan } from './gate-plan.ts'
import { parseVersion, type Version } from './version.ts'

/** The parts of releases/<1.NN>/gates.json that are read. */
export interface GateFacts {
  /** False where the release knows no versions of specs: those of its specs say nothing. */
  versioned?: boolean
  /** The gates that each component registers: `ALL`, or all but the excluded ones. */
  components?: Readonly<Record<string, 'ALL' | { excludes: readonly string[] }>>
  gates: Readonly<Record<string, { special: boolean; specs: readonly SpecData[] }>>
  dependencies: Readonly<Record<string, readonly string[]>> | null
  /** Gates that kube-scheduler alone does not register. */
  schedulerExcludes: readonly string[] | null
}

/** releases/patches.json. A patch before `since` has `before`; null: the gate is not registered. */
export interface PatchFacts {
  recorded: Readonly<Record<string, string>>
  gates: readonly { gate: string; since: string; before: SpecData | null; after: SpecData }[]
}

/** The facts, patch and component that a set of gates is made from. */
export interface GateSetOptions {
  facts: GateFacts
  patches: PatchFacts
  plan?: GatePlan
  minor: number
  patch: number
  /** `kube-apiserver`, `kubelet`, … */
  component: string
  /** Whether the facts' release behaves as with a gate that it does not have. */
  withoutGate: (gate: string) => boolean
}

type Specs = Map<string, readonly SpecData[]>

const reached = (release: Version, version: string): boolean => release.atLeast(parseVersion(version))

/** The newest spec of the release becomes what it was before the patch that changed it. */
function applyPatches(specs: Specs, options: Pick<GateSetOptions, 'patches'>, release: Version): void {
  for (const { gate, since, before } of options.patches.gates) {
    const changed = parseVersion(since)
    if (changed.minor !== release.minor || reached(release, since)) continue
    const list = specs.get(gate)
    if (before === null || list === undefined) {
      specs.delete(gate)
      continue
    }
    const last = list.at(-1)!
    specs.set(gate, [...list.slice(0, -1), { ...last, ...before, version: last.version ?? '0.0' }])
  }
}

function applyPlan(
  specs: Specs,
  options: Pick<GateSetOptions, 'plan' | 'component'>,
  release: Version,
): void {
  for (const [gate, planned] of Object.entries(options.plan?.gates ?? {})) {
    const more = planned.specs.filter((s) => s.version !== undefined && reached(release, s.version))
    const begun = specs.has(gate) || more.some((s) => !isInitialState(s))
    if (begun && more.length > 0) specs.set(gate, [...(specs.get(gate) ?? []), ...more])
    const removal = planned.removedIn ?? {}
    const removedIn = Object.hasOwn(removal, options.component) ? removal[options.component] : removal['*']
    if (removedIn !== undefined && reached(release, removedIn)) specs.delete(gate)
  }
}

/** The gates that a component does not register although others of the release do. */
function excludedGates({ components, schedulerExcludes }: GateFacts, component: string): readonly string[] {
  if (component === 'kube-scheduler') return schedulerExcludes ?? []
  const own = Object.hasOwn(components ?? {}, component) ? components![component]! : 'ALL'
  return own === 'ALL' ? [] : own.excludes
}

/** Gate → specs (oldest first) that a component of the release registers, without AllAlpha and AllBeta. */
export function gateSpecs(options: Omit<GateSetOptions, 'withoutGate'>): Map<string, readonly SpecData[]> {
  const release = parseVersion(`1.${options.minor}.${options.patch}`)
  const specs: Specs = new Map()
  for (const [gate, { special, specs: list }] of Object.entries(options.facts.gates)) {
    if (!special) specs.set(gate, list)
  }
  applyPatches(specs, options, release)
  applyPlan(specs, options, release)
  for (const gate of excludedGates(options.facts, options.component)) specs.delete(gate)
  return specs
}

/** The default that a gate had when the plan, or a component of the release, dropped it; undefined for one that never was. */
function droppedDefault(options: GateSetOptions, gate: string): boolean | undefined {
  const release = parseVersion(`1.${options.minor}.${options.patch}`)
  const planned = Object.hasOwn(options.plan?.gates ?? {}, gate) ? options.plan!.gates[gate]!.specs : []
  const toCome = options.patches.gates.some(
    (change) =>
      change.gate === gate &&
      change.before === null &&
      parseVersion(change.since).minor === release.minor &&
      !reached(release, change.since),
  )
  const recorded = !toCome && Object.hasOwn(options.facts.gates, gate) ? options.facts.gates[gate]!.specs : []
  const reachedSpecs = planned.filter(({ version }) => version !== undefined && reached(release, version))
  return [...recorded, ...reachedSpecs].at(-1)?.default
}

/** All gates of a component of the release, at their defaults. Throws where facts or plan break the library's own rules. */
export function newGateSet(options: GateSetOptions, log?: GateLog): FeatureGate {
  // Asked with every request, and found in the facts of other releases.
  const answers = new Map<string, boolean>()
  const unregistered = (gate: string): boolean => {
    const answer = answers.get(gate) ?? droppedDefault(options, gate) ?? options.withoutGate(gate)
    answers.set(gate, answer)
    return answer
  }
  const gates = new FeatureGate({
    library: options.minor,
    unregistered,
    ...(log === undefined ? {} : { log }),
  })
  const specs = gateSpecs(options)
  const errors = gates.semantics.versioned
    ? gates.addVersioned(Object.fromEntries(specs))
    : gates.add(Object.fromEntries([...specs].map(([gate, list]) => [gate, list.at(-1)!])))
  const known = (gate: string): boolean => gates.known(gate)
  const dependencies = Object.entries(options.facts.dependencies ?? {})
    .filter(([gate]) => known(gate))
    .map(([gate, list]) => [gate, list.filter(known)] as const)
  if (gates.semantics.dependencies) errors.push(...gates.addDependencies(new Map(dependencies)))
  if (errors.length > 0) throw new Error(`gates of release 1.${options.minor}: ${errors.join('; ')}`)
  return gates
}
