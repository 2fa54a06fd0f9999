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

it('takes a document without a command as one section of what it has done in words', () => {
  const text =
    '# T\n\nAbout.\n\n## A\n\nCreate a Deployment `web`.\n\n## B\n\nDelete the Deployment. No Pods are left.\n'
  const [only, ...others] = selectSections(parseDocument('a.md', text), undefined)
  expect(others).toEqual([])
  expect(only?.steps.map(({ title }) => title)).toEqual([
    'Create a Deployment `web`.',
    'Delete the Deployment. No Pods are left.',
  ])
})

it('finds nothing to run in a document that has nothing done', () => {
  expect(() => selectSections(parseDocument('a.md', '# T\n\nAll about it.\n'), undefined)).toThrow(
    'no commands to run',
  )
})

it('judges what stands above it of gates in releases', () => {
  const text = `# T\n\nThe gate \`AnyGate\` is beta in 1.29, and it is fine.\n\n## Steps${block}`
  const [only] = selectSections(parseDocument('a.md', text), undefined)
  expect(only?.steps[0]?.actions.flatMap((one) => (one.kind === 'claim' ? one.claim.kind : []))).toEqual([
    'gate standing',
  ])
})

it('goes on with steps whose headings have fewer hashes than the question, where at least two count on', () => {
  const question = '###### Was the upgrade->downgrade->upgrade path tested?\n\nYes:\n'
  const steps = (title: string): number =>
    selectSections(
      parseDocument(
        'a.md',
        `# T\n\n${question}${block}##### 1. Start${block}##### ${title}${block}##### Scale${block}`,
      ),
      undefined,
    ).flatMap((one) => one.steps).length
  expect(steps('2. Upgrade')).toBe(3)
  expect(steps('Notes')).toBe(1)
})
