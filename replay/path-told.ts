// Paths of releases that a document tells of: "The path 1.31 -> 1.32 -> 1.31 was taken".
import { minorRelease } from '../component-base/minor.ts'
import type { Sentence } from './claims/sentence.ts'
import type { Instruction } from './instructions/instruction.ts'
import { commandsOf, type Step } from './step.ts'

const release = String.raw`v?1\.\d{2}(?:\.\d{1,3})?(?:\s?\([^()]{1,40}\))?`
/** Of three releases at least: of two, one is what a step upgrades to. */
const path = new RegExp(String.raw`(?<![\w.])${release}(?:\s*(?:->|=>|-->|→|⇒|➜)\s*${release}){2,9}`)
/** Minor releases in a text: `1.33` of "v1.33.2". */
export const minors = /(?<![\w.])v?(1\.\d{2})(?![\d])/g
const longest = 2000

/** The releases that a text says came one after the other; undefined where it tells of none. */
export function pathTold(text: string): string[] | undefined {
  const found = text.length > longest ? null : path.exec(text.replace(/&gt;/g, '>').replace(/`/g, ''))
  return found === null ? undefined : [...found[0].matchAll(minors)].map(([, minor]) => minor!)
}

const chosen =
  /(?:\bcheckout\b.*?(?:\bv|release-)|kindest\/node:v|\bupgrade\s+apply\s+v?|--kubernetes-version[= ]v?)(1\.\d{2})/
const unknown = /\bcheckout\b.*\b(?:master|main|HEAD|-)(?:\s|$)/

/** The minor releases that steps choose, one after the other; undefined where it is not told which. */
export function pathOf(steps: readonly Step[]): string[] | undefined {
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

/** The sentences that tell of a path which the steps do not take. */
export function untakenPaths(said: readonly Sentence[], taken: readonly string[]): Sentence[] {
  if (taken.length < 2) return []
  const all = ` ${taken.join(' ')} `
  return said.filter(({ text }) => {
    const told = pathTold(text)
    return told !== undefined && !all.includes(` ${withoutRepeats(told).join(' ')} `)
  })
}
