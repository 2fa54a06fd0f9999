// Whether a command beside what a sentence tells is something else than that: "Stop the kubelet: `systemctl restart kubelet`".
import { kindAt } from '../claims/kinds.ts'
import { digitsOf } from '../claims/lexicon.ts'
import type { ChangedComponent } from '../machine/cluster-change.ts'
import { installers } from '../programs/in-sentences.ts'
import type { Clause } from './clauses.ts'
import { componentsIn, type Terms } from './components-in.ts'
import { headOf, isDoneBy } from './introduces.ts'
import { isNoun, namesBehindKinds } from './plain-names.ts'
import { untold } from './qualities.ts'
import { onlyAsks, verbAt } from './verbs.ts'

/** Acts that commands show plainly. */
const plain =
  /^(?:delete|remove|evict|stop|kill|terminate|scale|restart|reboot|drain|cordon|uncordon|taint|untaint|label|annotate)$/
const system = /\/(?:etc\/kubernetes|var\/lib\/(?:kubelet|kube-proxy))\/|\bsystemctl\s/

/** Acts of one family: what their commands have, and what those of the others have. */
const families: readonly (readonly [verb: RegExp, own: RegExp, other: RegExp])[] = [
  [/^start$/, /\b(?:start|restart)\b/, /\b(?:systemctl|docker|service)\s.*\bstop\b/],
  [/^restart$/, /\b(?:start|restart)\b/, /\b(?:systemctl|docker|service)\s.*\bstop\b/],
  [
    /^stop$/,
    /\b(?:stop|kill|pkill|killall|rm|mv)\b/,
    /\b(?:systemctl|docker|service)\s.*\b(?:start|restart)\b/,
  ],
  [/^cordon$/, /\b(?:cordon|drain)\b/, /\buncordon\b/],
  [/^uncordon$/, /\buncordon\b/, /\b(?:cordon|drain)\b/],
  [/^drain$/, /\bdrain\b/, /\b(?:un)?cordon\b/],
  // Who makes something anew may delete it, and its controller does the rest.
  [
    /^(?:create|deploy|add|launch)$/,
    /\b(?:create|apply|run|expose|replace|install|start|restart|autoscale|debug|edit|patch|scale|set|cp|exec)\b|\.sh\b/,
    /\bkubectl\s(?:[^|;&]{0,80}?\s)??delete\s/,
  ],
  [
    /^(?:delete|remove)$/,
    /\b(?:delete|rm|drain|scale|patch|edit|replace|unset|uninstall|apply|sed|label|annotate|taint|set|stop|docker)\b/,
    /\bkubectl\s(?:[^|;&]{0,80}?\s)??(?:create|run|expose)\s/,
  ],
]

/** Whether commands are of an act against the clause's own: "Uncordon the node: `kubectl cordon node`". @param clauses all of the sentence */
export function isContrary(clauses: readonly Clause[], commands: readonly string[]): boolean {
  const told = families.filter(([verb]) => clauses.some((clause) => verb.test(clause.verb)))
  // Who stops and starts it may do so by one command.
  if (told.length !== 1) return false
  const [[, own, other]] = told as [(typeof families)[number]]
  const heads = commands.map(headOf)
  return heads.some((head) => other.test(head)) && !heads.some((head) => own.test(head))
}

/** @param commands those that the clause itself gives */
export function doesOther(clause: Clause, commands: readonly string[]): boolean {
  if (isContrary([clause], commands)) return true
  const told = { ...clause, rest: clause.rest.replace(/`[^`]*`/g, '') }
  if (plain.test(clause.verb) && !isDoneBy(told, commands)) return true
  return commands.some((command) => ofOtherComponent(told.rest, command))
}

const typing =
  /^(?:run|execute|exec|use|type|issue|enter|do|perform|try|repeat|wait|await|go|open|call|invoke)$/
/** Between what is done and the command that does it. */
const byIt =
  /\s*(?::|\b(?:by (?:running|executing|using)|with|using|via|through|by|as in|like)(?: the command)?)\s*$/i
/** "Run `kubectl scale …` to scale it to 3". */
const toDoIt = /^\s*(?:(?:in order )?to|and so)\s+(.{3,200})$/i
/** "node `a`", "the Deployment db". */
const oneWord = /^(?:(?:the|a|an|our|node|worker)\s+){0,3}([a-z0-9][\w.-]*)$/
const takesName =
  /^(?:(?:un)?cordon|drain|delete|remove|evict|kill|terminate|(?:un)?taint|label|annotate|scale|restart|reboot|stop|start|expose|create)$/
const anyOne =
  /^(?:it|them|this|that|these|those|all|both|each|everything|again|one|some|things|back|up|down|now|as|so)$/
const kindAndName = /\b([A-Za-z]{2,30})\s+`([a-z0-9][a-z0-9.-]{0,60})`/g
/** "To 3", "with three replicas", "port 80": how many it is to become, and not how many there are or come to it. */
const countUnit =
  /\b(?:to|at)\s+(?:exactly\s+|a\s+total\s+of\s+)?(\d{1,5}|[a-z]{2,9})(?:\s+(?:replicas?|pods?|instances?|copies))?(?=\s*(?:$|[.,;:)]|\b(?:by|with|using|via|and)\b))|\b(?:with|of|has|have)\s+(?:exactly\s+|a\s+total\s+of\s+)?(\d{1,5}|[a-z]{2,9})\s+(?:replicas?|instances?|copies)\b|\bports?\s+(\d{1,5})\b/gi
/** Many at once, or what is there already. */
const ofMany = /\s(?:--all|-l|--selector)\b/
/** What a label means, and the name of a port. */
const codeIn = /(\bas |\bports? )?`([^`\s]{1,80})`/g
/** A field that a command may set without a word of it, or its value. */
const isPath = (code: string): boolean => /^\.|^(?:spec|status|metadata)\b|^(?:true|false)$/.test(code)

const called = /\b(?:called|named)\s+`?([a-z0-9][a-z0-9.-]{0,60})(?<![.-])/g
/** What several objects go by that are named one by one. */
const goes = /^(?:delete|remove|evict|kill|terminate|restart|stop)$/

/**
 * Whether a clause names an object, a value or a number that its own commands do not: "Cordon `a`: `kubectl cordon b`". They may be meant
 * all the same ("add two replicas"), so they are run, and what the clause says is not understood.
 */
export function namesOther(clause: Clause, commands: readonly string[]): boolean {
  if (commands.length === 0 || commands.some((command) => untold.test(command))) return false
  const { before, verb } = toldOfCommand(clause, commands)
  const isTyped = typedIn(commands)
  const named = [
    ...[...before.matchAll(called)].map(([, name]) => name!),
    ...namesBehindKinds(before)
      .filter(({ name }) => !isNoun(name))
      .map(({ name }) => name),
    ...[...before.matchAll(kindAndName)].flatMap(([, kind, name]) =>
      kindAt([kind!.toLowerCase()]) === undefined && !/^(?:node|worker)s?$/i.test(kind!) ? [] : [name!],
    ),
  ]
  const said =
    onlyAsks(verb) || typing.test(verb) ? named : [...named, ...argumentsIn(before, verb, commands)]
  return said.some((name) => !isTyped(name))
}

/** Values in code, the one word that is meant, and numbers. */
function argumentsIn(said: string, verb: string, commands: readonly string[]): string[] {
  const codes = [...said.matchAll(codeIn)].flatMap(([, as, code]) =>
    as === undefined && !isPath(code!) ? [code!] : [],
  )
  const rest = said.replace(/^\S+(?:\s+back)?\s*/, '').replace(/[\s:.,;]+$/, '')
  const word = takesName.test(verb) ? oneWord.exec(rest)?.[1] : undefined
  const object =
    word === undefined || anyOne.test(word) || kindAt([word.toLowerCase()]) !== undefined ? [] : [word]
  const counts =
    goes.test(verb) || commands.some((command) => ofMany.test(command))
      ? []
      : [...said.matchAll(countUnit)].flatMap(([, ...found]) => {
          const count = found.find((one) => one !== undefined)!
          return numberSaid(count.toLowerCase()) ?? []
        })
  return [...codes, ...object, ...counts]
}

/** Whether a name stands in commands, or each part of it does. */
function typedIn(commands: readonly string[]): (name: string) => boolean {
  const words =
    commands
      .join('\n')
      .toLowerCase()
      .match(/[a-z0-9]+(?:[._-]+[a-z0-9]+)*/g) ?? []
  const typed = new Set(words.flatMap((word) => [word, ...word.split(/[._-]/)]))
  return (name) =>
    typed.has(name.toLowerCase()) ||
    name
      .toLowerCase()
      .split(/[^a-z0-9-]+/)
      .every((part) => part === '' || typed.has(part))
}

/** What a clause says of what its command does: before it, or "to …" behind it. */
function toldOfCommand(
  { text, verb }: Clause,
  commands: readonly string[],
): { before: string; verb: string } {
  const at = Math.min(
    ...commands.map((command) => text.indexOf(command)).filter((index) => index >= 0),
    Infinity,
  )
  if (at === Infinity) return { before: text, verb }
  const before = text
    .slice(0, at)
    .replace(/[`$\s]+$/, '')
    .replace(byIt, '')
  const after = text.slice(text.indexOf('`', at) + 1).replace(/^`+/, '')
  const purpose = toDoIt.exec(after)?.[1]
  const does = purpose === undefined ? undefined : verbAt(purpose)
  return typing.test(verb) && does !== undefined && !onlyAsks(does.verb)
    ? { before: purpose!, verb: does.verb }
    : { before, verb }
}

const numberSaid = (word: string): string | undefined => (/^\d+$/.test(word) ? word : digitsOf(word))

/** Whether a text names components, and a command what belongs to another one. */
export function ofOtherComponent(text: string, command: string, terms?: Terms): boolean {
  if (!system.test(command)) return false
  const given = componentsIn(command.replace(/kubernetes/g, ''))
  const named = componentsIn(text.replace(/`[^`]*\s[^`]*`/g, ''), terms)
  return named.length > 0 && given.length > 0 && !named.some((one) => given.includes(one))
}

/** Matches commands that change what runs on a node: packages, units, what kube-proxy is started with. */
const changesNode = new RegExp(
  String.raw`${system.source}|\b(?:${installers})\s[^|;&]{0,300}?\b(?:install|upgrade|update)\b|\b(?:edit|delete|patch|set|rollout)\s[^|;&]{0,300}?\bkube-proxy\b|\b(?:pkill|killall)\s`,
)
/** How it is done, and what for. */
const howAndWhy = /\b(?:by|via|through|using|with|so|for|because|since|after|before|until|when|while)\b.*$/i
/** Nodes, and pods of the control plane, are called by it too. */
const nodeName = /\b[\w-]*control-plane\b/g
/** What is done to a component, rather than in its place or by it. */
const changesIt =
  /^(?:perform|do|simulate|upgrade|downgrade|roll back|bump|restart|stop|start|enable|disable|turn on|turn off|switch on|switch off|change|modify|edit|update|reconfigure|configure|install|reinstall|set|add|remove|append)$/

/** The components that commands change by what stands on a node. */
export function componentsChanged(commands: readonly string[]): ChangedComponent[] {
  const changing = commands.map(headOf).filter((command) => changesNode.test(command))
  return componentsIn(
    changing
      .join('\n')
      .replace(/kubernetes/g, '')
      .replace(nodeName, ''),
  )
}

/**
 * A component that a sentence changes, where the commands beside it change others only: "Upgrade kube-proxy" above
 * `apt-get install kubelet=…`. Undefined: one of its own is, or they name none.
 */
export function otherThanChanged(
  clauses: readonly Clause[],
  commands: readonly string[],
): string | undefined {
  const given = componentsChanged(commands)
  if (given.length === 0) return undefined
  for (const { verb, rest } of clauses) {
    const named = changesIt.test(verb) ? componentsIn(rest.replace(howAndWhy, '')) : []
    if (named.length > 0 && !named.some((one) => given.includes(one))) return named[0]
  }
  return undefined
}
