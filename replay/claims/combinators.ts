// Parsers over tokens. A parser gives every way to read from a place; how much all of them may try is bounded.
import type { Token } from './tokens.ts'

/** The tokens of a sentence, the readings that may still be tried, and those known already. */
export interface Input {
  tokens: readonly Token[]
  /** Steps left: a sentence that needs more is not read. */
  fuel: number
  /** What parsers of {@link memo} read before, by place. */
  known: Map<unknown, Map<number, unknown>>
}

/** The input for a sentence. @param fuel steps that may be tried before {@link OutOfFuel} is thrown */
export const inputOf = (tokens: readonly Token[], fuel: number): Input => ({ tokens, fuel, known: new Map() })

/** A value that was read, and the place behind it. */
export type Read<T> = readonly [value: T, after: number]
/** Reads tokens at a place; each result is a value and the place behind it. No result: they cannot be read so. */
export type Parser<T> = (input: Input, at: number) => Read<T>[]

/** Thrown where a sentence has more readings than may be tried; it then counts as unread. */
export class OutOfFuel extends Error {}

const spend = (input: Input): void => {
  if (--input.fuel < 0) throw new OutOfFuel('too many readings')
}

/** Most parsers read nothing at most places: one list for all of them. Nobody changes a list of readings. */
const none: Read<never>[] = []

/** A parser of a single token. @param fits the token's value; undefined where the parser does not take it */
export const token =
  <T>(fits: (token: Token) => T | undefined): Parser<T> =>
  (input, at) => {
    spend(input)
    const next = input.tokens[at]
    const value = next === undefined ? undefined : fits(next)
    return value === undefined ? none : [[value, at + 1]]
  }

/** Any of these phrases, written with blanks, `|` between them: `words('is | has been')`. */
export function words(...phrases: string[]): Parser<string> {
  const byFirst = new Map<string, { parts: string[]; text: string }[]>()
  for (const phrase of phrases.flatMap((one) => one.split('|'))) {
    const parts = phrase.trim().split(/\s+/)
    byFirst.set(parts[0]!, [...(byFirst.get(parts[0]!) ?? []), { parts, text: parts.join(' ') }])
  }
  return (input, at) => {
    spend(input)
    const candidates = byFirst.get(input.tokens[at]?.lower ?? '')
    if (candidates === undefined) return none
    return candidates
      .filter(({ parts }) => parts.every((word, i) => input.tokens[at + i]?.lower === word))
      .map(({ parts, text }) => [text, at + parts.length] as const)
  }
}

/** Any of the keys of a table; its value. */
export function table<T>(entries: Readonly<Record<string, T>>): Parser<T> {
  return map(words(...Object.keys(entries)), (key) => entries[key]!)
}

/** A parser that reads no token and gives the value. */
export const succeed =
  <T>(value: T): Parser<T> =>
  (_, at) => [[value, at]]

/** The parser with its value changed. */
export const map =
  <T, U>(parser: Parser<T>, change: (value: T) => U): Parser<U> =>
  (input, at) => {
    const found = parser(input, at)
    return found.length === 0 ? none : found.map(([value, after]) => [change(value), after] as const)
  }

/** Readings that `change` gives undefined for are none. */
export const filterMap =
  <T, U>(parser: Parser<T>, change: (value: T) => U | undefined): Parser<U> =>
  (input, at) => {
    const all: Read<U>[] = []
    for (const [value, after] of parser(input, at)) {
      const changed = change(value)
      if (changed !== undefined) all.push([changed, after])
    }
    return all
  }

/** The readings of all parsers, in their order. */
export const alt =
  <T>(...parsers: Parser<T>[]): Parser<T> =>
  (input, at) => {
    let all: Read<T>[] = none
    for (const parser of parsers) {
      const found = parser(input, at)
      if (found.length > 0) all = all.length === 0 ? found : [...all, ...found]
    }
    return all
  }

/** The first of these that reads anything. */
export const first =
  <T>(...parsers: Parser<T>[]): Parser<T> =>
  (input, at) => {
    for (const parser of parsers) {
      const found = parser(input, at)
      if (found.length > 0) return found
    }
    return none
  }

/** One parser after the other; the value is the tuple of theirs. */
export function seq<T extends unknown[]>(...parsers: { [K in keyof T]: Parser<T[K]> }): Parser<T> {
  return (input, at) => {
    let found: [unknown[], number][] = [[[], at]]
    for (const parser of parsers) {
      const next: [unknown[], number][] = []
      for (const [values, here] of found)
        for (const [value, after] of parser(input, here)) next.push([[...values, value], after])
      if (next.length === 0) return none
      spend(input)
      found = next
    }
    return found as [T, number][]
  }
}

/** With it, then without. */
export const opt = <T>(parser: Parser<T>): Parser<T | undefined> =>
  alt<T | undefined>(parser, succeed(undefined))

/** As many as there are, never fewer than can be had: no other way is tried. */
export function many<T>(parser: Parser<T>, atLeast = 0): Parser<T[]> {
  return (input, at) => {
    const values: T[] = []
    let here = at
    for (;;) {
      const next = longest(parser(input, here))
      if (next === undefined || next[1] === here) break
      values.push(next[0])
      here = next[1]
    }
    return values.length < atLeast ? none : [[values, here]]
  }
}

/** A list of items with separators between them; every number of items, from 1, is a reading. */
export function list<T>(item: Parser<T>, separator: Parser<unknown>): Parser<T[]> {
  const more = seq(separator, item)
  return (input, at) => {
    const all: Read<T[]>[] = []
    let open: Read<T[]>[] = item(input, at).map(([value, after]) => [[value], after])
    while (open.length > 0) {
      all.push(...open)
      open = open.flatMap(([values, here]) =>
        more(input, here).map(([[, value], after]): Read<T[]> => [[...values, value], after]),
      )
    }
    return all
  }
}

function longest<T>(found: Read<T>[]): Read<T> | undefined {
  return found.reduce<Read<T> | undefined>(
    (best, one) => (best === undefined || one[1] > best[1] ? one : best),
    undefined,
  )
}

/** Defers a parser that is defined later. */
export const lazy =
  <T>(get: () => Parser<T>): Parser<T> =>
  (input, at) =>
    get()(input, at)

/** Reads once at each place, however often it is tried there. */
export function memo<T>(parser: Parser<T>): Parser<T> {
  const key = {}
  return (input, at) => {
    const places = (input.known.get(key) ?? new Map<number, unknown>()) as Map<number, Read<T>[]>
    input.known.set(key, places)
    const before = places.get(at)
    if (before !== undefined) return before
    const found = parser(input, at)
    places.set(at, found)
    return found
  }
}
