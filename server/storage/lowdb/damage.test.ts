// A sample; `npm run disk-faults` flips a thousand bits.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../component-base/random.ts'
import {
  type Draw,
  deleteFile,
  flipBit,
  type Original,
  swapFiles,
  truncateFile,
  tryDamaged,
} from './testing/damage.ts'
import { directoriesUnder } from './testing/directories.ts'

const root = mkdtempSync(join(tmpdir(), 'kepsim-damage-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let originals: Record<string, Original>
beforeAll(async () => {
  originals = await directoriesUnder(root)
})

const kinds: [string, (directory: string, draw: Draw) => string, number][] = [
  ['a flipped bit', flipBit, 60],
  ['a deleted file', deleteFile, 8],
  ['swapped files', swapFiles, 12],
]

describe.each([
  // The last moments before a kill are not in the watermark yet: there a missing end is like one that never was.
  ['closed', [...kinds, ['a missing end', truncateFile, 20]] as typeof kinds],
  ['killed', kinds],
  ['folding', kinds],
])('a directory that is %s', (state, ofState) => {
  it.each(ofState)('never has other data silently after %s', async (_, damage, times) => {
    const random = seededRandom(7)
    const silent: string[] = []
    const outcomes = new Set<string>()
    for (let time = 0; time < times; time++) {
      let which = ''
      const outcome = await tryDamaged(originals[state]!, join(root, 'scratch'), (directory) => {
        which = damage(directory, (bound) => random.int(bound))
      })
      outcomes.add(outcome)
      if (outcome.startsWith('silent')) silent.push(`${which}: ${outcome}`)
    }
    expect(silent).toEqual([])
    expect(outcomes).toContain('refused')
  })
})
