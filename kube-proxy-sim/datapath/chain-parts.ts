// Chains made ready for many packets: long ones hold a rule for each Service, and those that stand together are found by what they match.
// What rules do alike is one function, and what follows is linked: each object less is one less that a packet waits for.
import type {
  ChainPart,
  ChainParts,
  ReadyRule,
  ReadyRules,
  Rule,
  Step,
  Test,
  Verdict,
  Walk,
} from './ruleset.ts'

/** The first rule of a part that a packet may match; undefined where there is none. */
export function rulesFor({ any, byDestination, byPort }: ChainPart, walk: Walk): ReadyRule | undefined {
  if (any !== undefined) return any.first
  if (byDestination !== undefined) return byDestination.get(walk.destination.text)?.first
  return byPort?.get(walk.destinationPort)?.first
}

/** The rules of a chain, made ready. */
export function partsOf(rules: readonly Rule[]): ChainParts {
  const parts: ChainParts = { first: undefined }
  let last: ChainPart | undefined
  /** The part at the end, a new one where that is of another kind. */
  const endsWith = (
    kind: 'any' | 'byDestination' | 'byPort',
    make: () => Omit<ChainPart, 'next'>,
  ): ChainPart => {
    if (last?.[kind] !== undefined) return last
    const made = { ...make(), next: undefined }
    if (last === undefined) parts.first = made
    else last.next = made
    last = made
    return made
  }
  for (const rule of rules) {
    const { destination, port } = rule.only ?? {}
    const ready = readyRule(rule)
    if (destination !== undefined)
      addTo(
        endsWith('byDestination', () => ({ byDestination: new Map() })).byDestination!,
        destination,
        ready,
      )
    else if (port !== undefined) addTo(endsWith('byPort', () => ({ byPort: new Map() })).byPort!, port, ready)
    else if (last?.any === undefined) endsWith('any', () => ({ any: { first: ready, last: ready } }))
    else append(last.any, ready)
  }
  return parts
}

function addTo<K>(rules: Map<K, ReadyRules>, key: K, ready: ReadyRule): void {
  const known = rules.get(key)
  if (known === undefined) rules.set(key, { first: ready, last: ready })
  else append(known, ready)
}

function append(rules: ReadyRules, ready: ReadyRule): void {
  rules.last.next = ready
  rules.last = ready
}

function readyRule(rule: Rule): ReadyRule {
  // Who is found by what it must have is not asked for it again.
  const steps = rule.steps.filter((one) => one !== rule.only?.step)
  const end = steps.findIndex((one) => typeof one !== 'function')
  const tests = (end === -1 ? steps : steps.slice(0, end)) as Test[]
  return { rule, test: allOf(tests), verdict: end === -1 ? true : (steps[end] as Verdict), next: undefined }
}

/** Two functions → the one that asks both. */
const pairs = new WeakMap<Test, WeakMap<Test, Test>>()

/** What functions decide together: true where all were true, or what the first one said that was not. The same for the same functions. */
function allOf([first, ...others]: readonly Test[]): Test | undefined {
  const rest = others.length === 0 ? undefined : allOf(others)
  if (first === undefined || rest === undefined) return first
  const known = pairs.get(first) ?? new WeakMap<Test, Test>()
  pairs.set(first, known)
  const pair =
    known.get(rest) ??
    ((walk: Walk) => {
      const result = first(walk)
      return result === true ? rest(walk) : result
    })
  known.set(rest, pair)
  return pair
}

/** Steps by the text that they were read from, so that equal ones are the same. */
export type SharedSteps = Map<string, readonly Step[]>

/** The steps of a text, made where they are not known. */
export function shared(known: SharedSteps, text: string, make: () => readonly Step[]): readonly Step[] {
  const steps = known.get(text) ?? make()
  known.set(text, steps)
  return steps
}
