import type { DocumentRelease } from './document-release.ts'

/** What became of a step: `failed` ran and differs, `blocked` could not run. */
export type StepStatus = 'passed' | 'failed' | 'blocked' | 'skipped'

export interface Finding {
  severity: 'error' | 'warning'
  line: number
  message: string
  /** What the document says and what happened, where both are texts. */
  expected?: string
  actual?: string
  why?: string
  /** The run could not go on as described: exit code 2. */
  blocking?: boolean
}

export interface CommandRecord {
  text: string
  line: number
  stdout: string
  stderr: string
  exitCode: number
  milliseconds: number
  /** Lines of expected output in the document: where, how many. */
  shown: { line: number; lines: string[] } | undefined
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

export interface StepResult {
  number: number
  title: string
  line: number
  status: StepStatus
  milliseconds: number
  findings: Finding[]
  commands: CommandRecord[]
  /** At the end of the step. */
  components: ComponentState[]
  fields: FieldValue[]
}

export interface SectionResult {
  title: string
  line: number
  /** What master was taken for, and why; undefined where nothing tells. */
  release?: DocumentRelease
  steps: StepResult[]
}

export interface ReplayResult {
  file: string
  sections: SectionResult[]
  milliseconds: number
}

/** Whether nothing of a step differs from the document, but something of it could not be done here. */
export function onlyBlocked({ findings }: Pick<StepResult, 'findings'>): boolean {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return errors.length > 0 && errors.every(({ blocking }) => blocking === true)
}

/** 0 all held, 1 something differs, 2 something could not run. */
export function exitCodeOf(result: ReplayResult): 0 | 1 | 2 {
  const steps = result.sections.flatMap((s) => s.steps)
  if (
    steps.some((s) => s.findings.some((f) => f.blocking === true)) ||
    steps.some((s) => s.status === 'blocked')
  )
    return 2
  return steps.some((s) => s.status === 'failed') ? 1 : 0
}
