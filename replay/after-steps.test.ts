import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { commandsOf } from './step.ts'
import { stepsOf } from './steps.ts'

const steps = (results: string) => {
  const text = `# T\n\n## Upgrade\n\n1. Run:\n\n   \`\`\`sh\n   kubectl run a\n   \`\`\`\n2. Run:\n\n   \`\`\`sh\n   kubectl run b\n   \`\`\`\n\nExpected results:\n\n${results}`
  const document = parseDocument('a.md', text)
  return stepsOf(document, document.sections.at(-1)!)
}
const told = (results: string) =>
  steps(results).map((step) => [
    ...commandsOf(step).map(({ text }) => text),
    ...step.actions.flatMap((one) => (one.kind === 'claim' ? [one.claim.kind] : [])),
  ])

it('holds each result at the end of its step', () =>
  expect(told('1. After step 1 there is one Pod.\n2. After step 2, there are two Pods.')).toEqual([
    ['kubectl run a', 'count'],
    ['kubectl run b', 'count'],
  ]))
it('leaves what names a step that is not there where it stands', () =>
  expect(told('- After step 7 there is one Pod.').at(-1)).toEqual(['kubectl run b', 'count']))
