// What a sentence that has its reader start a component says of whether that starts: "Restart it with `A=false`: it refuses to start".
import type { Claim } from './claims/claim.ts'
import { gateRemarks } from './claims/gate-remarks.ts'
import { boundInOrder } from './claims/pronouns.ts'
import type { Sentence } from './claims/sentence.ts'
import { componentsIn, type Terms } from './instructions/components-in.ts'
import { readInstructions } from './instructions/read-instruction.ts'
import type { Read } from './read-sentence.ts'

const then = String.raw`(?:(?:now|then|will|should|must|again|immediately|simply)\s)*`
const fails = String.raw`(?:refuses|refuse|fails|fail|failed)(?:\sto\s(?:start|come\sup|boot|run))?|(?:(?:does|did|will|can)\snot|cannot|doesn['’]t|won['’]t|can['’]t)\s(?:start|come\sup|boot|run)|crashes|crash-?loops|exits|ends`
const starts = String.raw`starts|comes\sup|boots`
const tail = new RegExp(
  String.raw`(?:[:;,]|\s[-–—])\s(?:(?:and|but|upon)\s)?(?:(?:this\stime|now|then),?\s)?(?:it|which|that|the\s(?:component|server|program|process))\s${then}(?:(?<fails>${fails})|(?<starts>${starts}))(?:\s(?:again|normally|at\sonce|any\s?more|with\san\serror|at\sall))?(?=\s?[,;:.]|$)`,
  'i',
)

/** The claim that the component of an instruction starts or does not, and the sentence without that; undefined: it says neither. */
export function startOutcome(sentence: Sentence, terms: Terms): { said: string; claim: Claim } | undefined {
  const { text, line } = sentence
  const found = text.length > 700 ? null : tail.exec(text)
  if (found === null) return undefined
  const before = text.slice(0, found.index)
  const [component, ...others] = componentsIn(before, terms)
  const brings = readInstructions({ text: `${before}.`, line }, terms).some(
    ({ kind }) => kind === 'change' || kind === 'start' || kind === 'restart',
  )
  if (component === undefined || others.length > 0 || !brings) return undefined
  const running = found.groups!['starts'] !== undefined
  return {
    said: before + text.slice(found.index + found[0].length),
    claim: { kind: 'component', component, running, text, line },
  }
}

const goesOn =
  /^(?:(?:but|and|then|now|this time),?\s)*(?:it|this|the\s(?:component|server|program|process))\s/i

/** {@link boundInOrder}, where "It does not start" is said of the component that the sentence before it has its reader start. */
export function boundToStarts(sentences: readonly Read[]): Read[] {
  return boundInOrder(sentences).map((one, i) => {
    const before = sentences[i - 1]
    if (before === undefined || !goesOn.test(one.text)) return one
    const head = before.text.replace(/[.:;\s]+$/, '')
    const joined = `${head}; ${one.text.replace(goesOn, 'it ')}`
    const found = startOutcome({ text: joined, line: one.line }, new Map())
    if (found === undefined || !found.said.startsWith(head)) return one
    const rest = found.said.slice(head.length)
    const remarks = /\w/.test(rest) ? gateRemarks({ text: found.said, line: one.line }) : undefined
    const claims = [found.claim, ...(remarks?.claims ?? [])].map((claim) => ({ ...claim, text: one.text }))
    const isWhole = !/\w/.test(rest) || remarks?.left.replace(/[.:;\s]+$/, '') === head
    return { ...one, claims, instructions: [], missed: [], imperative: false, unread: !isWhole }
  })
}
