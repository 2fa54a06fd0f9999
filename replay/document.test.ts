import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'

const prose = (text: string): string[] =>
  parseDocument('a.md', text).sections[0]!.body.flatMap((one) => (one.kind === 'prose' ? one.text : []))
const titles = (text: string): string[] =>
  parseDocument('a.md', text)
    .sections.slice(1)
    .map(({ title }) => title)

it.each([
  ['Upgrade it\n==========\n\na\n', 'Upgrade it'],
  ['Upgrade it\r\n---\r\n\r\na\r\n', 'Upgrade it'],
  ['Upgrade\nit\n---\n', 'Upgrade it'],
  ['# Upgrade #\n', 'Upgrade'],
  ['## {{% heading "prerequisites" %}}\n', 'prerequisites'],
])('%j has the title %j', (text, title) => {
  expect(titles(text)).toEqual([title])
})

it.each([
  ['> One\n> two\n>three\n', ['One two three']],
  ['> > One\n> > two\n', ['One two']],
  ['a\n> b\n', ['a', 'b']],
  ['1 > 0\nand\n', ['1 > 0 and']],
  ['{{< note >}}\nOne\n{{< /note >}}\n', ['One']],
  ['{{% code_sample file="a.yaml" %}}\n\nOne\n', ['One']],
  ['{{.status}}\n', ['{{.status}}']],
])('%j says %j', (text, said) => {
  expect(prose(text)).toEqual(said)
})

const partsOf = (text: string): string[] =>
  parseDocument('x.md', `# T\n\n${text}`).sections[1]!.body.flatMap(function said(part): string[] {
    if (part.kind === 'item') return part.children.flatMap(said)
    return [part.kind === 'code' ? `$ ${part.lines.join('\n')}` : `${part.line}: ${part.text}`]
  })

it('reads the title of what is folded', () => {
  expect(
    partsOf('<details>\n<summary>v1.31, <code>A</code> <b>on</b></summary>\n\nLook.\n\n</details>'),
  ).toEqual(['4: **v1.31, `A` on**', '6: Look.'])
})

it('reads what is ticked off without its box', () => {
  expect(partsOf('- [x] `kubectl create configmap a`\n- [ ] there is one')).toEqual([
    '$ kubectl create configmap a',
    '4: there is one',
  ])
})
