// Every recorded case as a test of its name. KEPSIM_CASES: a folder of other recordings of these kinds.
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { kinds, recordings } from './kinds.ts'

for (const kind of kinds)
  for (const file of kind.files(recordings))
    describe(file, { concurrent: kind.startsComponents === true }, () => {
      for (const { id, difference } of kind.cases(recordings, file))
        it(id, async () => {
          const found = await difference()
          // Where it is compared tells nothing: what differs is in the recording.
          if (found !== '')
            throw Object.assign(new Error(`${join(recordings, file)}\n${found}`), { stack: '' })
        })
    })
