// What a guarded replay has told of its document, for when it cannot end by itself.
import type { ReplayResult, StepResult } from '../replay/outcome.ts'
import type { SelectedSection } from '../replay/select-sections.ts'
import { tellGuard } from './guard.ts'

interface Outline {
  title: string
  line: number
  steps: Pick<StepResult, 'number' | 'title' | 'line'>[]
}

type Told =
  | { told: 'may write' }
  | { told: 'sections'; sections: Outline[] }
  | { told: 'section' }
  | { told: 'step'; step: StepResult }
  | { told: 'reasons'; steps: readonly StepResult[] }
  | { told: 'notes'; notes: readonly string[] }
  | { told: 'token'; token: string }

const tell = (message: Told): void => tellGuard(message)

/** Tells the guarding process the outline of the document, before its first step. */
export const tellSections = (sections: readonly SelectedSection[]): void =>
  tell({
    told: 'sections',
    sections: sections.map(({ section, steps }) => ({
      title: section.title,
      line: section.line,
      steps: steps.map(({ number, title, line }) => ({ number, title, line })),
    })),
  })
/** Tells the guarding process that no report takes the place of what the document is read with. */
export const tellMayWrite = (): void => tell({ told: 'may write' })
/** Tells the guarding process that a section begins. */
export const tellSection = (): void => tell({ told: 'section' })
/** Tells the guarding process the result of a step. */
export const tellStep = (step: StepResult): void => tell({ told: 'step', step })
/** Tells the guarding process the steps of the last section, with reasons that were not known before. */
export const tellReasons = (steps: readonly StepResult[]): void => tell({ told: 'reasons', steps })
/** Tells the guarding process the notes of the replay so far. */
export const tellNotes = (notes: readonly string[]): void => tell({ told: 'notes', notes })
/** Tells the guarding process the token that ends the suspension of GitHub's commands. */
export const tellToken = (token: string): void => tell({ told: 'token', token })

/** Collects the messages of a guarded replay, to report on a document that reached its limit. */
export class ToldSoFar {
  private sections: Outline[] = []
  private notes: readonly string[] = []
  private readonly done: StepResult[][] = []
  private readonly start = performance.now()
  token: string | undefined
  /** Whether reports may take the place of files that are there. */
  mayWrite = false

  readonly take = (message: unknown): void => {
    const told = message as Told
    if (told.told === 'may write') this.mayWrite = true
    else if (told.told === 'sections') this.sections = told.sections
    else if (told.told === 'section') this.done.push([])
    else if (told.told === 'step') this.done.at(-1)?.push(told.step)
    else if (told.told === 'reasons') this.done[this.done.length - 1] = [...told.steps]
    else if (told.told === 'notes') this.notes = told.notes
    else if (told.told === 'token') this.token = told.token
  }

  /** How many sections, and how many steps of the last one, have been shown. */
  get shown(): { sections: number; steps: number } {
    return { sections: this.done.length, steps: this.done.at(-1)?.length ?? 0 }
  }

  /** With the steps that did not end, which could not run for this reason. */
  result(file: string, reason: string): ReplayResult {
    const unread = { title: '', line: 1, steps: [{ number: '', title: file, line: 1 }] }
    const sections = this.sections.length === 0 ? [unread] : this.sections
    return {
      file,
      notes: [...this.notes],
      milliseconds: performance.now() - this.start,
      sections: sections.map(({ title, line, steps }, at) => ({
        title,
        line,
        steps: steps.map((step, i) => this.done[at]?.[i] ?? unfinished(step, reason)),
      })),
    }
  }
}

const unfinished = (step: Outline['steps'][number], message: string): StepResult => ({
  ...step,
  outcome: 'could not run',
  milliseconds: 0,
  findings: [{ outcome: 'could not run', line: step.line, message }],
  checks: [],
  commands: [],
  components: [],
  fields: [],
})
