// Replays texts in a process that stays, and tells which variants of a text its replay would notice: for programs that try
// hundreds. Forked by scripts/mutation-score.mjs; a question is a {@link Question}, an answer a {@link Replayed} or `{ error }`.
import { fixedSurroundings } from '../cli/fixed-surroundings.ts'
import { recordedGateFacts } from '../cli/gate-facts.ts'
import { besideDocument } from '../replay/beside-document.ts'
import { parseDocument } from '../replay/document.ts'
import { builtinKubectl } from '../replay/machine/builtin-kubectl.ts'
import { exitCodeOf, type Outcome, stepsOfResult } from '../replay/outcome.ts'
import { replay } from '../replay/replay.ts'
import { selectSections } from '../replay/select-sections.ts'
import type { Action, Step } from '../replay/step.ts'
import { type Trials, trialsOf, type Variant } from './trials.ts'

interface Question {
  /** Where the text stands in for: its neighbours are found beside it. */
  file: string
  text: string
  branches: Record<string, string>
  section?: string
  variants?: Variant[]
  /** Only how its lines are understood; nothing runs. */
  list?: true
}

interface Replayed {
  code: number
  steps: { line: number; outcome: Outcome }[]
  findings: { line: number; outcome: string; message: string }[]
  /** What the lines are taken for: a sentence's first line and its role. */
  roles: [line: number, as: string][]
  /** What the step of a variant would come to, in the order of the variants; null: only a replay of it tells. */
  outcomes: (Outcome | null)[]
}

/** When the worlds begin; the same for each, so that only the text makes a difference. */
const start = Date.UTC(2026, 0, 5)

async function replayed(question: Question): Promise<Replayed> {
  const { file, text, branches, section } = question
  const read = (other: string): Step[] =>
    selectSections(parseDocument(file, other, besideDocument(file)), section).flatMap(({ steps }) => steps)
  if (question.list) return { code: 0, steps: [], findings: [], roles: rolesOf(read(text)), outcomes: [] }
  const trials: Trials[] = []
  const { result } = await replay({
    file,
    text,
    beside: besideDocument(file),
    branches: new Map(Object.entries(branches)),
    section,
    ...fixedSurroundings(start, builtinKubectl),
    facts: recordedGateFacts(),
    onSection: ({ steps }) => void trials.push(trialsOf(steps, question.variants ?? [], read)),
    onAction: (action: Action, outcomeWith) => trials.at(-1)!.after(action, outcomeWith),
  })
  const steps = stepsOfResult(result)
  return {
    code: exitCodeOf(result),
    steps: steps.map(({ line, outcome }) => ({ line, outcome })),
    findings: steps
      .flatMap(({ findings }) => findings)
      .filter(({ outcome }) => outcome !== 'note')
      .map(({ line, outcome, message }) => ({ line, outcome, message })),
    roles: rolesOf(read(text)),
    outcomes: trials.length === 1 ? trials[0]!.outcomes : (question.variants ?? []).map(() => null),
  }
}

function rolesOf(steps: readonly Step[]): [number, string][] {
  const roles = new Map<number, string>()
  for (const { accounts, line: title } of steps)
    for (const { line, as } of accounts) {
      const role = as === 'introduction' && line === title ? 'title' : as
      if (!roles.has(line) || as === 'claim') roles.set(line, role)
    }
  return [...roles]
}

process.on('message', (question: Question) => {
  replayed(question).then(
    (answer) => process.send!(answer),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
  )
})
