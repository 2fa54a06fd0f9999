// How sentences are judged over a cluster of a test.
import { expect } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { alteredClaims } from '../altered-claims.ts'
import { checkClaim } from '../check-claim.ts'
import { readClaims } from '../read-claims.ts'
import type { ClaimWorld } from '../world.ts'

/** A cluster with these objects, by resource (`jobs.batch`), and nothing that was there before. */
export const worldOf = (objects: Readonly<Record<string, readonly KubeObject[]>>): ClaimWorld => ({
  commands: [],
  step: 1,
  objects: async (resource) => objects[resource] ?? [],
  before: async () => [],
  documented: [],
  gates: () => undefined,
  release: () => undefined,
})

/** Of each claim of a sentence; the kind of its reading where it claims nothing. */
export async function verdictsOf(text: string, world: ClaimWorld): Promise<string[]> {
  const reading = readClaims({ text, line: 1 })
  if (reading.kind !== 'claims') return [reading.kind]
  return Promise.all(reading.claims.map(async (claim) => (await checkClaim(claim, world)).verdict))
}

/** The first verdict that is not `holds`. */
export const verdictOf = async (text: string, world: ClaimWorld): Promise<string> =>
  (await verdictsOf(text, world)).find((one) => one !== 'holds') ?? 'holds'

/** Sentences with what they are judged, of lines `verdict | sentence | …`. */
export const judgedSentences = (table: string): (readonly [sentence: string, verdict: string])[] =>
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [verdict = '', ...sentences] = line.split(' | ')
      return sentences.map((sentence) => [sentence, verdict] as const)
    })

/** Each claim of a sentence that holds can be altered so that it does not. */
export async function expectToSaySomething(text: string, world: ClaimWorld): Promise<void> {
  const reading = readClaims({ text, line: 1 })
  for (const claim of reading.kind === 'claims' ? reading.claims : []) {
    expect(alteredClaims(claim)).not.toEqual([])
    for (const other of alteredClaims(claim))
      expect((await checkClaim(other, world)).verdict).not.toBe('holds')
  }
}
