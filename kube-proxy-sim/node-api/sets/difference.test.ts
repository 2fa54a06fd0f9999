import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StateItem, StateSnapshot } from '../node-state.ts'
import { difference } from './difference.ts'
import type { OpItem } from './messages.ts'

type State = Pick<StateSnapshot, 'keys' | 'items'>
type Contents = Record<string, { value: string; endpoints: Record<string, string> }>

const path = fc.constantFrom('a', 'b', 'c')
const value = fc.constantFrom('1', '2')
const contents: fc.Arbitrary<Contents> = fc.dictionary(
  path,
  fc.record({ value, endpoints: fc.dictionary(path, value) }),
)

/** Endpoint b is anonymous. */
function itemOf(key: string, { value, endpoints }: Contents[string]): StateItem {
  const encoded = Object.entries(endpoints).map(
    ([name, text]) => [`${key}/${name}`, { bytes: Buffer.from(text), anonymous: name === 'b' }] as const,
  )
  const sets = { service: Buffer.from(value), endpoints: new Map(encoded) }
  return { bytes: Buffer.from(JSON.stringify([value, endpoints])), sets: () => sets }
}

function stateOf(contents: Contents): State {
  const keys = Object.keys(contents).sort()
  return { keys, items: keys.map((key) => itemOf(key, contents[key]!)) }
}

/** What a client holds after all operations; fails where an endpoint is there without its service. */
function applied(held: ReadonlyMap<string, string>, ops: readonly OpItem[]): Map<string, string> {
  const now = new Map(held)
  for (const { Set: put, Delete: gone } of ops) {
    if (put) now.set(put.Ref.Path, String(put.Bytes))
    else now.delete(gone!.Path)
    for (const path of now.keys()) expect(now.has(path.split('/')[0]!)).toBe(true)
  }
  return now
}

const flat = (contents: Contents): Map<string, string> =>
  new Map(
    Object.entries(contents).flatMap(([key, { value, endpoints }]) => [
      [key, value],
      ...Object.entries(endpoints).map(([name, text]): [string, string] => [`${key}/${name}`, text]),
    ]),
  )

it('makes of any state any other, and no service is ever away before its endpoints', () => {
  fc.assert(
    fc.property(contents, contents, (old, now) => {
      expect(applied(flat(old), difference(stateOf(old), stateOf(now)))).toEqual(flat(now))
    }),
  )
})

it('is nothing between equal states', () => {
  fc.assert(
    fc.property(contents, (same) => {
      expect(difference(stateOf(same), stateOf(same))).toEqual([])
    }),
  )
})
