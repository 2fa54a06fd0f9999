// Upstream: component-base/featuregate KnownFeatures, HelpString

import type { GateSemantics } from './dialect.ts'
import { specialGates, type Target } from './evaluate-gates.ts'
import { type FeatureSpec, specAt, type VersionedSpecs } from './feature-spec.ts'

/** GA, deprecated and future gates are not shown. */
function help(gate: string, spec: FeatureSpec, withMin: boolean): string {
  if (spec.preRelease !== 'ALPHA' && spec.preRelease !== 'BETA') return ''
  const min = withMin && spec.minCompatibilityVersion !== undefined
  const text = `${gate}=true|false (${spec.preRelease} - default=${spec.default})`
  return min ? `${text} if --min-compatibility-version>=${spec.minCompatibilityVersion}` : text
}

function line(gate: string, specs: VersionedSpecs, at: Target, semantics: GateSemantics): string {
  if (semantics.versioned && specialGates.has(gate)) return help(gate, specs[0]!, false)
  const spec = specAt(specs, at.emulation, at.minCompatibility)
  const text = help(gate, spec, false)
  if (!semantics.minCompatibility) return text
  const newest = specAt(specs, at.emulation, at.emulation)
  if (newest === spec) return text
  return [text, help(gate, newest, true)].filter((t) => t !== '').join(', or ')
}

/** `Gate=true|false (BETA - default=true)` for each gate that can be chosen, sorted. */
export const knownFeatures = (
  known: ReadonlyMap<string, VersionedSpecs>,
  at: Target,
  semantics: GateSemantics,
): string[] =>
  [...known]
    .map(([gate, specs]) => line(gate, specs, at, semantics))
    .filter((text) => text !== '')
    .sort()
