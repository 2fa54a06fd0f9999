// What a sentence says was done before what it tells of: "after the node was drained". Somebody has to have done it.
import { ActsTold } from './acts-told.ts'
import { type Clause, clausesOf } from './instructions/clauses.ts'
import { componentsIn } from './instructions/components-in.ts'
import { headOf, isDoneBy, looksCommand } from './instructions/introduces.ts'
import { kindsIn } from './instructions/objects-in.ts'
import type { Read } from './read-sentence.ts'

const past = String.raw`[a-z-]+(?:ed|ilt|down|en)\b(?: back)?`
const adverbs = '(?:then |also |now |again |manually |just |first )?'
const when = '(?:after|once|since|when|as soon as|although|though|even though)'
/** "after the node was drained", "once all nodes have been upgraded". */
const passive = new RegExp(
  String.raw`\b${when}\s+((?:the|an?|this|that|these|those|its|all|both|each|our|kube|${'`'})[^,.;:()]{1,80}?)\s(?:was|were|is|are|got|has been|have been|had been)\s+${adverbs}(${past})`,
  'gi',
)
/** "after we drained the node", "once you have drained it". */
const active = new RegExp(
  String.raw`\b${when}\s+(?:we|you|i|they|someone|somebody|one|the (?:user|author|admin(?:istrator)?|operator))\s+(?:have |has |had )?${adverbs}(${past}\s[^,.;:()]{2,80})`,
  'gi',
)
/** "after the nodes drained". */
const alone = new RegExp(
  String.raw`\b${when}\s+((?:(?:the|both|all|its|our|two|three|\d{1,3})\s+){1,2}(?:[a-z-]+\s+)?(?:nodes?|clusters?|kubelets?|control[- ]planes?))\s+(?:have |has |had )?(drained|rebooted|upgraded|downgraded|rolled back)\b`,
  'gi',
)
/** "after draining the node". */
const gerund = /\b(?:after|since)\s+((?:re-?)?[a-z]{3,}ing\b(?: back)?\s[^,.;:()]{2,80})/gi

/** "after the rollback", "as before the upgrade", "despite the drain". */
const nominal =
  /\b(?:after|since|following|despite|in spite of|(?:as|than|like) before)\s+(?:(?:the|an?|this|that|its|another|both|each|two|three|four|several|\d{1,2}|first|second|third|last)\s+){1,2}(upgrade|downgrade|roll-?back|drain|reboot|label(?:l?ing)?|cordon)s?\b(?! (?:of|path|test))/gi
/** "after `kubectl drain`". */
const typed =
  /\b(?:after|since|following)\s+(?:the\s+|an?\s+)?`?kubectl\s+(drain|cordon|uncordon|taint|label|annotate|patch|edit|expose)\b/gi

/** What nothing in a cluster does by itself. */
const byHand =
  /^(?:drain|cordon|uncordon|taint|untaint|label|annotate|patch|edit|apply|expose|upgrade|downgrade|roll back|enable|disable|turn on|turn off|reboot|export|promote)$/
/** What controllers and users do; of kinds that come and go with others, nobody has to have done it. */
const made = /^(?:create|delete|remove|recreate|deploy|destroy)$/
const comesAndGoes =
  /^(?:pod|replicaset|endpointslice|endpoints|event|persistentvolume|job|controllerrevision|lease|node|certificatesigningrequest)$/

function isByHand({ verb, rest }: Clause): boolean {
  if (byHand.test(verb)) return true
  // Containers restart by themselves, and controllers replace pods.
  if (verb === 'restart') return componentsIn(rest).length > 0
  if (/^(?:update|change)$/.test(verb)) return /^(?:the\s|its\s|an?\s)?(?:\w+\s)?images?\b/i.test(rest)
  const kinds = kindsIn(rest.replace(/\b(?:of|in|on|from|by|with)\b.*$/i, ''))
  if (verb === 'replace') return kinds.includes('node')
  return made.test(verb) && kinds.length > 0 && !kinds.some((kind) => comesAndGoes.test(kind))
}

const pastOf = (act: string): string =>
  /^roll/.test(act) ? 'rolled back' : /^label/.test(act) ? 'labeled' : `${act.replace(/e$/, '')}ed`

/** What somebody has to have done of what a sentence says came before. */
const actsBefore = (sentence: string): Clause[] => actsSaidBefore(sentence).filter(isByHand)

/** The acts that a sentence says came before what it tells. */
export function actsSaidBefore(sentence: string): Clause[] {
  if (sentence.length > 1000) return []
  const told = [
    ...[...sentence.matchAll(passive), ...sentence.matchAll(alone)].map(
      ([, subject, verb]) => `${subject} was ${verb}`,
    ),
    ...[...sentence.matchAll(nominal)].map(([, act]) => `the cluster was ${pastOf(act!.toLowerCase())}`),
    ...[...sentence.matchAll(active)].map(([, act]) => `We ${act}`),
    ...[...sentence.matchAll(gerund)].map(([, act]) => `Then, ${act}`),
    ...[...sentence.matchAll(typed)].map(([, act]) => `Then, ${act!.toLowerCase()} the object`),
  ]
  return told.flatMap((one) => clausesOf(one).slice(0, 1))
}

/** "Despite the taint": what has to be there, and so to be named before. */
const despite =
  /\b(?:despite|in spite of|because of|due to)\s+(?:the|its|this|that)\s+(taint|cordon|finalizer|quota|webhook)s?\b/i

function undone(sentence: string, told: ActsTold, end: number): string | undefined {
  const thing = despite.exec(sentence)?.[1]?.toLowerCase()
  if (thing !== undefined && !told.names(thing, end)) return thing
  const acts = actsBefore(sentence)
  if (acts.length === 0) return undefined
  const own = [passive, alone, active, gerund].reduce((text, one) => text.replace(one, ' '), sentence)
  return acts.find((act) => !told.has(act, end, own))?.text
}

/** Sections grow while they are read. */
const sections = new WeakMap<readonly string[], ActsTold>()
/**
 * An act that a sentence says came before and that nobody did; undefined: each is done, or is one that no person does.
 * @param before what stands before the sentence: paragraphs and blocks; what is added to it later is read then
 */
export function undoneBefore(sentence: string, before: readonly string[]): string | undefined {
  return undone(sentence, toldIn(before), Number.POSITIVE_INFINITY)
}
function toldIn(before: readonly string[]): ActsTold {
  const told = sections.get(before) ?? new ActsTold()
  sections.set(before, told)
  for (const text of before.slice(told.texts)) told.add(text, 0)
  return told
}

const documents = new WeakMap<readonly string[], ActsTold>()
function inDocument(source: readonly string[]): ActsTold {
  const known = documents.get(source)
  if (known !== undefined) return known
  const told = new ActsTold()
  let from = 0
  for (let at = 0; at <= source.length; at++) {
    if (at < source.length && source[at]!.trim() !== '') continue
    if (at > from) told.add(source.slice(from, at).join('\n'), from + 1)
    from = at + 1
  }
  documents.set(source, told)
  return told
}

/**
 * A sentence whose claims are said to come after what nobody did is not understood.
 * @param source the lines of its document @param commands those right below it, which may do it
 */
export function asDoneBefore(read: Read, source: readonly string[], commands: readonly string[] = []): Read {
  if (read.claims.length === 0 || isDoneBelow(read.text, commands)) return read
  return undone(read.text, inDocument(source), read.line) === undefined
    ? read
    : { ...read, claims: [], unread: true }
}

/**
 * "After the Service was deleted, the endpoints are gone:" above the command that deletes it. Where more is done after that, what the
 * sentence says may be so in between only.
 */
export const isDoneBelow = (sentence: string, commands: readonly string[]): boolean =>
  commands.length > 0 &&
  actsSaidBefore(sentence).some((act) => {
    const at = commands.findIndex((command) => isDoneBy(act, [command]))
    return at >= 0 && commands.slice(at + 1).every((command) => looksCommand.test(headOf(command)))
  })

const ahead = String.raw`^\W*(?:(?:the\s+)?(?:outputs?|states?|status|results?|pods?)\s+)?(?:just\s+|right\s+|shortly\s+)?(?:before|prior to|ahead of)\s+`
const nominalAhead = new RegExp(
  String.raw`${ahead}(?:the\s+|an?\s+|any\s+|this\s+|its\s+)(upgrade|downgrade|roll-?back|drain|reboot|cordon|deletion|removal|restart|scaling|scale-(?:up|down)|update|eviction|patch)\b(?! (?:of|path|test))`,
  'i',
)
const gerundAhead = new RegExp(String.raw`${ahead}((?:re-?)?[a-z]{3,}ing\b(?: back)?[^,.;:()]{0,80})`, 'i')
const anyMove =
  /upgrad|downgrad|roll(?:ed|ing|s)?[ -]?back|checkout|kindest|kubeadm|--image|set image|local-up|kind create/i
const changing =
  /set image|patch|edit|appl[yi]|replac|updat|chang|\bsed\b|\bvim?\b|scal|label|annotat|upgrad|rollout/i
/** What does the acts that are said to come later, and is told of as them. */
const doneLater: readonly (readonly [verb: RegExp, shape: RegExp])[] = [
  [/^(?:upgrad|downgrad|roll)/, anyMove],
  [/^(?:delet|remov|evict)/, /delet|remov|\brm\b|evict|drain|uninstall|scal|\bdel\b|replac|roll/i],
  [/^(?:restart|reboot)/, /re-?start|reboot|systemctl|kill|delet|\bstop|rollout|bounc/i],
  [/^(?:scal|resiz)/, /scal|resiz|replicas|grow|shrink/i],
  [/^(?:updat|chang|patch|edit)/, changing],
  [/^(?:enabl|turn|switch|disabl)/, /enabl|disabl|turn|switch|toggl|gate|=(?:true|false)|\b(?:on|off)\b/i],
  [/^(?:drain|cordon|uncordon)/, /drain|cordon|unschedulable/i],
  [
    /^(?:label|annotat|taint|expos)/,
    /label|annotat|taint|expos|patch|edit|appl|kind: ?service|create (?:service|svc)/i,
  ],
]
const laterShape = (verb: string): RegExp | undefined =>
  doneLater.find(([verbs]) => verbs.test(verb.toLowerCase()))?.[1]

/**
 * "Before the upgrade:", where nothing below does it: it is done already, or never.
 * @param below whether what comes after it has such a text
 */
export function isOver(sentence: string, below: (fits: (text: string) => boolean) => boolean): boolean {
  const noun = nominalAhead.exec(sentence)?.[1]
  const verb = noun ?? gerundAhead.exec(sentence)?.[1]?.replace(/^re-/i, 're')
  const shape = verb === undefined ? undefined : laterShape(verb)
  return shape !== undefined && !below((text) => shape.test(text))
}
