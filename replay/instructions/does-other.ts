// Whether a command beside what a sentence tells is something else than that: "Stop the kubelet: `systemctl restart kubelet`".
import type { Clause } from './clauses.ts'
import { componentsIn, type Terms } from './components-in.ts'
import { isDoneBy } from './introduces.ts'

/** Acts that commands show plainly. */
const plain =
  /^(?:delete|remove|evict|stop|kill|terminate|scale|restart|reboot|drain|cordon|uncordon|taint|untaint|label|annotate)$/
const system = /\/(?:etc\/kubernetes|var\/lib\/(?:kubelet|kube-proxy))\/|\bsystemctl\s/

/** @param commands those that the clause itself gives */
export function doesOther(clause: Clause, commands: readonly string[]): boolean {
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
