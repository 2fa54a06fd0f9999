import { expect, it } from 'vitest'
import { parseDocument } from '../document.ts'
import { howTosIn, toldEdits } from './how-to.ts'

const told = (markdown: string) => {
  const { sections } = parseDocument('x.md', `# T\n\n${markdown}\n`)
  return howTosIn(sections.at(-1)!.body)
}

it('is what a sentence tells under a condition', () => {
  const [off, on] = told(
    'If you want to disable the feature in v1.40, you can either turn off the `Shiny` gate, or pray. Then wait.\n\nTo enable the feature, you need to make sure the `Shiny` gate is not disabled and add the `strict-cpu-reservation` policy option.',
  )
  expect(off).toMatchObject({ on: false, line: 3 })
  expect(toldEdits(off!)).toEqual({
    edits: [{ kind: 'gate', gate: 'Shiny', value: false }],
    ofKubelet: false,
  })
  expect(toldEdits(on!)).toEqual({
    edits: [
      { kind: 'gate', gate: 'Shiny', value: true },
      { kind: 'field', field: 'cpuManagerPolicyOptions.strict-cpu-reservation', value: 'true' },
    ],
    ofKubelet: true,
  })
})

it('is not guessed', () => {
  const [one] = told(
    'To disable the feature, you should disable the `Shiny` gate and do what the guide says.',
  )
  expect(toldEdits(one!)).toBeUndefined()
  expect(told('Disable the feature. It can be enabled again.')).toEqual([])
})
