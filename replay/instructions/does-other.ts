// Whether a command beside what a sentence tells is something else than that: "Stop the kubelet: `systemctl restart kubelet`".
import type { Clause } from './clauses.ts'
import { componentsIn, type Terms } from './components-in.ts'
import { headOf, isDoneBy } from './introduces.ts'

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

/** Whether a text names components, and a command what belongs to another one. */
export function ofOtherComponent(text: string, command: string, terms?: Terms): boolean {
  if (!system.test(command)) return false
  const given = componentsIn(command.replace(/kubernetes/g, ''))
  const named = componentsIn(text.replace(/`[^`]*\s[^`]*`/g, ''), terms)
  return named.length > 0 && given.length > 0 && !named.some((one) => given.includes(one))
}
