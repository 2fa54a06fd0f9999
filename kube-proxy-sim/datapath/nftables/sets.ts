// Sets and maps of nft, fixed ones and those that rules fill.
import { address } from '../address.ts'
import { RulesetError, type Walk } from '../ruleset.ts'
import { type Expression, fieldMatch } from './expressions.ts'

/** An element as it is written: fields of the key, and of a map what it leads to. */
export interface Element {
  key: readonly string[]
  value: readonly string[]
}

/** A set or map of a table. */
export class NftSet {
  readonly name: string
  readonly elements: Element[] = []
  /** Milliseconds that an element lives that a rule has added; undefined: for ever. */
  readonly timeout: number | undefined
  /** The keys that rules added, and when: milliseconds since the epoch. */
  private readonly added = new Map<string, number>()

  constructor(name: string, timeout?: number) {
    this.name = name
    this.timeout = timeout
  }

  /** Adds a key, as a rule's `update @set { … }` does. */
  add(key: string, now: number): void {
    this.added.set(key, now)
  }

  /** Takes what rules added to another one: its rules were replaced. */
  takeOver(before: NftSet): void {
    for (const [key, at] of before.added) this.added.set(key, at)
  }

  hasAdded(key: string, now: number): boolean {
    const at = this.added.get(key)
    return at !== undefined && (this.timeout === undefined || now - at < this.timeout)
  }
}

/**
 * What the element of a packet's key leads to, as `leadsTo` tells once of each element: as in nft, one of single values, or the first whose
 * ranges hold it.
 */
export function elementFinder<T>(
  elements: readonly Element[],
  fields: readonly Expression[],
  leadsTo: (element: Element) => T,
): (walk: Walk) => T | undefined {
  const exact = new Map<string, T>()
  const ranges: { value: T; tests: ((walk: Walk) => boolean)[] }[] = []
  for (const element of elements) {
    if (element.key.length !== fields.length)
      throw new RulesetError(`the key ${element.key.join(' . ')} has not as many fields as its set`)
    if (element.key.some(isRange))
      ranges.push({
        value: leadsTo(element),
        tests: element.key.map((text, at) => fieldMatch(fields[at]!, text)),
      })
    else exact.set(element.key.map(canonical).join(' . '), leadsTo(element))
  }
  const key = keyText(fields)
  if (ranges.length === 0) return (walk) => exact.get(key(walk))
  return (walk) =>
    exact.get(key(walk)) ?? ranges.find(({ tests }) => tests.every((test) => test(walk)))?.value
}

/** The key of a packet as one text, the fields separated by ` . `. */
export function keyText(fields: readonly Expression[]): (walk: Walk) => string {
  const [first, second, third, ...more] = fields.map(({ text }) => text)
  if (second === undefined) return first!
  if (third === undefined) return (walk) => `${first!(walk)} . ${second(walk)}`
  // The keys of Services have three fields: no list is made for each packet.
  if (more.length === 0) return (walk) => `${first!(walk)} . ${second(walk)} . ${third(walk)}`
  return (walk) => fields.map(({ text }) => text(walk)).join(' . ')
}

const isRange = (text: string): boolean => /[/*]|^\d+-\d+$|\d-\d/.test(text)
const canonical = (text: string): string => (/[.:]/.test(text) ? (address(text)?.text ?? text) : text)
