import { expect, it } from 'vitest'
import { parseDocument } from '../replay/document.ts'
import type { Outcome } from '../replay/outcome.ts'
import { selectSections } from '../replay/select-sections.ts'
import type { Action, Step } from '../replay/step.ts'
import { trialsOf } from './trials.ts'

const text = `# T

1. Look:

   \`\`\`console
   $ kubectl get nodes -o name
   node/a
   \`\`\`

   There is one Node. The \`spec.podCIDR\` field of the Node is set.

2. Look again:

   \`\`\`console
   $ kubectl get pods -o name
   pod/b
   \`\`\`
`
const read = (other: string): Step[] =>
  selectSections(parseDocument('x.md', other), undefined).flatMap(({ steps }) => steps)

/** What is judged of each variant, and after what. */
async function judged(...replaced: [from: string, to: string][]) {
  const steps = read(text)
  const variants = replaced.map(([from, to]) => ({ text: text.replace(from, to), from: 999, more: 0 }))
  const trials = trialsOf(steps, variants, read)
  const asked: string[][] = []
  for (const action of steps.flatMap(({ actions }) => actions))
    await trials.after(action, async (other: Action): Promise<Outcome | undefined> => {
      asked.push([action.kind, other.kind])
      return other.kind === 'unread' ? 'not checked' : 'differs'
    })
  return { asked, outcomes: trials.outcomes }
}

it('judges what a variant has in the place of an action', async () => {
  expect(await judged(['node/a', 'node/c'], ['one Node', 'two Nodes'])).toEqual({
    asked: [
      ['command', 'command'],
      ['claim', 'claim'],
    ],
    outcomes: ['differs', 'differs'],
  })
})

it('leaves to a replay what does something else', async () => {
  const { asked, outcomes } = await judged(['get pods', 'delete pods'], ['1. Look:', '1. Look at it:'])
  expect(asked).toEqual([])
  expect(outcomes).toEqual([null, null])
})

it('leaves to a replay a title that holds by what it claims alone', async () => {
  const [titled, other] = ['1.31', '1.30'].map((release) =>
    text.replace('1. Look:', `1. Version ${release} \`MyGate=false\` (default value)`),
  ) as [string, string]
  const steps = read(titled)
  const trials = trialsOf(steps, [{ text: other, from: 999, more: 0 }], read)
  for (const action of steps.flatMap(({ actions }) => actions))
    await trials.after(action, async () => 'passed')
  expect(trials.outcomes).toEqual([null])
})

it('has nothing to judge where everything is read as before', async () => {
  expect((await judged(['Look again:', 'Look again:  '])).outcomes).toEqual(['passed'])
})

it('knows a variant that cannot be read', async () => {
  const { outcomes } = await judged(['There is', '```\nThere is'])
  expect(outcomes).toHaveLength(1)
})

it('leaves to a replay what a sentence tells of warnings, which outputs are held against', async () => {
  expect(await judged(['2. Look again:', '2. Look again, and ignore the warning:'])).toEqual({
    asked: [],
    outcomes: [null],
  })
})
