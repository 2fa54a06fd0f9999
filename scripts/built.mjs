// What dist/ was built from, by content: `npm test` does not build again what `npm ci` has just built.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the tools, which are no part of the package. */
const record = 'dist/tools/built.json'
/** What decides how sources are bundled, beside the sources: also the versions of all that is installed. */
export const rules = [
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
  'scripts/build.mjs',
  'scripts/built.mjs',
]

/** One sum of paths and contents; undefined where a file is not there. @param {string} root @param {string[]} paths */
function sumOf(root, paths) {
  const sum = createHash('sha256')
  for (const path of paths) {
    if (!existsSync(join(root, path))) return undefined
    const bytes = readFileSync(join(root, path))
    sum.update(`${path} ${bytes.length}\n`).update(bytes)
  }
  return sum.digest('hex')
}

export function isBuilt(root = '.') {
  if (!existsSync(join(root, record))) return false
  const { paths, sum } = JSON.parse(readFileSync(join(root, record), 'utf8'))
  return sum !== undefined && sumOf(root, paths) === sum
}

/** @param {{ inputs: object }[]} metafiles @param {string[]} written */
export function noteBuilt(metafiles, written, root = '.') {
  // Names with a colon stand for files that plugins made.
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => !path.includes(':'))
  const paths = [...new Set([...rules, ...inputs, ...written])].sort()
  writeFileSync(join(root, record), JSON.stringify({ paths, sum: sumOf(root, paths) }))
}
