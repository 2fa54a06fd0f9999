import type { PacketWay } from '../cluster/network/packet-way.ts'
import type { ProgramFailure } from './machine/command-result.ts'
import type { Cause, Limit, Reason } from './reason.ts'

/**
 * What became of a step. `passed`: everything that it says was carried out and held against reality, and there was something to
 * hold. `differs`: reality says otherwise. `not checked`: a statement or an instruction that was not understood or not carried
 * out. `could not run`: it needs what is not simulated, or a step that could not run.
 */
export type Outcome = 'passed' | 'differs' | 'not checked' | 'could not run'

/** The worst first: what a step, a section or a document is that holds several. */
export const outcomes: readonly Outcome[] = ['differs', 'could not run', 'not checked', 'passed']

/** A difference, obstacle or note at a line of the document. */
export interface Finding {
  /** What it makes of its step; `note`: nothing. */
  outcome: Exclude<Outcome, 'passed'> | 'note'
  line: number
  message: string
  /** What the document says and what happened, where both are texts. */
  expected?: string
  actual?: string
  why?: string
  reason?: Reason
  /** What `why` tells, as a code. */
  cause?: Cause
  /** Of a component that refused to start: all that it printed. */
  refused?: { component: string; stderr: string }
}

/**
 * Something of a step that was held against reality. `output`: what a command prints. `shape`: its form only, where the document
 * gives an example. `claim`: a sentence. `check`: one that the author wrote for kepsim. `exit`: that a command which shows no
 * output succeeds. `start`: that components run, with the release and the gates that the document says.
 */
export interface Check {
  kind: 'output' | 'shape' | 'claim' | 'check' | 'exit' | 'start'
  line: number
}

/** A command that was run, its output, and the output that the document shows. */
export interface CommandRecord {
  text: string
  line: number
  stdout: string
  stderr: string
  exitCode: number
  /** Programs of the line that failed, whether or not its exit code tells. */
  failures?: readonly ProgramFailure[]
  /** What the machine cannot do of it. */
  limits?: readonly Limit[]
  milliseconds: number
  /** The ways of packets that were sent in the cluster while it ran, the first 20. Left out where there are none. */
  packets?: readonly PacketWay[]
  /** Lines of expected output in the document: where, how many; `warnings` where those of the API are compared though none is shown. */
  shown: { line: number; lines: string[]; warnings?: true } | undefined
  /** The output was compared as an assertion. */
  asserted: boolean
  /** False for what no shell was told: a request of a module. */
  typed?: false
}

/** What runs on the machine, and the gates that the document names or a command sets. */
export interface ComponentState {
  /** `kube-apiserver`, `kubelet/127.0.0.1`. */
  name: string
  /** With its patch number. */
  release: string
  gates: { gate: string; value: boolean; from: 'default' | 'set' }[]
  /** Of a kube-apiserver that emulates another version: `--emulated-version=1.35`. */
  versionFlags?: string[]
}

/** A watched field as the step's commands showed it last: '' where it was empty. */
export interface FieldValue {
  field: string
  value: string
}

/** The outcome of a step, with its findings, checks and commands. */
export interface StepResult {
  /** The document's own (`2`, `2.1`); empty where it has none. */
  number: string
  title: string
  line: number
  outcome: Outcome
  milliseconds: number
  findings: Finding[]
  /** What was compared, in the document's order. */
  checks: Check[]
  commands: CommandRecord[]
  /** At the end of the step. */
  components: ComponentState[]
  fields: FieldValue[]
}

/** The outcomes of a section's steps, in order. */
export interface SectionResult {
  title: string
  line: number
  steps: StepResult[]
}

/** The outcome of a document's replay. */
export interface ReplayResult {
  file: string
  sections: SectionResult[]
  milliseconds: number
  /**
   * What is true of the whole replay: what master was taken for where a section names no release, and why (nothing where
   * nothing tells), and the objects that were created since the document uses them without making them.
   */
  notes: string[]
}

/** The outcome of several things together: the worst; `passed` of none. */
export function worstOf(all: Iterable<Outcome | 'note'>): Outcome {
  const found = new Set(all)
  return outcomes.find((outcome) => found.has(outcome)) ?? 'passed'
}

/** All steps of a result, in order. */
export const stepsOfResult = ({ sections }: Pick<ReplayResult, 'sections'>): StepResult[] =>
  sections.flatMap(({ steps }) => steps)

/**
 * 0 all passed, 1 something differs, 2 nothing differs but something could not run or was not checked.
 * @param allowUnchecked what was not checked is accepted
 */
export function exitCodeFor(all: readonly Outcome[], allowUnchecked = false): 0 | 1 | 2 {
  const worst = worstOf(all.filter((outcome) => !allowUnchecked || outcome !== 'not checked'))
  return worst === 'passed' ? 0 : worst === 'differs' ? 1 : 2
}

/** The exit code of a replay. `allowUnchecked`: 0 also where something was not checked. */
export const exitCodeOf = (result: Pick<ReplayResult, 'sections'>, allowUnchecked = false): 0 | 1 | 2 =>
  exitCodeFor(
    stepsOfResult(result).map(({ outcome }) => outcome),
    allowUnchecked,
  )
