// The objects that a text speaks of, where it is no claim by itself.
import type { Subject } from './claim.ts'
import { inputOf } from './combinators.ts'
import { objectPhrase } from './object-phrases.ts'
import { tokensOf } from './tokens.ts'

/** The first phrase of the text that names objects by their kind, as long as it can be read. */
export function subjectIn(text: string): Subject | undefined {
  const input = inputOf(tokensOf(text).slice(0, 100), 20_000)
  for (let at = 0; at < input.tokens.length; at++) {
    const found = objectPhrase(input, at).filter(([subject]) => subject.kind !== undefined)
    const longest = found.reduce<(typeof found)[number] | undefined>(
      (best, one) => (best === undefined || one[1] > best[1] ? one : best),
      undefined,
    )
    if (longest !== undefined) return longest[0]
  }
  return undefined
}
