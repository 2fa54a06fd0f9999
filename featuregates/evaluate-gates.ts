// From the values that were asked for to the state of every gate.
// Upstream: component-base/featuregate unsafeSetFromMap, setUnsetAlphaGates, setUnsetBetaGates, featureEnabled

import type { Dependencies } from './dependency-rules.ts'
import type { GateSemantics } from './dialect.ts'
import { specAt, type VersionedSpecs } from './feature-spec.ts'
import type { GateMessages } from './gate-log.ts'
import { goQuote } from './go-text.ts'
import type { Version } from './version.ts'

/** The emulation and min compatibility version that the specs of gates are chosen by. */
export interface Target {
  emulation: Version
  minCompatibility: Version
}

/** The gates that a component registers, with the rules of the library that evaluates them. */
export interface Registered {
  known: ReadonlyMap<string, VersionedSpecs>
  dependencies: Dependencies
  semantics: GateSemantics
}

/** A gate that cannot have the value that it was given. */
export type GateRefusal = { gate: string; is: 'locked'; to: boolean } | { gate: string; is: 'unknown' }

/** The error of setting gates, in upstream's words. */
export interface GateError {
  message: string
  refusal?: GateRefusal
}

/** Gates that stand for all alpha or all beta gates. */
export const specialGates: ReadonlyMap<string, 'ALPHA' | 'BETA'> = new Map([
  ['AllAlpha', 'ALPHA'],
  ['AllBeta', 'BETA'],
])

/**
 * The value of a gate that was asked for, else its default at the versions. Throws for a gate that is not registered.
 * Upstream: component-base/featuregate featureEnabled
 */
export function isEnabled(
  gate: string,
  enabled: ReadonlyMap<string, boolean>,
  known: Registered['known'],
  at: Target,
): boolean {
  const value = enabled.get(gate)
  if (value !== undefined) return value
  const specs = known.get(gate)
  if (specs === undefined) throw new Error(`feature ${goQuote(gate)} is not registered in FeatureGate`)
  return specAt(specs, at.emulation, at.minCompatibility).default
}

/** Gives `value` to every gate of the stage that has none yet. Locked gates are not protected. */
function fillStage(
  stage: string,
  value: boolean,
  enabled: Map<string, boolean>,
  registered: Registered,
  at: Target,
): void {
  for (const [gate, specs] of registered.known) {
    if (registered.semantics.versioned && specialGates.has(gate)) continue
    if (enabled.has(gate)) continue
    if (specAt(specs, at.emulation, at.minCompatibility).preRelease === stage) enabled.set(gate, value)
  }
}

/** Applies the value of one gate; undefined, or the error. */
function applyValue(
  gate: string,
  value: boolean,
  enabled: Map<string, boolean>,
  registered: Registered,
  at: Target,
  messages: GateMessages | undefined,
): GateError | undefined {
  const spec = specAt(registered.known.get(gate)!, at.emulation, at.minCompatibility)
  if (spec.lockToDefault && spec.default !== value) {
    return {
      message: `cannot set feature gate ${gate} to ${value}, feature is locked to ${spec.default}`,
      refusal: { gate, is: 'locked', to: spec.default },
    }
  }
  const special = specialGates.get(gate)
  if (special === undefined && spec.preRelease === 'PRE-ALPHA') {
    const min = registered.semantics.minCompatibility
      ? `, min compatibility version ${at.minCompatibility}`
      : ''
    return {
      message: `cannot set feature gate ${gate} to ${value}, feature is PreAlpha at emulated version ${at.emulation}${min}`,
    }
  }
  enabled.set(gate, value)
  if (special !== undefined) {
    fillStage(special, value, enabled, registered, at)
    if (registered.semantics.versioned) return undefined
  }
  if (spec.preRelease === 'DEPRECATED') messages?.setting('deprecated', gate, value)
  else if (spec.preRelease === '') messages?.setting('GA', gate, value)
  return undefined
}

function dependencyErrors(
  enabled: ReadonlyMap<string, boolean>,
  registered: Registered,
  at: Target,
): GateError[] {
  const errors: GateError[] = []
  for (const [gate, list] of registered.dependencies) {
    if (!isEnabled(gate, enabled, registered.known, at)) continue
    const disabled = list.filter((other) => !isEnabled(other, enabled, registered.known, at))
    if (disabled.length > 0) {
      errors.push({
        message: `${gate} is enabled, but depends on features that are disabled: [${disabled.join(' ')}]`,
      })
    }
  }
  return errors
}

/** What is wrong with the defaults alone, as it was found last, by what is registered, which is never changed in place. */
const ofDefaults = new WeakMap<Registered['known'], Registered & { at: Target; errors: GateError[] }>()

/** As {@link dependencyErrors}, of gates of which none was asked for: those of thousands of nodes are the same. */
function defaultErrors(registered: Registered, at: Target): GateError[] {
  const last = ofDefaults.get(registered.known)
  if (
    last?.dependencies === registered.dependencies &&
    last.at.emulation.equals(at.emulation) &&
    last.at.minCompatibility.equals(at.minCompatibility)
  )
    return last.errors
  const errors = dependencyErrors(new Map(), registered, at)
  ofDefaults.set(registered.known, { ...registered, at, errors })
  return errors
}

/**
 * Applies `asked` to `enabled` in the order of the map (upstream's order is random). An unknown gate ends the evaluation at
 * once; before 0.31 every error does. Dependencies are checked when nothing else is wrong.
 */
export function evaluateGates(
  asked: ReadonlyMap<string, boolean>,
  enabled: Map<string, boolean>,
  registered: Registered,
  at: Target,
  messages: GateMessages | undefined,
): GateError[] {
  const errors: GateError[] = []
  for (const [gate, value] of asked) {
    if (!registered.known.has(gate))
      return [...errors, { message: `unrecognized feature gate: ${gate}`, refusal: { gate, is: 'unknown' } }]
    const error = applyValue(gate, value, enabled, registered, at, messages)
    if (error === undefined) continue
    errors.push(error)
    if (!registered.semantics.versioned) return errors
  }
  if (errors.length > 0) return errors
  return enabled.size === 0 ? defaultErrors(registered, at) : dependencyErrors(enabled, registered, at)
}
