import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { deepest, isNestedTooDeep } from './nesting.ts'

const indented = (depth: number): string[] => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`)

it.each<[string, string[]]>([
  ['brackets', ['['.repeat(deepest + 1)]],
  ['braces over lines', Array.from({ length: deepest + 1 }, () => '{"a":')],
  ['indents', indented(deepest + 1)],
  ['dashes', [`${'- '.repeat(deepest + 1)}a`]],
])('%s nest too deep', (_what, lines) => {
  expect(isNestedTooDeep(lines)).toBe(true)
  expect(() => parseDocument('a.md', `# A\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`)).toThrow(
    /nested more than \d+ deep/,
  )
})

it.each<[string, string[]]>([
  ['many lists', Array.from({ length: 2 * deepest }, () => '[[a], {b: c}]')],
  ['many items', Array.from({ length: 2 * deepest }, () => '- a')],
  ['deep objects', indented(deepest)],
  ['text with closing brackets', ['a)]}'.repeat(deepest), '['.repeat(deepest)]],
])('%s do not', (_what, lines) => {
  expect(isNestedTooDeep(lines)).toBe(false)
})
