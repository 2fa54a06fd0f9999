// Sections that go on with what the one before them made: a task is told under several headings, and done on one machine.
import type { Document, Element, Section } from './document.ts'
import { startsCommand } from './instructions/introduces.ts'
import { commandsOf, type Step } from './step.ts'

interface Selected {
  section: Section
  steps: Step[]
}

/**
 * The sections to run, each joined to those before it where it needs one of them: it uses the cluster, a name or a directory of etcd
 * which only that one made.
 * @param steps of a section that is joined of others
 */
export function joined(found: readonly Selected[], steps: (section: Section) => Step[]): Selected[] {
  const kept: { own: Selected; parts: Selected[] }[] = []
  for (const one of found) {
    // What stands between it and the one that it needs is done on the way.
    const from = kept.findLastIndex(({ parts }) => parts.some((part) => needs(one, part)))
    const isReached = from >= 0 && !kept.slice(from + 1).some(({ parts }) => parts.some(starts))
    if (!isReached) kept.push({ own: one, parts: [one] })
    else kept[from]!.parts.push(...kept.splice(from + 1).flatMap(({ parts }) => parts), one)
  }
  return kept.map(({ own, parts }) => {
    if (parts.length === 1) return own
    const body = parts.flatMap(({ section }, at) =>
      at === 0 ? section.body : [headingOf(section), ...section.body],
    )
    const section = { ...own.section, body }
    return { section, steps: steps(section) }
  })
}

const headingOf = ({ title, line }: Section): Element => ({
  kind: 'prose',
  text: title,
  raw: title,
  line,
  heading: true,
})

const asksCluster = /\b(?:kubectl|k|kc|helm)\s/

function needs(one: Selected, before: Selected): boolean {
  // One of the same name is the same once more, or another's.
  if (one.section.title === before.section.title) return false
  const own = textsOf(one)
  // A cluster that is started on what another one left in etcd is the same cluster.
  if (starts(one)) return sharesStore(own, textsOf(before)) && !makesAnew(own, textsOf(before))
  if (starts(before)) return own.some((text) => asksCluster.test(text))
  const made = new Set([...namesMade(textsOf(before)), ...namesMade(blocksOf(before.section.body))])
  for (const name of namesMade([...own, ...blocksOf(one.section.body)])) made.delete(name)
  return own.some((text) => (text.match(/[\w][\w.-]*/g) ?? []).some((word) => made.has(word)))
}

/** It creates what the other one has created, which a store that goes on has already. */
function makesAnew(own: readonly string[], before: readonly string[]): boolean {
  if (!own.some((text) => /\bkubectl\s(?:[^\n|;]*\s)?(?:create|run)\b/.test(text))) return false
  const there = new Set(namesMade(before))
  return namesMade(own).some((name) => there.has(name) && !/\.(?:ya?ml|json)$/.test(name))
}

/** `PRESERVE_ETCD=true ETCD_DIR=/tmp/etcd hack/local-up-cluster.sh`: where it is kept. */
const storeOf =
  /\bPRESERVE_ETCD=["']?true\b[^\n]*?\bETCD_DIR=(\S+)|\bETCD_DIR=(\S+)[^\n]*?\bPRESERVE_ETCD=["']?true\b/g
const storesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(storeOf)].map(([, one, other]) => (one ?? other)!))
function sharesStore(own: readonly string[], before: readonly string[]): boolean {
  const stores = new Set(storesIn(before))
  return storesIn(own).some((store) => stores.has(store))
}

const textsOf = ({ steps }: Selected): string[] =>
  steps.flatMap((step) => commandsOf(step).map(({ text }) => text))

const starts = (selected: Selected): boolean =>
  textsOf(selected).some((text) => startsCommand.test(text)) ||
  selected.steps.some(({ actions }) =>
    actions.some((action) => action.kind === 'instruction' && action.instruction.kind === 'start'),
  )

/** What blocks hold that are no commands. */
const blocksOf = (body: readonly Element[]): string[] =>
  body.flatMap((element) => {
    if (element.kind === 'item') return blocksOf(element.children)
    return element.kind === 'code' && !element.runs ? [element.lines.join('\n')] : []
  })

const makes = [
  /\bkubectl\s(?:[^\n|;]*\s)?create\s+(?:secret\s+\w+|service\s+\w+|[a-z.]+)\s+([a-z][\w.-]*)/g,
  /\bkubectl\s(?:[^\n|;]*\s)?run\s+([a-z][\w.-]*)/g,
  /\bkubectl\s[^\n|;]*\bexpose\b[^\n|;]*--name[= ]([a-z][\w.-]*)/g,
  /^\s*metadata:\s*(?:\{\s*)?\n?\s*name:\s*"?([a-z][\w.-]*)/gm,
  // What a definition names its kind.
  /^\s*(?:plural|singular):\s*"?([a-z][\w.-]*)/gm,
  />\s*([\w.-]+\.(?:ya?ml|json))\b/g,
  /^#\s*([\w.-]+\.(?:ya?ml|json))\s*$/gm,
]
/** Too plain to tell one object from a word. */
const common = /^(?:default|test|pod|job|web|app|name|x|a|b|generic|kube-system)$/

const namesMade = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    makes.flatMap((shape) =>
      [...text.matchAll(shape)].flatMap(([, name]) => (common.test(name!) ? [] : [name!])),
    ),
  )

const ofStep = /^(?:(?:step|phase|stage|part)\s+\d{1,2}\b|\d{1,2}[.):]?\s)/i
/**
 * A section with the steps behind it whose headings have fewer hashes than its own: below a heading of six there is none of more, and
 * authors count on. At least two of them, one after the other.
 */
export function withStepsBehind({ sections }: Document, section: Section): Section {
  const at = sections.indexOf(section)
  const first = sections[at + 1]
  if (at < 0 || first === undefined || first.depth >= section.depth) return section
  const end = sections.findIndex(
    ({ title, depth }, i) =>
      i > at && (depth < first.depth || (depth === first.depth && !ofStep.test(title))),
  )
  const behind = sections
    .slice(at + 1, end < 0 ? undefined : end)
    .filter(({ depth }) => depth === first.depth)
  if (behind.length < 2) return section
  return { ...section, body: [...section.body, ...behind.flatMap((one) => [headingOf(one), ...one.body])] }
}

/**
 * A section with those right behind it that have no command, where another one with commands follows: "Step 4: upgrade to 1.30" in words.
 * @param brings whether a section has its reader change the cluster
 */
export function withWordsBehind(
  { sections }: Document,
  section: Section,
  runs: (section: Section) => boolean,
  brings: (section: Section) => boolean,
): Section {
  const at = sections.findIndex(({ line }) => line === section.line)
  const end = sections.findIndex((one, i) => i > at && (one.depth !== section.depth || runs(one)))
  if (at < 0 || end < 0 || sections[end]!.depth !== section.depth) return section
  const words = sections.slice(at + 1, end).filter(brings)
  return { ...section, body: [...section.body, ...words.flatMap((one) => [headingOf(one), ...one.body])] }
}
