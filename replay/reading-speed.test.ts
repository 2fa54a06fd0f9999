// A document is a stranger's: reading it takes a time that grows with its length, and not faster.

import { describe, expect, it } from 'vitest'
import { growthOf, repeated } from '../component-base/testing/linear-time.ts'
import { tokensOf } from './claims/tokens.ts'
import type { CodeText } from './code-text.ts'
import { onlyLooks } from './command-kinds.ts'
import { commandLine } from './command-line.ts'
import { parseDocument } from './document.ts'
import { filesRead, writesFile } from './files-read.ts'
import { looksLikeCommand } from './looks-like-command.ts'
import { asksToCreate } from './manifests.ts'
import { placeholdersIn } from './placeholders.ts'
import { parseScript } from './script.ts'
import { isIncomplete } from './shell-scan.ts'
import { unsetVariables } from './variables.ts'

const block = (text: string, lang = ''): CodeText => ({
  kind: 'code',
  lang,
  meta: '',
  fence: '```',
  line: 1,
  lines: text.split('\n'),
})

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseScript: (text) => parseScript(block(text)),
  'parseScript at prompts': (text) => parseScript(block(`$ ls\n${text}`)),
  isIncomplete,
  looksLikeCommand: (text) => looksLikeCommand(`kubectl ${text}`),
  onlyLooks: (text) => onlyLooks(commandLine(`kubectl ${text}`)),
  placeholdersIn: (text) => placeholdersIn(`kubectl ${text}`),
  unsetVariables: (text) => unsetVariables([], commandLine(`"${text}`), []),
  filesRead: (text) => filesRead(commandLine(`kubectl apply -f ${text}`)),
  writesFile: (text) => writesFile(commandLine(`${text}a.yaml`), 'a.yaml'),
  asksToCreate,
  tokensOf,
}
const parts = [
  ' ',
  'a',
  '-a ',
  "'",
  '"',
  '$(',
  '${',
  '(',
  '{',
  '[a](',
  '[',
  '*',
  '“',
  '<a',
  '<a:',
  '| ',
  'A_',
  'x',
  '/a',
  '\n',
  'a.yaml ',
  ' the',
]
const lines = [
  'for x in y; do',
  'cat <<EOF',
  '  EOF',
  'echo "a',
  "$ echo 'a",
  '$ ls',
  'ls \\',
  '# a',
  'A  B',
  '➜  a b',
  'x: y',
]
const inputs = [...parts, ...lines.map((line) => `${line}\n`)]

/** So long that what is not linear takes seconds. */
const length = 32_000

const expectLinear = (read: (text: string) => unknown, part: string, most: number): void =>
  expect(growthOf(read, (characters) => repeated(part, characters), most)).toMatchObject({ linear: true })

describe.each(Object.entries(readers))('%s takes a time that is linear', (_name, read) => {
  it.each(inputs)('of %j', (part) => expectLinear(read, part, length))
})

const marks = ['[a](b', '[a][b]', '*_', '![', '<a']
it.each(['# a\n\n', '- a\n', 'a `b` c\n\n', '```\na\n```\n', '| a | b |\n', ...marks])(
  'Markdown of %j, too',
  (part) => expectLinear((text) => parseDocument('x.md', text), part, length / 4),
)
