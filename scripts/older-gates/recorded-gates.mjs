// The table of feature gates in the Go source of a release from before their specs had versions.

const stages = { Alpha: 'ALPHA', Beta: 'BETA', GA: 'GA', Deprecated: 'DEPRECATED' }

/**
 * @returns {Map<string, [stage: string, byDefault: boolean, locked?: true] | 'elsewhere'>} `elsewhere`: a library defines it, whose
 *   gates stand in this table or not
 */
export function recordedGates(source) {
  const names = new Map()
  for (const [, constant, name] of source.matchAll(/^\s+(\w+)\s+featuregate\.Feature = "(\w+)"/gm))
    names.set(constant, name)
  const gates = new Map()
  const spec =
    /^\s*(\w+\.)?(\w+):\s*\{Default:\s*(true|false),\s*PreRelease:\s*featuregate\.(\w+)(,\s*LockToDefault:\s*true)?\s*\}/gm
  for (const [, library, constant, value, stage, locked] of source.matchAll(spec)) {
    if (library !== undefined) {
      gates.set(constant, 'elsewhere')
      continue
    }
    const known = stages[stage]
    if (known === undefined) throw new Error(`${constant}: what stage is ${stage}?`)
    const state = [known, value === 'true']
    if (locked !== undefined) state.push(true)
    gates.set(names.get(constant) ?? constant, state)
  }
  if (gates.size === 0) throw new Error('there is no table of gates')
  return gates
}
