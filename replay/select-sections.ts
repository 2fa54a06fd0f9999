import type { Claim } from './claims/claim.ts'
import { describeClaim } from './claims/describe-claim.ts'
import { gateRemarks } from './claims/gate-remarks.ts'
import { gateTable } from './claims/gate-tables.ts'
import { sentencesOf } from './claims/sentence.ts'
import { servedTable } from './claims/served-tables.ts'
import { type Document, type Element, plainText, type Section } from './document.ts'
import { gatesSetIn } from './document-release-texts.ts'
import { readOnce } from './finished-steps.ts'
import { InputError } from './input-error.ts'
import { joined, withStepsBehind, withWordsBehind } from './joined-sections.ts'
import { brings } from './read-in-place.ts'
import type { Step } from './step.ts'
import { stepsOf } from './steps.ts'

/** A section that is to be run, and its steps. */
export interface SelectedSection {
  section: Section
  steps: Step[]
}

const upgrade = /upgrade\s*(?:-+>?|→|=>|to)\s*(?:and\s+)?downgrade/i
const aliases: Readonly<Record<string, RegExp>> = {
  upgrade,
  enablement: /tests? for feature enablement|enablement\s*\/\s*disablement|feature enablement/i,
}

/**
 * The sections to run. Without `wanted`: the one on the upgrade → downgrade → upgrade path, or everything in a document that has none.
 * `all`: every section with commands of its own. Else `upgrade` or `enablement`, where there is such a section, or a heading (a part of its text).
 */
export function selectSections(document: Document, wanted: string | undefined): SelectedSection[] {
  const [first, ...others] = selected(document, wanted)
  return first === undefined ? others : [withStandings(document, first), ...others]
}

/** With what is said above the section of how gates stand in releases, which needs no cluster to be judged. */
function withStandings(document: Document, { section, steps }: SelectedSection): SelectedSection {
  const [step, ...more] = steps
  const above = elementsAbove(document, section).filter((element) => element.kind === 'prose')
  const standings = above
    .flatMap(
      ({ raw, line }, at) =>
        gateTable(raw, line, above[at - 1]?.text) ??
        sentencesOf(raw, line).flatMap((sentence) => gateRemarks(sentence)?.claims ?? []),
    )
    .map((claim) => ({ ...claim, gate: claim.gate ?? onlyGate(document) }))
    .filter(({ gate, release }) => gate !== undefined && release !== undefined)
  // The nearest text stands first, and what is above a table in the same part right before it.
  const served = above.flatMap(({ raw, line }, at) => servedTable(raw, line, above[at - 1]?.text) ?? [])
  const claims: Claim[] = [...standings, ...served]
  if (step === undefined || claims.length === 0) return { section, steps }
  const actions = [...step.actions, ...claims.map((claim) => ({ kind: 'claim' as const, claim }))]
  const accounts = claims.map((claim) => ({
    line: claim.line,
    text: claim.text,
    as: 'claim' as const,
    detail: describeClaim(claim),
  }))
  return { section, steps: [{ ...step, actions, accounts: [...accounts, ...step.accounts] }, ...more] }
}

/** The one gate that the document's code sets, if it is one: what its prose calls the feature. */
function onlyGate(document: Document): string | undefined {
  const [gate, ...others] = gatesSetIn(document.source.join('\n')).keys()
  return others.length === 0 ? gate : undefined
}

function selected(document: Document, wanted: string | undefined): SelectedSection[] {
  if (wanted === 'all') return leaves(document)
  if (wanted === undefined) {
    const headed = document.sections.filter((s) => upgrade.test(s.title))
    const asked = headed.length > 0 ? headed : questions(document, upgrade)
    if (asked.length === 0) return leaves(document)
    return narrowest(document, asked, `the section "${asked[0]!.title}"`)
  }
  const shape = Object.hasOwn(aliases, wanted.toLowerCase()) ? aliases[wanted.toLowerCase()]! : undefined
  const known = shape === undefined ? [] : sectionsOf(document, shape)
  const headed =
    known.length > 0 ? known : titled(document, (title) => normalize(title).includes(normalize(wanted)))
  if (headed.length === 0) {
    throw new InputError(
      document.file,
      undefined,
      `no heading contains ${JSON.stringify(wanted)}; headings with commands: ${runnable(document)}`,
    )
  }
  return narrowest(document, headed, `the section "${headed[0]!.title}"`)
}

/** By their headings, or the question of an older KEP. */
function sectionsOf(document: Document, shape: RegExp): Section[] {
  const headed = titled(document, (title) => shape.test(title))
  return headed.length > 0 ? headed : questions(document, shape)
}

const titled = (document: Document, is: (title: string) => boolean): Section[] =>
  document.sections.filter(({ title }) => title !== '' && is(title))

/**
 * Older KEPs answer the questionnaire in a list, `* **Were upgrade and rollback tested?**`: what follows until the next question is
 * a section too.
 */
function questions(document: Document, shape: RegExp): Section[] {
  for (const { body, depth } of document.sections.toReversed()) {
    const start = body.findIndex((element) => shape.test(questionIn(element) ?? ''))
    if (start < 0) continue
    const [first, ...rest] = body.slice(start)
    const end = rest.findIndex((element) => questionIn(element) !== undefined)
    const own = first!.kind === 'item' ? first!.children.slice(1) : []
    const title = plainText(questionIn(first!)!)
    return [{ title, depth, line: first!.line, body: [...own, ...rest.slice(0, end < 0 ? undefined : end)] }]
  }
  return []
}

/** `**… ?**` at the beginning of a list item or paragraph. */
function questionIn(element: Element): string | undefined {
  if (element.kind === 'item')
    return element.children[0] === undefined ? undefined : questionIn(element.children[0])
  return element.kind === 'prose' ? /^\*\*[^*]*\?\s*\*\*/.exec(element.text)?.[0] : undefined
}

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Among matching headings, those that have steps, without their parents. */
function narrowest(document: Document, headed: Section[], what: string): SelectedSection[] {
  const all = headed
    .map((one) => withStepsBehind(document, one))
    .map((section) => ({ section, steps: stepsOf(document, section) }))
    .filter((s) => s.steps.length > 0)
  const inner = all.filter(
    (s) =>
      !all.some(
        (o) => o !== s && contains(document, s.section, o.section) && o.steps.length === s.steps.length,
      ),
  )
  if (inner.length === 0) {
    throw new InputError(
      document.file,
      headed[0]!.line,
      `${what} has no steps; headings with commands: ${runnable(document)}`,
    )
  }
  return [inner[0]!]
}

function contains(document: Document, outer: Section, inner: Section): boolean {
  const from = document.sections.indexOf(outer)
  const to = document.sections.indexOf(inner)
  return to > from && document.sections.slice(from + 1, to + 1).every((s) => s.depth > outer.depth)
}

/** Sections with commands, each command once: the innermost heading that holds it. */
function leaves(document: Document): SelectedSection[] {
  const { sections } = document
  const running = new Set(sections.filter(hasCommands))
  const holdsOther = (one: Section, at: number): boolean => {
    for (let i = at + 1; i < sections.length && sections[i]!.depth > one.depth; i++)
      if (running.has(sections[i]!)) return true
    return false
  }
  const read = readOnce(document)
  const found = sections
    .flatMap((one, at) => (running.has(one) ? (holdsOther(one, at) ? ownPart(one) : one) : []))
    .filter(hasCommands)
    .map((one) =>
      withWordsBehind(document, one, hasCommands, (words) => changesCluster(stepsOf(read, words))),
    )
    .map((section) => ({ section, steps: stepsOf(read, section) }))
  if (found.length === 0) found.push(...toldInWords(read))
  if (found.length === 0)
    throw new InputError(document.file, undefined, 'the document has no commands to run')
  return joined(found, (section) => stepsOf(read, section))
}

const changesCluster = (steps: readonly Step[]): boolean =>
  steps.some(({ actions }) => actions.some((one) => one.kind === 'instruction' && brings(one.instruction)))

/** What stands under the headings that a section is below, before the first heading below each, the nearest first. */
export function elementsAbove({ sections }: Document, { line, depth }: Section): Element[] {
  let outer = depth
  return sections
    .filter((one) => one.line < line)
    .toReversed()
    .flatMap((one) => {
      if (one.depth >= outer) return []
      outer = one.depth
      return ownPart(one).body
    })
}

/** Of a document without a command, the sections that mostly have something done in words, as one: "Create a Deployment with three replicas." */
function toldInWords(document: Document): SelectedSection[] {
  const tasks = document.sections
    .map(ownPart)
    .map((section) => ({ section, ...countsOf(stepsOf(document, section)) }))
    // Of a text that only mentions what may be done, few sentences have it done, or say what is to be seen then.
    .filter(({ told, said, all }) => told > 0 && (told + said) * 2 > all)
  const [first] = tasks
  const acts = tasks.reduce((sum, { told }) => sum + told, 0)
  if (first === undefined || acts < 2 || tasks.every(({ said }) => said === 0)) return []
  const section = { ...first.section, body: tasks.flatMap((one) => one.section.body) }
  return [{ section, steps: stepsOf(document, section) }]
}

/** How many parts of a text have something done, say what is so, and are there at all. */
function countsOf(steps: readonly Step[]): { told: number; said: number; all: number } {
  const accounts = steps.flatMap((step) => step.accounts)
  const told = accounts.filter(({ as }) => as === 'instruction' || as === 'objects').length
  return { told, said: accounts.filter(({ as }) => as === 'claim').length, all: accounts.length }
}

/** What stands under a heading before the first one below it. */
function ownPart(section: Section): Section {
  const end = section.body.findIndex((element) => element.kind === 'prose' && element.heading)
  return { ...section, body: section.body.slice(0, end < 0 ? undefined : end) }
}

/** Told by its blocks: its sentences are read only where it runs. */
const hasCommands = ({ body }: Section): boolean => body.some(isCommand)

const isCommand = (element: Element): boolean =>
  element.kind === 'item' ? element.children.some(isCommand) : element.kind === 'code' && element.runs

function runnable(document: Document): string {
  const titles = document.sections
    .filter((s) => s.title !== '' && hasCommands(s))
    .map((s) => `"${s.title}" (line ${s.line})`)
  return titles.length === 0 ? 'none' : titles.join(', ')
}
