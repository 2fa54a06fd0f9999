import { expect, it } from 'vitest'
import { CodeBlock } from './code-block.ts'
import { parseDocument } from './document.ts'
import { selectSections } from './select-sections.ts'

it('is read once, and as it is written', () => {
  const block = new CodeBlock({ lang: '', meta: '', fence: '```', line: 3, lines: ['$ echo a', 'a'] })
  expect(block.script.commands).toMatchObject([{ text: 'echo a', line: 3, output: { lines: ['a'] } }])
  expect(block.script).toBe(block.script)
  expect(block.runs).toBe(true)
  expect(block.content).toBeUndefined()
})

it('shows objects where it holds some', () => {
  const lines = ['apiVersion: v1', 'kind: Pod', 'metadata: {name: a}']
  const block = new CodeBlock({ lang: 'yaml', meta: '', fence: '```', line: 3, lines })
  expect([block.content, block.runs]).toEqual(['objects', false])
})

it('is the same for every step that holds it: what one finds out is its own', () => {
  const text =
    '# A\n\n## B\n\nCheck, for example:\n\n```\n$ kubectl get pods\n```\n\nThe output is:\n\n```\nNAME\na\n```\n'
  const document = parseDocument('a.md', text)
  const read = () => selectSections(document, 'all')[0]!.steps.flatMap(({ actions }) => actions)
  const [first] = read()
  if (first?.kind !== 'command') throw new Error('the block has a command')
  expect(first.command.output?.lines).toEqual(['NAME', 'a'])
  first.command.notes.push('mine')
  expect(read()).toMatchObject([{ command: { notes: [], output: { lines: ['NAME', 'a'] } } }])
})
