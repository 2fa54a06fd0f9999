// One combination of releases and gates.
import type { Outcome, SectionResult } from '../outcome.ts'

/** Which component a gate is set for. */
export type GateComponent = 'kube-apiserver' | 'kubelet' | 'kube-proxy'

/** A gate's value in all components of a cell, or in one. */
export interface GateSetting {
  /** Undefined: every component. */
  component: GateComponent | undefined
  gate: string
  /** Undefined: not set, so that the release's default holds. */
  value: boolean | undefined
}

/** Releases as given (`1.34`, `1.31.0`). */
export interface Cell {
  /** Words that name the cell, as `apiserver=1.36 kubelet=1.33 Gate=true`. */
  id: string
  /** Of several servers that of the oldest. */
  apiserver: string
  /** Those of several servers behind one address, in their order; left out where there is one. */
  apiservers?: readonly string[]
  kubelet: string
  /** Undefined: as the kubelet. */
  kubeProxy: string | undefined
  /** `--emulated-version` and `--min-compatibility-version` of kube-apiserver, as `1.35`. */
  emulated: string | undefined
  minCompatibility: string | undefined
  gates: GateSetting[]
  /** Why the version skew policy does not support the cell. */
  unsupported: string | undefined
  /** What kube-apiserver must say of versions that it cannot emulate; empty where it starts. */
  refusals: string[]
}

/**
 * `differs` is also a cell that did not start, crashed or did not end; `unsupported`: the skew policy promises nothing, and the
 * cell refuses, breaks or holds as such a cell may (see judgedUnsupported).
 */
export type CellStatus = Outcome | 'unsupported'

/** What came of a scenario in a cell. */
export interface CellResult {
  cell: Cell
  status: CellStatus
  /** What came out, in a few words: the scenario's answer, a refusal, or why it did not pass. */
  outcome: string
  /** More than one line: the whole error, what a component printed. */
  details: string | undefined
  /** The details without when they were told, which cells that fail alike have in common; default: the details. */
  reason?: string
  /** The line of the scenario that did not pass. */
  line: number | undefined
  milliseconds: number
  /** What the scenario printed. */
  printed?: string
  /** The steps, where the scenario has some. */
  sections?: SectionResult[]
}

/** `1.36`, or `1.35+1.36` where servers run together. */
export const serversText = ({ apiserver, apiservers }: Pick<Cell, 'apiserver' | 'apiservers'>): string =>
  apiservers?.join('+') ?? apiserver

/** What the component is told with `--feature-gates`. */
export function gatesFor(cell: Cell, component: GateComponent): Record<string, boolean> {
  const gates: Record<string, boolean> = Object.create(null)
  for (const { component: only, gate, value } of cell.gates)
    if (value !== undefined && (only === undefined || only === component)) gates[gate] = value
  return gates
}

/** `A=true,B=false`; empty where nothing is set. */
export const gateText = (gates: Readonly<Record<string, boolean>>): string =>
  Object.entries(gates)
    .map(([gate, value]) => `${gate}=${value}`)
    .join(',')
