// What a sentence is said under: "With the gate off:", "With the feature on and `policy` set to Failed, the pod is replaced …".
import type { Claim, ClaimBody } from './claim.ts'
import { isFieldName } from './field-phrases.ts'
import { numberWords } from './lexicon.ts'
import type { Sentence } from './sentence.ts'

/** Up to the comma or the colon behind it. */
const condition =
  /^\W*(?:(?:now|then|again|next|finally)\b,?\s+)*(?:with|while)\s+([^,:;()]{3,160}?)\s*(?:[,:](?=\s|$))/i
const gate =
  /^(?:(?:the|this|that)\s+)?(?:`?([A-Z]\w*[a-z]\w*)`?\s+)?(?:feature(?:[- ](?:gate|flag))?|gate|featuregate)\s+(?:`?(?!(?:is|was|being|again|still|turned|switched|set)\b)([A-Z]\w*[a-z]\w*)`?\s+)?(?:(?:is|was|being|again|still|turned|switched|set to|set)\s+){0,3}`?(on|off|enabled|disabled|true|false)`?$/i
const namedGate =
  /^(?:the\s+)?`?([A-Z][a-z]+[A-Z]\w*)`?\s*(?:\s(?:is|was|being|again|still|turned|switched|set to|set)){0,3}\s+`?(on|off|enabled|disabled|true|false)`?$|^`?([A-Z][a-z]+[A-Z]\w*)`?=(true|false)$/
const field =
  /^(?:the\s+|its\s+)?`?([.\w[\]/-]+)`?(?:\s+field)?\s+(?:(?:is|still|again)\s+){0,2}set to\s+(?:`([^`\s]+)`|"([^"\s]+)"|([\w.-]+))$/

const isOn = (word: string): boolean => /^(?:on|enabled|true)$/i.test(word)

function bodyOf(part: string): ClaimBody | undefined {
  const ofGate = gate.exec(part)
  if (ofGate !== null) {
    const [, before, after, value] = ofGate
    const name = before ?? after
    return {
      kind: 'gate',
      ...(name === undefined ? {} : { gate: name }),
      enabled: isOn(value!),
      components: [],
    }
  }
  const own = namedGate.exec(part)
  if (own !== null)
    return { kind: 'gate', gate: (own[1] ?? own[3])!, enabled: isOn((own[2] ?? own[4])!), components: [] }
  const set = field.exec(part)
  const value = set?.[2] ?? set?.[3] ?? set?.[4]
  // "With this set to Failed" names nothing.
  if (set === null || value === undefined || !isFieldName(set[1]!) || !/[A-Z.]/.test(set[1]!))
    return undefined
  return { kind: 'field', field: { name: set[1]! }, test: { is: 'equals', value } }
}

/** What has to be so where a sentence speaks of the cluster as it is; none where it names no such thing. */
export function conditionsOf({ text, line }: Sentence): Claim[] {
  const said = condition.exec(text)?.[1]
  if (said === undefined) return []
  return said.split(/\s+and\s+(?:with\s+)?/).flatMap((part) => {
    const body = bodyOf(part.trim())
    return body === undefined ? [] : [unsure(body, { text, line })]
  })
}

const unsure = (body: ClaimBody, { text, line }: Sentence): Claim => ({
  ...body,
  text,
  line,
  unsure: 'it may speak of another cluster',
})

const purpose =
  /\bto\s+(?:turn|switch)\s+(?:(?:the|this|that)\s+(?:new\s+)?(?:feature(?:[- ]gate)?|gate)|it)\s+(on|off)\b/i
/** "Use the configuration below to turn this feature off": what is so when that is done. */
export function purposesOf(sentence: Sentence): Claim[] {
  const found = purpose.exec(sentence.text)?.[1]
  return found === undefined ? [] : [unsure({ kind: 'gate', enabled: isOn(found), components: [] }, sentence)]
}

const toldGate =
  /\b(?:feature[- ]?)?gate\b[^.;,]{0,20}?\b([A-Z][a-z]+[A-Z]\w*)`?\s+is\s+`?(true|false|on|off|enabled|disabled)\b/
/** "A Pod was created, since the default value of the gate X is true": how a gate stands, beside what is done. */
export function gatesTold(sentence: Sentence): Claim[] {
  const [, gateName, value] = toldGate.exec(sentence.text) ?? []
  return gateName === undefined
    ? []
    : [unsure({ kind: 'gate', gate: gateName, enabled: isOn(value!), components: [] }, sentence)]
}

/** "The one-node cluster", "our cluster of three nodes": of one that there is, rather than of one to make. */
const sizedCluster = new RegExp(
  String.raw`\b(?:the|our|this|that)\s(?:(?:new|same|existing|running|test|local|kind)\s){0,2}(?:(\d{1,3}|${Object.keys(numberWords).join('|')})[- ]nodes?\s(?:(?:kind|kubernetes|k8s|test|local)\s){0,2}cluster|cluster\s(?:of|with)\s(?:the\s)?(\d{1,3}|${Object.keys(numberWords).join('|')})\snodes)\b`,
  'i',
)

/** How many nodes a sentence says in passing that the cluster has. */
export function sizeTold({ text, line }: Sentence): Claim[] {
  const found = sizedCluster.exec(text)
  const said = found?.[1] ?? found?.[2]
  if (said === undefined) return []
  const number = numberWords[said.toLowerCase()] ?? Number(said)
  const subject = { kind: 'Node', resource: 'nodes', number: 'many' } as const
  return [unsure({ kind: 'count', subject, comparison: '==', number }, { text, line })]
}

/** A sentence without what {@link sizeTold} reads. */
export const withoutSize = (text: string): string => text.replace(sizedCluster, 'the cluster')
