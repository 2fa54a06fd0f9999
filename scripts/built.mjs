// What dist/ was built from, by content: `npm test` does not build again what `npm ci` has just built.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** The paths of the files in dist/ that the last build wrote. @returns {string[]} */
export function lastWritten(root = '.') {
  if (!existsSync(join(root, record))) return []
  const { paths } = JSON.parse(readFileSync(join(root, record), 'utf8'))
  return paths.filter((path) => path.startsWith('dist/'))
}

/**
 * Removes the parts in dist/ that are not among those to keep: all builds together would be a package many times as large.
 * @param {string[]} keep
 */
export function removeParts(keep, root = '.') {
  const kept = new Set(keep)
  for (const folder of ['dist', 'dist/tools'])
    for (const name of existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []) {
      const path = `${folder}/${name}`
      const isPart =
        /\.cjs$/.test(name) || (folder === 'dist/tools' && /-[A-Z0-9]{8}\.js(?:\.map)?$/.test(name))
      if (isPart && !kept.has(path)) rmSync(join(root, path))
    }
}

/** @param {{ inputs: object }[]} metafiles @param {string[]} written */
export function noteBuilt(metafiles, written, root = '.') {
  // Names with a colon stand for files that plugins made.
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs)).filter((path) => !path.includes(':'))
  const paths = [...new Set([...rules, ...inputs, ...written])].sort()
  writeFileSync(join(root, record), JSON.stringify({ paths, sum: sumOf(root, paths) }))
}
