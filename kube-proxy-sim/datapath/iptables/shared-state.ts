import { RulesetError, type Walk } from '../ruleset.ts'

/** What rules of iptables remember and share: lists of `-m recent`, sets of `ipset`. */
export interface SharedState {
  /** Address → milliseconds since the epoch when it was seen last. */
  recent(name: string): Map<string, number>
  /** The test of a set. @param sides of the packet, for each field of the set: `dst`, `src` */
  ipset(name: string, sides: readonly string[]): (walk: Walk) => boolean
}

/** Shared state whose lists outlive the rules, as the kernel's do while a rule names them. */
export function sharedState(
  ipsets: ReadonlyMap<string, (sides: readonly string[]) => (walk: Walk) => boolean> = new Map(),
): SharedState {
  const lists = new Map<string, Map<string, number>>()
  return {
    recent(name) {
      const list = lists.get(name) ?? new Map<string, number>()
      lists.set(name, list)
      return list
    },
    ipset(name, sides) {
      const test = ipsets.get(name)
      if (test === undefined) throw new RulesetError(`there is no set ${name}`)
      return test(sides)
    },
  }
}
