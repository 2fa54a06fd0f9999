import type { GateSemantics } from './dialect.ts'
import { goQuote } from './go-text.ts'

/** A line that component-base logs, without klog's header. */
export interface GateLogEntry {
  severity: 'Info' | 'Warning'
  /** klog's V level: 0 is always printed. */
  verbosity: number
  message: string
}

/** Receives a log line of component-base; the component's klog gives it time and place. */
export type GateLog = (entry: GateLogEntry) => void

const sortedEntries = (values: ReadonlyMap<string, boolean>): [string, boolean][] =>
  [...values].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** The texts of feature_gate.go, in the form of the library's release. */
export class GateMessages {
  private readonly semantics: GateSemantics
  private readonly log: GateLog
  constructor(semantics: GateSemantics, log: GateLog) {
    this.semantics = semantics
    this.log = log
  }

  private warn(printf: string, structured: string): void {
    const message = this.semantics.structuredLogs ? structured : printf
    this.log({ severity: this.semantics.structuredLogs ? 'Info' : 'Warning', verbosity: 0, message })
  }

  setting(stage: 'GA' | 'deprecated', gate: string, value: boolean): void {
    const end = 'It will be removed in a future release.'
    this.warn(
      `Setting ${stage} feature gate ${gate}=${value}. ${end}`,
      `"Warning: setting ${stage} feature gate. ${end}" featureGate=${goQuote(gate)} value=${value}`,
    )
  }

  overriding(stage: 'GA' | 'deprecated', gate: string, value: boolean): void {
    const end = 'It will be removed in a future release.'
    this.warn(
      `Overriding default of ${stage} feature gate ${gate}=${value}. ${end}`,
      `"Warning: overriding default of ${stage} feature gate. ${end}" featureGate=${goQuote(gate)} value=${value}`,
    )
  }

  queriedChanges(gate: string, before: boolean, after: boolean): void {
    const method = this.semantics.minCompatibility
      ? 'SetEmulationVersionAndMinCompatibilityVersion'
      : 'SetEmulationVersion'
    this.warn(
      `${method} will change already queried feature:${gate} from ${before} to ${after}`,
      `"Warning: ${method} will change already queried feature" featureGate=${goQuote(gate)} oldValue=${before} newValue=${after}`,
    )
  }

  updated(enabled: ReadonlyMap<string, boolean>): void {
    const pairs = sortedEntries(enabled)
    const message = this.semantics.structuredLogs
      ? `"Updated" featureGates={${pairs.map(([k, v]) => `${JSON.stringify(k)}:${v}`).join(',')}}`
      : `feature gates: ${this.semantics.printsPointer ? '&' : ''}{map[${pairs.map(([k, v]) => `${k}:${v}`).join(' ')}]}`
    this.log({ severity: 'Info', verbosity: 1, message })
  }

  emulating(emulation: string, minCompatibility: string): void {
    const both = this.semantics.minCompatibility ? `, minCompatibilityVersion to ${minCompatibility}` : ''
    const message = this.semantics.structuredLogs
      ? `"Set feature gate emulation" emulationVersion="${emulation}" minCompatibilityVersion="${minCompatibility}"`
      : `set feature gate emulationVersion to ${emulation}${both}`
    this.log({ severity: 'Info', verbosity: 1, message })
  }
}
