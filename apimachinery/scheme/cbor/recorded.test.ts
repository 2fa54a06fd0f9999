import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type CborAnswered, type CborQuestion, differencesOf, hasNullItems } from './testing/recorded.ts'

// Objects in any encoding that means the same, what is not quite one, and JSON that is written (scripts/record/cbor).
const recorded = JSON.parse(
  gunzipSync(readFileSync(new URL('./testing/recorded.json.gz', import.meta.url))).toString(),
) as Record<string, { questions: CborQuestion[]; answers: CborAnswered[] }>

it.each(Object.entries(recorded))(
  "reads, writes and refuses as %s's packages",
  async (release, { questions, answers }) => {
    expect(answers.length).toBeGreaterThan(2000)
    expect(answers.filter(hasNullItems)).toHaveLength(1)
    expect(await differencesOf(questions, answers, release)).toEqual([])
  },
)
