// What a sentence says was done before what it tells of: "after the node was drained". Somebody has to have done it.
import { sentencesOf } from './claims/sentence.ts'
import { type Clause, clausesOf } from './instructions/clauses.ts'
import { isDoneBy } from './instructions/introduces.ts'
import { kindsIn } from './instructions/objects-in.ts'
import type { Read } from './read-sentence.ts'

/** "after the node was drained", "once all nodes have been upgraded". */
const passive =
  /\b(?:after|once|since|when|as soon as)\s+((?:the|an?|this|that|these|those|its|all|both|each|our|`)[^,.;:()]{1,80}?)\s(?:was|were|is|are|got|has been|have been|had been)\s+(?:then |also |now |again |manually |just |first )?([a-z-]+(?:ed|ilt|down|en)\b(?: back)?)/gi
/** "after draining the node". */
const gerund = /\b(?:after|since)\s+((?:re-?)?[a-z]{3,}ing\b(?: back)?\s[^,.;:()]{2,80})/gi

/** "after the rollback". */
const nominal =
  /\b(?:after|since|following)\s+(?:the|an?|this|that|its)\s+(upgrade|downgrade|roll-?back|drain|reboot|label(?:l?ing)?|cordon)\b(?! (?:of|path|test))/gi

/** What nothing in a cluster does by itself. */
const byHand =
  /^(?:drain|cordon|uncordon|taint|untaint|label|annotate|patch|edit|apply|expose|upgrade|downgrade|roll back|enable|disable|turn on|turn off|reboot|export|promote)$/
/** What controllers and users do; of kinds that come and go with others, nobody has to have done it. */
const made = /^(?:create|delete|remove|recreate|deploy|destroy)$/
const comesAndGoes =
  /^(?:pod|replicaset|endpointslice|endpoints|event|persistentvolume|job|controllerrevision|lease|node|certificatesigningrequest)$/

function isByHand({ verb, rest }: Clause): boolean {
  if (byHand.test(verb)) return true
  const kinds = kindsIn(rest.replace(/\b(?:of|in|on|from|by|with)\b.*$/i, ''))
  return made.test(verb) && kinds.length > 0 && !kinds.some((kind) => comesAndGoes.test(kind))
}

const moving =
  /\b(?:kubeadm\s+upgrade|(?:apt-get|apt|yum|dnf)\s|set\s+image|rollout\s+undo|kubectl\s.*\b(?:edit|patch|apply)\b|sed\s+-i|systemctl\s+restart)/
const starting = /\b(?:git\s+checkout|local-up-cluster|kind\s+create|kubelet\s+--|kube-\w+\s+--)/
/** Whether something was brought to another release, or configured anew: by a command for that, or by a second start. */
const hasMoved = (lines: readonly string[]): boolean =>
  lines.some((line) => moving.test(line)) ||
  new Set(
    lines
      .filter((line) => starting.test(line))
      .flatMap(
        (line) => line.match(/git\s+checkout\s+\S+|kindest\/node:\S+|kind\s+create|local-up-cluster/g) ?? [],
      ),
  ).size > 2

/** Of acts that only one command of kubectl is, what else may do them. */
const doneBy: Readonly<Record<string, RegExp>> = {
  drain: /\bdrain\b/,
  cordon: /\b(?:cordon|drain|patch|edit)\b|unschedulable/i,
  uncordon: /\b(?:uncordon|patch|edit)\b/,
  taint: /\b(?:taint|patch|edit)\b/,
  untaint: /\b(?:taint|patch|edit)\b/,
  label: /\b(?:label|patch|edit|apply|replace|labels:)/,
  annotate: /\b(?:annotate|patch|edit|apply|replace|annotations:)/,
  expose: /\bexpose\b|kind: ?Service\b/,
  patch: /\b(?:patch|edit|apply|replace|PATCH)\b/,
  reboot: /\b(?:reboot|restart)\b/,
}

/** Whether a command is the act, rather than another change. */
const isDone = (act: Clause, lines: readonly string[]): boolean => {
  if (/^(?:upgrade|downgrade|roll back)$/.test(act.verb)) return hasMoved(lines)
  const own = Object.hasOwn(doneBy, act.verb) ? doneBy[act.verb] : undefined
  return own === undefined ? isDoneBy(act, lines) : lines.some((line) => own.test(line))
}

const pastOf = (act: string): string =>
  /^roll/.test(act) ? 'rolled back' : /^label/.test(act) ? 'labeled' : `${act.replace(/e$/, '')}ed`

/** The acts of a person that a sentence says came before. */
export function actsBefore(sentence: string): Clause[] {
  if (sentence.length > 1000) return []
  const told = [
    ...[...sentence.matchAll(passive)].map(([, subject, verb]) => `${subject} was ${verb}`),
    ...[...sentence.matchAll(nominal)].map(([, act]) => `the cluster was ${pastOf(act!.toLowerCase())}`),
    ...[...sentence.matchAll(gerund)].map(([, act]) => `Then, ${act}`),
  ]
  return told.flatMap((one) => clausesOf(one).slice(0, 1)).filter(isByHand)
}

/**
 * An act that a sentence says came before and that nobody did; undefined: each is done, or is one that no person does.
 * @param lines of the document before the sentence, with its commands
 */
export function undoneBefore(sentence: string, lines: readonly string[]): string | undefined {
  const acts = actsBefore(sentence)
  if (acts.length === 0) return undefined
  const own = sentence.replace(passive, ' ').replace(gerund, ' ')
  const told = [...sentencesOf(lines.join('\n'), 0).map(({ text }) => text), ...lines, own].flatMap(clausesOf)
  return acts.find((act) => !isDone(act, lines) && !told.some(({ verb }) => isSameAct(verb, act.verb)))?.text
}

const alike: readonly string[][] = [
  ['enable', 'turn on', 'set', 'start', 'bring up'],
  ['disable', 'turn off', 'set', 'roll back'],
  ['upgrade', 'update', 'roll out', 'promote', 'install', 'check out', 'enable', 'turn on'],
  ['downgrade', 'roll back', 'install', 'check out'],
  ['roll back', 'downgrade', 'undeploy', 'revert', 'install', 'disable', 'turn off'],
  ['create', 'apply', 'deploy', 'add', 'run', 'recreate', 'set', 'make', 'install', 'submit', 'use', 'write'],
  ['deploy', 'create', 'apply', 'run'],
  ['apply', 'create', 'update', 'deploy', 'edit', 'change', 'run'],
  ['recreate', 'create', 'delete', 'repeat'],
  ['delete', 'remove', 'clean', 'destroy'],
  ['remove', 'delete', 'clean', 'destroy', 'drop', 'disable'],
  ['label', 'annotate', 'edit', 'patch', 'add', 'set', 'update', 'change'],
  ['annotate', 'edit', 'patch', 'add', 'set', 'update', 'change'],
  ['taint', 'add', 'set'],
  ['patch', 'edit', 'update', 'change', 'modify', 'set'],
  ['edit', 'patch', 'update', 'change', 'modify', 'set'],
  ['cordon', 'drain'],
]
const isSameAct = (told: string, act: string): boolean =>
  told === act || alike.some(([first, ...others]) => first === act && others.includes(told))

/** How far back is looked, in lines. */
const horizon = 3000

/** A sentence whose claims are said to come after what nobody did is not understood. @param source the lines of its document */
export function asDoneBefore(read: Read, source: readonly string[]): Read {
  if (read.claims.length === 0) return read
  const before = source.slice(Math.max(0, read.line - 1 - horizon), read.line - 1)
  return undoneBefore(read.text, before) === undefined ? read : { ...read, claims: [], unread: true }
}
