// Paths of releases that a document tells of: "The path 1.31 -> 1.32 -> 1.31 was taken".
import { minorRelease } from '../component-base/minor.ts'
import type { Sentence } from './claims/sentence.ts'
import type { Element, Section } from './document.ts'
import type { Instruction } from './instructions/instruction.ts'
import { commandsOf, type Step } from './step.ts'

const release = String.raw`v?1\.\d{2}(?:\.\d{1,3})?(?:\s?\([^()]{1,40}\))?`
/** Of three releases at least: of two, one is what a step upgrades to. */
const path = new RegExp(String.raw`(?<![\w.])${release}(?:\s*(?:->|=>|-->|→|⇒|➜)\s*${release}){2,9}`)
const minors = /(?<![\w.])v?(1\.\d{2})(?![\d])/g
const longest = 2000

/** The releases that a text says came one after the other; undefined where it tells of none. */
export function pathTold(text: string): string[] | undefined {
  const found = text.length > longest ? null : path.exec(text.replace(/&gt;/g, '>').replace(/`/g, ''))
  return found === null ? undefined : [...found[0].matchAll(minors)].map(([, minor]) => minor!)
}

const chosen =
  /(?:\bcheckout\b.*?(?:\bv|release-)|kindest\/node:v|\bupgrade\s+apply\s+v?|--kubernetes-version[= ]v?)(1\.\d{2})/
const unknown = /\bcheckout\b.*\b(?:master|main|HEAD|-)(?:\s|$)/

/** The releases that steps choose, one after the other; undefined where it is not told which. */
function pathOf(steps: readonly Step[]): string[] | undefined {
  const found: string[] = []
  for (const step of steps) {
    for (const { text } of commandsOf(step)) {
      if (unknown.test(text)) return undefined
      for (const line of text.slice(0, longest).split('\n')) found.push(chosen.exec(line)?.[1] ?? '')
    }
    for (const action of step.actions)
      if (action.kind === 'instruction' || action.kind === 'effect')
        found.push(...changedTo(action.instruction))
  }
  return withoutRepeats(found.filter((one) => one !== ''))
}

/** The minor releases that an instruction names; '' where it does not say which. */
const changedTo = (instruction: Instruction): string[] =>
  'edits' in instruction
    ? instruction.edits.flatMap((edit) => (edit.kind === 'release' ? [minorRelease(edit.release ?? '')] : []))
    : []
const withoutRepeats = (releases: readonly string[]): string[] =>
  releases.filter((one, i) => one !== releases[i - 1])

const proseIn = (elements: readonly Element[]): Sentence[] =>
  elements.flatMap((one) =>
    one.kind === 'item'
      ? proseIn(one.children)
      : one.kind === 'prose'
        ? [{ text: one.text, line: one.line }]
        : [],
  )

/** The steps; of what their section says of a path which they do not take, the step that it stands in, else the first, does not pass. */
export function withPathsJudged({ title, line, body }: Section, steps: Step[]): Step[] {
  const told = [{ text: title, line }, ...proseIn(body)].flatMap((one) => {
    const releases = pathTold(one.text)
    return releases === undefined ? [] : [{ ...one, releases }]
  })
  const taken = told.length === 0 ? undefined : pathOf(steps)
  if (taken === undefined || taken.length < 2) return steps
  const all = ` ${taken.join(' ')} `
  for (const { releases, ...said } of told) {
    if (all.includes(` ${withoutRepeats(releases).join(' ')} `)) continue
    const step = steps.findLast((one) => one.line <= said.line) ?? steps[0]
    step?.actions.push({ kind: 'unread', what: 'statement', ...said })
    step?.accounts.push({ ...said, as: 'not understood' })
  }
  return steps
}
