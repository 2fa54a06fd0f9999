// A document is a stranger's: reading it takes a time that grows with its length, and not faster.
import { describe, expect, it } from 'vitest'
import { onlyLooks } from './command-kinds.ts'
import type { CodeElement } from './document.ts'
import { parseDocument } from './document.ts'
import { filesRead, writesFile } from './files-read.ts'
import { looksLikeCommand } from './looks-like-command.ts'
import { asksToCreate } from './manifests.ts'
import { placeholdersIn } from './placeholders.ts'
import { parseScript } from './script.ts'
import { isIncomplete } from './shell-scan.ts'
import { unsetVariables } from './variables.ts'

const block = (text: string, lang = ''): CodeElement => ({
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
  onlyLooks: (text) => onlyLooks(`kubectl ${text}`),
  placeholdersIn: (text) => placeholdersIn(`kubectl ${text}`),
  unsetVariables: (text) => unsetVariables([], `"${text}`, []),
  filesRead: (text) => filesRead(`kubectl apply -f ${text}`),
  writesFile: (text) => writesFile(`${text}a.yaml`, 'a.yaml'),
  asksToCreate,
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
  '<a',
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

/** The least of some runs: what else the computer does only adds to it. */
function fastest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** Of a part repeated to that many characters. */
const repeated = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length))

/** So long that what is not linear takes seconds. */
const length = 32_000
/** What one run may take anyway, in milliseconds: pauses of the collector. */
const pause = 100

/**
 * Doubling three times may take three times as long each time: a reader that is linear takes 8 times as long, one that is
 * quadratic 64 times. A busy computer does not make up for that.
 */
function expectLinear(read: (text: string) => unknown, part: string, most: number): void {
  const short = fastest(() => read(repeated(part, most / 8)))
  const long = fastest(() => read(repeated(part, most)))
  expect(long).toBeLessThan(27 * short + pause)
}

describe.each(Object.entries(readers))('%s takes a time that is linear', (_name, read) => {
  it.each(inputs)('of %j', (part) => expectLinear(read, part, length))
})

it.each(['# a\n\n', '- a\n', 'a `b` c\n\n', '```\na\n```\n', '| a | b |\n'])('Markdown of %j, too', (part) =>
  expectLinear((text) => parseDocument('x.md', text), part, length / 4),
)
