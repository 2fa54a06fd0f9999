import type { Document, Section } from './document.ts'
import { InputError } from './input-error.ts'
import type { Step } from './step.ts'
import { stepsOf } from './steps.ts'

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
 * `all`: every section with commands of its own. Else a heading (a part of its text), or `upgrade` or `enablement`.
 */
export function selectSections(document: Document, wanted: string | undefined): SelectedSection[] {
  if (wanted === 'all') return leaves(document)
  if (wanted === undefined) {
    const headed = document.sections.filter((s) => upgrade.test(s.title))
    if (headed.length === 0) return leaves(document)
    return narrowest(document, headed, `the section "${headed[0]!.title}"`)
  }
  const shape = Object.hasOwn(aliases, wanted.toLowerCase()) ? aliases[wanted.toLowerCase()]! : undefined
  const normal = normalize(wanted)
  const headed = document.sections.filter(
    (s) =>
      s.title !== '' && (shape === undefined ? normalize(s.title).includes(normal) : shape.test(s.title)),
  )
  if (headed.length === 0) {
    throw new InputError(
      document.file,
      undefined,
      `no heading contains ${JSON.stringify(wanted)}; headings with commands: ${runnable(document)}`,
    )
  }
  return narrowest(document, headed, `the section "${headed[0]!.title}"`)
}

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Among matching headings, those that have steps, without their parents. */
function narrowest(document: Document, headed: Section[], what: string): SelectedSection[] {
  const all = headed
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
      `${what} has no commands; headings with commands: ${runnable(document)}`,
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
  const found: SelectedSection[] = []
  for (const section of document.sections) {
    const steps = stepsOf(document, section)
    if (steps.length === 0) continue
    const deeper = document.sections.filter(
      (s) => s !== section && contains(document, section, s) && stepsOf(document, s).length > 0,
    )
    const total = deeper
      .filter((d) => !deeper.some((o) => o !== d && contains(document, o, d)))
      .reduce((n, d) => n + stepsOf(document, d).length, 0)
    if (deeper.length === 0 || total === 0) found.push({ section, steps })
  }
  if (found.length === 0)
    throw new InputError(document.file, undefined, 'the document has no commands to run')
  return found
}

function runnable(document: Document): string {
  const titles = document.sections
    .filter((s) => s.title !== '' && stepsOf(document, s).length > 0)
    .map((s) => `"${s.title}" (line ${s.line})`)
  return titles.length === 0 ? 'none' : titles.join(', ')
}
