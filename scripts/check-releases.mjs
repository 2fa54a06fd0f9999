#!/usr/bin/env node
// A difference of releases has a name: release numbers are compared in dialect.ts files only (featuregates/release-changes.ts).
//   node scripts/check-releases.mjs [FOLDER…]      prints each place that compares one elsewhere, and each entry of a dialect that
//                                                  nothing reads; exit code 1 where there is one
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFolders } from './source-folders.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const allowed = /(?:^|\/)dialect\.ts$|\.test\.ts$|\/testing\//
const number = String.raw`[2-9]\d\b`
const operator = String.raw`\s*(?:[<>]=?|[!=]==)\s*`
const name = String.raw`\b\w*(?:[mM]inor|[rR]elease|[sS]ince|[lL]ibrary)\w*(?:\(\w*\))?`
const comparison = new RegExp(`${name}${operator}${number}|\\b${number}${operator}(?:\\w+\\.)*${name}`)
// A number that has a name without a dialect: `const hasScope = 33`, then `minor >= hasScope`.
const constant = /^(?:export )?const (\w+) = [2-9]\d$/gm
const comparesOneOf = (names) =>
  names.length === 0 ? /(?!)/ : new RegExp(`${name}${operator}(?:${names.join('|')})\\b`)

// A table with a column of releases compares them as well.
const column = /\b(?:since|until|from|last|\w+(?:Since|Until))\??: [2-9]\d\b/
// So do a table of stages by release ([33, 'GA']), a release in words (deprecated: '1.33', majorMinor(1, 31)) and one that is passed
// on or is a default (parse(text, 36), minor = 36).
const written = [
  /\[[2-9]\d, '(?:Alpha|Beta|GA|ALPHA|BETA)'/,
  /\b(?:since|until|deprecated|removed|introduced)\??: '1\.[2-9]\d'/,
  /\bmajorMinor\(1, [2-9]\d\)/,
  /\b\w*[mM]inor\w*(?:: number)? = [2-9]\d\b/,
  /(?<!\bparseInt\(\w+), 3[3-9]\)/,
]
// The Pod Security standards have versions of their own.
const hasColumns = /^server\/admission\/pod-security\//

const entry = /^ {2}(\w+): (?:since|until|changing)\b/gm

const chosen = process.argv.slice(2)
const texts = new Map()
for (const folder of sourceFolders)
  for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.ts')) texts.set(join(folder, path), readFileSync(join(root, folder, path), 'utf8'))
const isChosen = (path) => chosen.length === 0 || chosen.some((folder) => path.startsWith(join(folder, '/')))
const words = new Set(
  [...texts].flatMap(([path, text]) => (allowed.test(path) ? [] : (text.match(/\w+/g) ?? []))),
)

let count = 0
function found(place, what) {
  console.error(`${place}: ${what}`)
  count++
}
for (const [path, text] of texts) {
  if (!isChosen(path)) continue
  if (path.endsWith('dialect.ts'))
    for (const [, name] of text.matchAll(entry))
      if (!words.has(name)) found(path, `nothing reads the entry ${name}`)
  if (allowed.test(path)) continue
  const named = comparesOneOf([...text.matchAll(constant)].map(([, one]) => one))
  for (const [i, line] of text.split('\n').entries())
    if (comparison.test(line) || named.test(line))
      found(`${path}:${i + 1}`, `compares a release outside of a dialect: ${line.trim()}`)
    else if (column.test(line) && !hasColumns.test(path))
      found(`${path}:${i + 1}`, `has a column of releases outside of a dialect: ${line.trim()}`)
    else if (written.some((one) => one.test(line)))
      found(`${path}:${i + 1}`, `has a release outside of a dialect: ${line.trim()}`)
}
process.exitCode = count === 0 ? 0 : 1
