import { expect, it } from 'vitest'
import { surroundingLines } from './surroundings.ts'

it('takes a checkout for the same from wherever it came', () => {
  const first = ["Switched to branch 'master'", "Your branch is up to date with 'origin/master'."]
  expect(surroundingLines('git', first)).toEqual(surroundingLines('git', ["Already on 'master'"]))
  expect(surroundingLines('git', ["Switched to branch 'a'"])).not.toEqual(
    surroundingLines('git', ["Switched to branch 'b'"]),
  )
})

it('leaves out what kind says by chance, and nothing of other programs', () => {
  expect(surroundingLines('kind', ['Creating cluster "a" ...', 'Have a nice day! 👋'])).toEqual([
    'Creating cluster "a" ...',
  ])
  expect(surroundingLines('kubectl', ['Have a nice day! 👋'])).toHaveLength(1)
})
