// What a report shows, whatever was run: a document, a matrix or a path.
import type { PacketWay } from '../../../cluster/network/packet-way.ts'
import type { Check, Finding } from '../../outcome.ts'
import type { Result } from '../outcome-words.ts'

/** The outcome that a report, run, row or step is marked with. */
export type Verdict = Result

/** What a report shows. Texts are not escaped yet; the views do that. */
export interface HtmlReport {
  /** The document or scenario. */
  title: string
  verdict: Verdict
  /** "4 passed, in 3.64 s". */
  summary: string
  /** Which release runs, and why. */
  notes?: readonly string[]
  matrix?: ReportMatrix
  runs: ReportRun[]
}

/** A table of the combinations that ran. */
export interface ReportMatrix {
  header: string[]
  rows: MatrixRow[]
}

/** A row of the matrix: a combination of releases and gates. */
export interface MatrixRow {
  cells: string[]
  verdict: Verdict
  /** The index in `runs` of what this row tells more about. */
  run?: number
}

/** A section of a document, a cell of a matrix, or the hops of a path. */
export interface ReportRun {
  title: string
  verdict: Verdict
  /** `file:line`. */
  place?: string
  timeline?: Timeline
  /** What is true of the whole run. */
  findings?: ReportFinding[]
  steps: ReportStep[]
  /** The index in `runs` of one whose steps tell the same; this one has none of its own then. */
  like?: number
}

/** A step with its commands and findings. `place`: `file:line`. */
export interface ReportStep {
  title: string
  verdict: Verdict
  place?: string
  milliseconds?: number
  /** What was compared. */
  checks: readonly Check[]
  commands: ReportCommand[]
  findings: ReportFinding[]
}

/** A command with its output, or with the difference from what the document shows. */
export interface ReportCommand {
  text: string
  place?: string
  exitCode: number
  /** The output, held against the document where that shows one. */
  output: DiffLine[]
  /** Whether `output` is a comparison. */
  compared: boolean
  /** The ways of packets that were sent while it ran. */
  packets?: readonly PacketWay[]
  /** False for a heading that nobody typed. */
  typed?: false
}

/**
 * `same`: as the document has it. `bound`: a literal of the document (a uid, a time) that stands for the one shown.
 * `unshown`: printed, and left out by the document. `missing`: only in the document. `extra`: only in reality.
 */
export interface DiffLine {
  kind: 'same' | 'bound' | 'unshown' | 'missing' | 'extra'
  text: string
  /** Of `bound`: the document's line. */
  documented?: string
}

/** A finding with what was expected and what came. */
export interface ReportFinding {
  outcome: Finding['outcome'] | 'unsupported'
  place?: string
  message: string
  expected?: string
  actual?: string
  why?: string
}

/** A lane for each component and each watched field; a value for each moment, undefined where there is none. */
export interface Timeline {
  moments: string[]
  lanes: { name: string; kind: 'component' | 'field'; values: (TimelineValue | undefined)[] }[]
}

/** What a lane of the timeline shows at a step. */
export interface TimelineValue {
  text: string
  /** Gates, as `Gate=true`. */
  notes: string[]
}
