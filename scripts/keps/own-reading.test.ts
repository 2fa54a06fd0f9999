import { expect, it } from 'vitest'
import { ownReading } from './own-reading.mjs'

// What uses it runs only where the published KEPs are.
it('has the reading of documents as the project has it now', async () => {
  const { parseDocument } = await ownReading()
  const { sections } = parseDocument('a.md', '# A title\n\nA sentence.\n')
  expect(sections.at(-1)).toMatchObject({ title: 'A title' })
})
