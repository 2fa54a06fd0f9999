import { expect, it } from 'vitest'
import { InputError } from './input-error.ts'
import { lineBreak, type MarkdownNode, parseMarkdown } from './markdown.ts'

const read = (text: string): MarkdownNode[] => parseMarkdown('a.md', text, text.split(lineBreak))
const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

const deep = /^lists and quotes are nested more than 100 deep$/
it.each<[string, string, RegExp, number]>([
  ['quotes', `a\n\n${'> '.repeat(101)}a`, deep, 3],
  ['items on a line', `${'* '.repeat(101)}a`, deep, 1],
  ['numbers on a line', '1. '.repeat(101), deep, 1],
  ['items below each other', lines(101, (i) => `${'  '.repeat(i)}- a`), deep, 101],
  ['items between which a paragraph goes on', lines(101, (i) => `${' '.repeat(i * 2)}- a\na`), deep, 201],
  ['items in a quote', lines(101, (i) => `> ${'  '.repeat(i)}+ a`), deep, 100],
  [
    'items behind tabs and blanks',
    lines(101, (i) => `${'\t'.repeat(i >> 1)}${'  '.repeat(i & 1)}1) a`),
    deep,
    101,
  ],
  [
    'paragraphs without marks',
    `> a\n${'a\n'.repeat(2002)}`,
    /^more than 2000 lines go on with a paragraph/,
    2002,
  ],
])('refuses %s without end', (_what, text, message, line) => {
  let error: unknown
  try {
    read(text)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(InputError)
  expect(error).toMatchObject({ message: expect.stringMatching(message), line })
})

it.each<[string, string, string[]]>([
  [
    'rules across the page',
    `${'* '.repeat(500)}\n\n${'-'.repeat(500)}\n`,
    ['thematicBreak', 'thematicBreak'],
  ],
  ['many items', '- a\n'.repeat(500), ['list']],
  ['a list after the other', `- a\n  - b\n\nc\n`.repeat(60), Array(60).fill(['list', 'paragraph']).flat()],
  ['a page in quotes', '> a\n'.repeat(500), ['blockquote']],
  ['a long paragraph', 'a\n'.repeat(4000), ['paragraph']],
])('reads %s', (_what, text, types) => {
  expect(read(text).map(({ type }) => type)).toEqual(types)
})

it('leaves what is inside of a paragraph to others', () => {
  expect(read('a [b](c) `d` *e* <f> &amp; \\*')).toMatchObject([
    { type: 'paragraph', children: [{ type: 'text', value: 'a [b](c) `d` *e* <f> &amp; \\*' }] },
  ])
})
