// Which lists of specs may be registered. Upstream: component-base/featuregate AddVersioned of 0.33, 0.34 and 0.35 on.

import type { GateSemantics } from './dialect.ts'
import type { FeatureSpec } from './feature-spec.ts'
import { goQuote } from './go-text.ts'

/** The stages and the lock of a gate's specs before the current spec. */
interface Past {
  last: FeatureSpec | undefined
  beta: boolean
  ga: boolean
  deprecated: boolean
  locked: boolean
}

type Rule = (name: string, spec: FeatureSpec, past: Past) => string | undefined

const wellFormed: Rule = (name, spec) => {
  if ((spec.version as unknown) === undefined) return `feature ${name} did not provide a version`
  if (spec.version.components.length !== 2) return `feature ${name} specified patch version: ${spec.version}`
  return undefined
}

const minCompatibility: Rule = (name, spec, { last }) => {
  const min = spec.minCompatibilityVersion
  if (min === undefined) return undefined
  if (last === undefined || !spec.version.equals(last.version)) {
    return `feature ${name} specified MinCompatibilityVersion: ${min} without a preceding entry at the same Version without MinCompatibilityVersion set`
  }
  if (min.components.length !== 2) return `feature ${name} specified patch MinCompatibilityVersion: ${min}`
  if (min.greaterThan(spec.version))
    return `feature ${name} MinCompatibilityVersion ${min} greater than Version ${spec.version}`
  return undefined
}

const bornDeprecated: Rule = (name, spec, { last }) =>
  last === undefined && spec.preRelease === 'DEPRECATED' && spec.version.minor !== 0
    ? `feature ${name} introduced as deprecated must provide a 1.0 entry indicating initial state`
    : undefined

const increasing: Rule = (name, spec, { last }) =>
  last !== undefined && !last.version.lessThan(spec.version)
    ? `feature ${name} lists version transitions in non-increasing order (${spec.version} <= ${last.version})`
    : undefined

const notDecreasing: Rule = (name, spec, { last }) => {
  if (last === undefined) return undefined
  if (spec.version.lessThan(last.version)) {
    return `feature ${name} lists version transitions in decreasing order (${spec.version} < ${last.version})`
  }
  const [min, lastMin] = [spec.minCompatibilityVersion, last.minCompatibilityVersion]
  if (min !== undefined && lastMin !== undefined && min.lessThan(lastMin)) {
    return `feature ${name} lists min compatibility version transitions in decreasing order (${min} < ${lastMin})`
  }
  return undefined
}

const sameVersionChanges: Rule = (name, spec, { last }) => {
  if (last === undefined || !spec.version.equals(last.version)) return undefined
  const [min, lastMin] = [spec.minCompatibilityVersion, last.minCompatibilityVersion]
  if (min === undefined || lastMin === undefined ? min === lastMin : min.equals(lastMin)) {
    return `feature ${name} lists duplicate entries with the same versions (${spec.version} = ${last.version})`
  }
  if (spec.preRelease !== last.preRelease) {
    return `feature ${name} lists stability changes with the same version (${last.preRelease} -> ${spec.preRelease})`
  }
  if (spec.lockToDefault !== last.lockToDefault) {
    return `feature ${name} lists locked to default changes with the same version (${last.lockToDefault} -> ${spec.lockToDefault})`
  }
  return undefined
}

const changesSomething: Rule = (name, spec, { last, locked }) => {
  if (last === undefined) return undefined
  const same =
    spec.preRelease === last.preRelease &&
    spec.default === last.default &&
    spec.lockToDefault === last.lockToDefault
  if (same)
    return `feature ${name} lists transition without stability change (${last.version} -> ${spec.version})`
  if (locked && !spec.lockToDefault) return `feature ${name} must not unlock after locking to default`
  return undefined
}

const stability: Rule = (name, spec, { beta, ga, deprecated }) => {
  if (spec.preRelease !== 'DEPRECATED' && deprecated)
    return `deprecated feature ${name} must not resurrect from its terminal state`
  if ((spec.preRelease === 'ALPHA' && (beta || ga)) || (spec.preRelease === 'BETA' && ga)) {
    return `feature ${name} regresses stability from more stable level to ${spec.preRelease} in ${spec.version}`
  }
  return undefined
}

const rules: Readonly<Record<Exclude<GateSemantics['specRules'], 'sorted'>, readonly Rule[]>> = {
  '0.33': [wellFormed, bornDeprecated, increasing, stability],
  '0.35': [
    wellFormed,
    minCompatibility,
    bornDeprecated,
    notDecreasing,
    sameVersionChanges,
    changesSomething,
    stability,
  ],
}

/**
 * The specs as the library keeps them, or the text about the first rule that they break. A spec without min compatibility
 * version inherits the one before.
 */
export function completeSpecs(
  gate: string,
  specs: readonly FeatureSpec[],
  which: GateSemantics['specRules'],
): { specs: FeatureSpec[] } | { error: string } {
  if (which === 'sorted') return { specs: [...specs].sort((a, b) => a.version.compare(b.version)) }
  const past: Past = { last: undefined, beta: false, ga: false, deprecated: false, locked: false }
  const completed: FeatureSpec[] = []
  const name = goQuote(gate)
  for (const spec of specs) {
    for (const rule of rules[which]) {
      const error = rule(name, spec, past)
      if (error !== undefined) return { error }
    }
    const min = spec.minCompatibilityVersion ?? past.last?.minCompatibilityVersion
    past.last = min === undefined ? spec : { ...spec, minCompatibilityVersion: min }
    completed.push(past.last)
    past.beta ||= spec.preRelease === 'BETA'
    past.ga ||= spec.preRelease === ''
    past.deprecated ||= spec.preRelease === 'DEPRECATED'
    past.locked ||= spec.lockToDefault
  }
  return { specs: completed }
}
