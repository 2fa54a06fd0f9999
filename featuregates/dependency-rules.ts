// Which dependencies between gates may be registered. Upstream: component-base/featuregate AddDependencies (0.35 on).
import { type Stage, specAt, type VersionedSpecs } from './feature-spec.ts'

type Known = ReadonlyMap<string, VersionedSpecs>
/** The gates that a gate depends on, by the gate's name: it can be on only where all of them are. */
export type Dependencies = ReadonlyMap<string, readonly string[]>

/** A gate cannot depend on one of a lower level; alpha gates may depend on gates that are not there yet. */
const levels: Readonly<Record<Stage, number>> = { DEPRECATED: 0, 'PRE-ALPHA': 1, ALPHA: 1, BETA: 2, '': 3 }

function pairError(gate: string, dependency: string, known: Known): string | undefined {
  for (const spec of [...known.get(gate)!].reverse()) {
    const other = specAt(known.get(dependency)!, spec.version, spec.minCompatibilityVersion)
    const at = `at version ${spec.version}`
    if (levels[spec.preRelease] > levels[other.preRelease]) {
      return `${spec.preRelease} feature ${gate} cannot depend on ${other.preRelease} feature ${dependency} ${at}`
    }
    if (spec.default && !other.default) {
      return `default-enabled feature ${gate} cannot depend on default-disabled feature ${dependency} ${at}`
    }
    if (spec.lockToDefault && !other.lockToDefault) {
      return `locked-to-default feature ${gate} cannot depend on unlocked feature ${dependency} ${at}`
    }
  }
  return undefined
}

function cycleError(dependencies: Dependencies): string | undefined {
  const visited = new Set<string>()
  const finished = new Set<string>()
  const visit = (gate: string): string | undefined => {
    if (finished.has(gate)) return undefined
    if (visited.has(gate)) return `cycle detected with feature ${gate}`
    visited.add(gate)
    for (const next of dependencies.get(gate) ?? []) {
      const error = visit(next)
      if (error !== undefined) return error
    }
    finished.add(gate)
    return undefined
  }
  for (const gate of dependencies.keys()) {
    const error = visit(gate)
    if (error !== undefined) return error
  }
  return undefined
}

/** The text about the first rule that the dependencies break; undefined where they keep all. */
export function dependencyError(dependencies: Dependencies, known: Known): string | undefined {
  for (const [gate, list] of dependencies) {
    if (!known.has(gate)) return `cannot add dependency for unknown feature ${gate}`
    for (const dependency of list) {
      if (!known.has(dependency)) return `cannot add dependency from ${gate} to unknown feature ${dependency}`
      const error = pairError(gate, dependency, known)
      if (error !== undefined) return error
    }
  }
  return cycleError(dependencies)
}

/** The dependencies of both maps by gate, sorted and without repetitions. */
export function mergeDependencies(added: Dependencies, existing: Dependencies): Map<string, string[]> {
  const merged = new Map<string, string[]>()
  for (const gate of new Set([...added.keys(), ...existing.keys()])) {
    merged.set(gate, [...new Set([...(added.get(gate) ?? []), ...(existing.get(gate) ?? [])])].sort())
  }
  return merged
}
