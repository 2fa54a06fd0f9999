// Chains made ready for many packets: long ones hold a rule for each Service, and those that stand together are found by what they match.
import type { ChainPart, ReadyRule, Rule, Test, Verdict, Walk } from './ruleset.ts'

/** The rules of a part that a packet may match; undefined where there are none. */
export function rulesFor(part: ChainPart, walk: Walk): readonly ReadyRule[] | undefined {
  if (part.by === undefined) return part.rules
  return part.by === 'destination'
    ? part.rules.get(walk.destination.text)
    : part.rules.get(walk.destinationPort)
}

/** The rules of a chain, made ready. */
export function partsOf(rules: readonly Rule[]): ChainPart[] {
  const parts: ChainPart[] = []
  for (const rule of rules) {
    const { destination, port } = rule.only ?? {}
    const ready = readyRule(rule)
    if (destination !== undefined) addTo(partBy(parts, 'destination').rules, destination, ready)
    else if (port !== undefined) addTo(partBy(parts, 'port').rules, port, ready)
    else {
      const last = parts.at(-1)
      if (last?.by === undefined && last !== undefined) last.rules.push(ready)
      else parts.push({ by: undefined, rules: [ready] })
    }
  }
  return parts
}

/** The part at the end, a new one where that is of another kind. */
function partBy<B extends 'destination' | 'port'>(parts: ChainPart[], by: B): Extract<ChainPart, { by: B }> {
  const last = parts.at(-1)
  if (last?.by === by) return last as Extract<ChainPart, { by: B }>
  const made = { by, rules: new Map() } as Extract<ChainPart, { by: B }>
  parts.push(made)
  return made
}

function addTo<K>(rules: Map<K, ReadyRule[]>, key: K, rule: ReadyRule): void {
  const known = rules.get(key)
  if (known === undefined) rules.set(key, [rule])
  else known.push(rule)
}

function readyRule(rule: Rule): ReadyRule {
  // Who is found by what it must have is not asked for it again.
  const steps = rule.steps.filter((one) => one !== rule.only?.step)
  const end = steps.findIndex((one) => typeof one !== 'function')
  const tests = (end === -1 ? steps : steps.slice(0, end)) as Test[]
  return { rule, test: allOf(tests), verdict: end === -1 ? true : (steps[end] as Verdict) }
}

/** What tests decide together: true where all were true, or what the first one said that was not. */
function allOf([first, ...others]: readonly Test[]): Test | undefined {
  const rest = others.length === 0 ? undefined : allOf(others)
  if (first === undefined || rest === undefined) return first
  return (walk) => {
    const result = first(walk)
    return result === true ? rest(walk) : result
  }
}
