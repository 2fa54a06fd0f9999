// Writes the declarations that the package's entries need into dist/types: of those that the compiler emits, what is reached from an
// entry. Exit code 1 where one names a package that whoever installs kepsim does not have.
//   node scripts/build-types.mjs [ROOT]      ROOT instead of the project: the package to write them for
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = process.argv[2] ?? '.'
const target = join(root, 'dist/types')
/** The user's own. */
const peers = ['vitest']

rmSync(target, { recursive: true, force: true })
// Sources are checked by `npm run typecheck`; what is written of them is the same unchecked.
const compiler = spawnSync(
  process.execPath,
  ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.types.json', '--noCheck', '--outDir', target],
  { stdio: 'inherit' },
)
if (compiler.status !== 0) process.exit(compiler.status ?? 1)

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const reached = new Set(
  Object.values(exports).flatMap((entry) => (entry.types ? [join(root, entry.types)] : [])),
)
let failed = false
for (const path of reached) {
  const text = readFileSync(path, 'utf8')
  for (const [, name] of text.matchAll(/\b(?:from|import\()\s*['"]([^'"]+)['"]/g)) {
    if (name.startsWith('.')) reached.add(normalize(join(dirname(path), name.replace(/\.[jt]s$/, '.d.ts'))))
    else if (!name.startsWith('node:') && !peers.includes(name)) {
      console.error(`${path}: names types of ${name}, which is not installed with kepsim`)
      failed = true
    }
  }
}
for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' }).map((one) => join(target, one)))
  if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path)
process.exitCode = failed ? 1 : 0
