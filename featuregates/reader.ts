/** What code asks of feature gates: is this one on, for the component's release and emulation version? */
export interface FeatureGateReader {
  /** Throws for a gate that is not registered, as upstream panics. */
  enabled(gate: string): boolean
  known(gate: string): boolean
  /** What the code of the release does where it registers no such gate: see `gateEnabled`. */
  unregistered(gate: string): boolean
}

/**
 * The behaviour behind a gate, in a release that need not have it. After its last release it is as the gate's last default was,
 * since a gate leaves together with the way not taken; before its first one it is absent, or there if the gate guards what was.
 */
export const gateEnabled = (gates: FeatureGateReader, gate: string): boolean =>
  gates.known(gate) ? gates.enabled(gate) : gates.unregistered(gate)
