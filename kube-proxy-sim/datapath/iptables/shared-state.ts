import { RulesetError, type Walk } from '../ruleset.ts'

/** The state that rules of iptables share: lists of `-m recent`, sets of `ipset`. */
export interface SharedState {
  /** Address → milliseconds since the epoch when it was seen last. */
  recent(name: string): Map<string, number>
  /** The test of a set. @param sides of the packet, for each field of the set: `dst`, `src` */
  ipset(name: string, sides: readonly string[]): (walk: Walk) => boolean
}

/** The test of a set, by the sides of the packet that its fields are compared with. */
export type IPSetTest = (sides: readonly string[]) => (walk: Walk) => boolean

/** List → address → milliseconds since the epoch when it was seen last. */
export type RecentLists = Map<string, Map<string, number>>

/** Shared state with these sets. @param lists are filled */
export function sharedState(
  lists: RecentLists = new Map(),
  ipsets: ReadonlyMap<string, IPSetTest> = new Map(),
): SharedState {
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
