// What the prose of a section says that is at odds with the section or the document as a whole.
import type { Sentence } from './claims/sentence.ts'
import type { Document, Element, Section } from './document.ts'
import { misspeltIn } from './misspelt-names.ts'
import { pathOf, untakenPaths } from './path-told.ts'
import type { Step } from './step.ts'
import { answersNo, deniesTest, namesOtherRelease } from './test-told.ts'

const proseIn = (elements: readonly Element[]): Sentence[] =>
  elements.flatMap((one) =>
    one.kind === 'item'
      ? proseIn(one.children)
      : one.kind === 'prose'
        ? [{ text: one.text, line: one.line }]
        : [],
  )

/** The steps; of what the prose says at odds with all of them, the step that it stands in, else the first, does not pass. */
export function withProseJudged(
  { title, line, body }: Section,
  { source }: Pick<Document, 'source'>,
  steps: Step[],
): Step[] {
  const said = [{ text: title, line }, ...proseIn(body)]
  const taken = pathOf(steps) ?? []
  const untaken = untakenPaths(said, taken)
  for (const one of said) {
    const isOff =
      untaken.includes(one) ||
      deniesTest(one.text) ||
      (one === said[1] && answersNo(title, one.text)) ||
      namesOtherRelease(one.text, taken) ||
      misspeltIn(one.text, source) !== undefined
    const step = steps.findLast((other) => other.line <= one.line) ?? steps[0]
    if (!isOff || step === undefined || isUnread(step, one)) continue
    step.actions.push({ kind: 'unread', what: 'statement', ...one })
    step.accounts.push({ ...one, as: 'not understood' })
  }
  return steps
}

const isUnread = ({ actions }: Step, { text }: Sentence): boolean =>
  actions.some((one) => one.kind === 'unread' && one.text === text)
