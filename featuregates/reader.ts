/** What code asks of feature gates: is this one on, for the component's release and emulation version? Throws for a gate that is not registered, as upstream panics. */
export interface FeatureGateReader {
  enabled(gate: string): boolean
  /** False for gates that the release does not have: ask before `enabled` where a gate comes and goes with releases. */
  known(gate: string): boolean
}

/** On, where the release knows the gate; `otherwise` where it does not (before its introduction or after its removal). */
export function gateEnabled(gates: FeatureGateReader, gate: string, otherwise = false): boolean {
  return gates.known(gate) ? gates.enabled(gate) : otherwise
}
