#!/usr/bin/env node
// What a file exports has a docstring directly above (CONTRIBUTING.md says what a docstring is).
//   node scripts/check-docstrings.mjs [FOLDER…] [--count] [--help]
//     prints FILE:LINE NAME of each export without one in the folders, or in those that are finished; exit code 1 where there is one,
//     2 where a folder is not there; --count: how many exports each folder has, and how many of them with a docstring
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from './command-line.mjs'
import { exportsOf } from './docstrings.mjs'
import { sourceFolders } from './source-folders.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** What is generated tells itself: api/. */
const finished = [...sourceFolders.filter((name) => name !== 'api'), 'e2e', 'scripts']

const { values, positionals } = commandLine('node scripts/check-docstrings.mjs [FOLDER…] [--count]', {
  allowPositionals: true,
  options: { count: { type: 'boolean' } },
})

// What is generated (gen/) has none.
const isSource = (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/gen/')
const filesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((path) => join(folder, path))
    .sort()

const folders = positionals.length > 0 ? positionals : finished
for (const folder of folders)
  if (!existsSync(join(root, folder)) || !statSync(join(root, folder)).isDirectory()) {
    console.error(`${folder}: there is no such folder in the project`)
    process.exit(2)
  }

let missing = 0
for (const folder of folders) {
  const declarations = filesOf(folder).flatMap((path) =>
    exportsOf(path, readFileSync(join(root, path), 'utf8')).map((one) => ({ path, ...one })),
  )
  const bare = declarations.filter(({ documented }) => !documented)
  missing += bare.length
  if (values.count) console.log(`${folder}: ${declarations.length - bare.length} of ${declarations.length}`)
  else for (const { path, line, name } of bare) console.error(`${path}:${line} ${name}`)
}
process.exitCode = missing === 0 ? 0 : 1
