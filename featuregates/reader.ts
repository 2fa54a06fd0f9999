/** The questions that code asks of feature gates, for the component's release and emulation version. */
export interface FeatureGateReader {
  /** Throws for a gate that is not registered, as upstream panics. */
  enabled(gate: string): boolean
  known(gate: string): boolean
  /** Whether the release's code behaves as with the gate, where it registers no such gate: see `gateEnabled`. */
  unregistered(gate: string): boolean
}

/** Whether a release has the gate and it is off: what only a gate takes away stays where there is no gate for it. */
export const registeredAndOff = (gates: FeatureGateReader, gate: string): boolean =>
  gates.known(gate) && !gates.enabled(gate)

/**
 * Whether the behaviour behind a gate is on, in a release that need not have the gate. After its last release it follows the
 * gate's last default, since a gate leaves together with the way not taken; before its first one it is off, or on if the gate
 * guards what was there before.
 */
export const gateEnabled = (gates: FeatureGateReader, gate: string): boolean =>
  gates.known(gate) ? gates.enabled(gate) : gates.unregistered(gate)
