// What actions of steps are for.
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../document.ts'
import { stepsOf } from '../steps.ts'
import { writesFor } from './action-kinds.ts'

const block = (lang: string, text: string): string => `\n\n\`\`\`${lang}\n${text}\n\`\`\`\n\n`
const manifest = block('yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a')
const writes = (text: string) => {
  const document = parseDocument('x.md', `# T\n\n${text}`)
  const [first, ...later] = stepsOf(document, document.sections.at(-1)!)
  return writesFor(first!, later)
}

describe('a step that only writes a file', () => {
  it.each([
    ['is for a later one that reads it', 'kubectl apply -f a.yaml', true],
    ['is for nothing where no later one does', 'kubectl apply -f b.yaml', false],
  ])('%s', (_what, command, expected) => {
    expect(writes(`Save this as \`a.yaml\`:${manifest}Apply it:${block('console', `$ ${command}`)}`)).toBe(
      expected,
    )
  })
})
