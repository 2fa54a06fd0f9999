import { createHash, randomFillSync, randomUUID } from 'node:crypto'

/** Randomness, passed in everywhere: with a seed, uids, allocated addresses and generated names are the same on every machine. */
export interface Random {
  /** A version 4 UUID. @param of a name: with a seed, the draws of each are a sequence of their own */
  uuid(of?: string): string
  /** A whole number from 0 to `bound` - 1. */
  int(bound: number): number
}

const bytesOfNumber = 6
/** Drawn from the host together: a call for each number costs more than the number. */
const drawn = Buffer.alloc(128 * bytesOfNumber)
let nextNumber = drawn.length

function randomNumber(): number {
  if (nextNumber === drawn.length) {
    randomFillSync(drawn)
    nextNumber = 0
  }
  nextNumber += bytesOfNumber
  return drawn.readUIntBE(nextNumber - bytesOfNumber, bytesOfNumber)
}

/** The random source of the host: not to be predicted, and different in every run. */
export const realRandom: Random = {
  uuid: () => randomUUID(),
  int: (bound) => randomNumber() % bound,
}

/**
 * A deterministic source (mulberry32). Uids of each name and the numbers below each bound are sequences of their own, so that an
 * allocated address does not depend on how many uids or jittered waits were drawn before it, nor the uid of a Service on when a
 * controller makes an Event.
 */
export function seededRandom(seed: number): Random {
  const numbers = new Map<number, () => number>()
  const uuids = new Map<string, () => number>()
  return {
    int(bound) {
      const next = numbers.get(bound) ?? mulberry32(seed ^ Math.imul(bound, 0x9e3779b1))
      numbers.set(bound, next)
      return next() % bound
    },
    uuid(of = '') {
      const next = uuids.get(of) ?? mulberry32(seed ^ hashOf(of))
      uuids.set(of, next)
      const hex = (): string => next().toString(16).padStart(8, '0')
      const h = hex() + hex() + hex() + hex()
      const variant = ((Number.parseInt(h[16]!, 16) & 3) | 8).toString(16)
      return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`
    },
  }
}

/** 0 for an empty name, else a number that another name has rarely. */
const hashOf = (name: string): number =>
  name.length === 0 ? 0 : createHash('sha1').update(name).digest().readInt32BE()

function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
}

const alphanums = 'bcdfghjklmnpqrstvwxz2456789'

/**
 * `length` characters that form no words, as generateName appends them. Upstream: apimachinery/pkg/util/rand.
 * @note Drawn again where they are digits alone, which nobody can tell from a number that a document states.
 */
export function randomSuffix(random: Random, length = 5): string {
  for (;;) {
    let out = ''
    for (let i = 0; i < length; i++) out += alphanums[random.int(alphanums.length)]
    if (!/^\d+$/.test(out)) return out
  }
}
