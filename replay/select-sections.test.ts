import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { selectSections } from './select-sections.ts'

const block = '\n\n```\n$ kubectl get pods\n```\n\n'
const titles = (text: string, wanted: string): string[] =>
  selectSections(parseDocument('x.md', text), wanted).map(({ section }) => section.title)

it('knows sections by their kind, and by their headings', () => {
  const kep = `# T\n\n## Upgrade notes${block}## Upgrade -> downgrade -> upgrade${block}`
  expect(titles(kep, 'upgrade')).toEqual(['Upgrade -> downgrade -> upgrade'])
  expect(titles(kep, 'notes')).toEqual(['Upgrade notes'])
  expect(titles(`# T\n\n## Upgrade${block}## Other${block}`, 'Upgrade')).toEqual(['Upgrade'])
  expect(() => titles(kep, 'other')).toThrow('no heading contains "other"; headings with commands: ')
})
