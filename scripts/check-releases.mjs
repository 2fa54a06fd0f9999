#!/usr/bin/env node
// A difference of releases has a name: release numbers are compared in dialect.ts files only (component-base/dialect.ts).
//   node scripts/check-releases.mjs [FOLDER…]      prints each place that compares one elsewhere; exit code 1 where there is one
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFolders } from './source-folders.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// How gates themselves work in a release: the one dialect that featuregates/ has, which imports nothing of component-base.
const allowed = /(?:^|\/)dialect\.ts$|^featuregates\/semantics\.ts$|\.test\.ts$|\/testing\//
const number = String.raw`[2-9]\d\b`
const operator = String.raw`\s*(?:[<>]=?|[!=]==)\s*`
const name = String.raw`\b\w*(?:[mM]inor|[rR]elease|[sS]ince|[lL]ibrary)\w*(?:\(\w*\))?`
const comparison = new RegExp(`${name}${operator}${number}|\\b${number}${operator}(?:\\w+\\.)*${name}`)
// A number that has a name without a dialect: `const hasScope = 33`, then `minor >= hasScope`.
const constant = /^(?:export )?const (\w+) = [2-9]\d$/gm
const comparesOneOf = (names) =>
  names.length === 0 ? /(?!)/ : new RegExp(`${name}${operator}(?:${names.join('|')})\\b`)

const chosen = process.argv.slice(2)
let count = 0
for (const folder of chosen.length > 0 ? chosen : sourceFolders) {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  for (const path of paths.filter((one) => one.endsWith('.ts')).map((one) => join(folder, one))) {
    if (allowed.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    const named = comparesOneOf([...text.matchAll(constant)].map(([, one]) => one))
    for (const [i, line] of text.split('\n').entries()) {
      if (!comparison.test(line) && !named.test(line)) continue
      console.error(`${path}:${i + 1}: compares a release outside of a dialect: ${line.trim()}`)
      count++
    }
  }
}
process.exitCode = count === 0 ? 0 : 1
