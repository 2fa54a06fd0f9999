// Turns recorded facts of releases into the project's compact data: one line of JSON for each entry, keys as recorded.
// usage: node scripts/record-release.mjs FROM [RELEASE…]     FROM holds <release>/*.json and patches.json
//        node scripts/record-release.mjs --verify FROM       exits 1 when releases/ differs from what FROM gives
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compact } from './record/compact.mjs'

const args = process.argv.slice(2)
const verify = args[0] === '--verify' && args.shift() !== undefined
const [from, ...only] = args
if (from === undefined || !existsSync(from)) {
  console.error('usage: node scripts/record-release.mjs [--verify] FROM [RELEASE…]')
  process.exit(2)
}
const to = new URL('../releases/', import.meta.url).pathname
const names = readdirSync(from).filter((n) => /^1\.\d+$/.test(n) && (only.length === 0 || only.includes(n)))
let different = 0

function put(path, text) {
  const same = existsSync(path) && readFileSync(path, 'utf8') === text
  if (verify && !same) {
    different++
    console.log(`differs: ${path.slice(to.length)}`)
  } else if (!verify && !same) writeFileSync(path, text)
}

/** The patches of the releases that FROM holds, beside those of others, which are recorded otherwise. */
function withPatches(own, recorded) {
  const others = own.gates.filter(({ since }) => !names.includes(since.replace(/\.\d+$/, '')))
  const versions = Object.entries({ ...own.recorded, ...recorded.recorded })
  return {
    ...recorded,
    recorded: Object.fromEntries(versions.sort(([a], [b]) => a.slice(2) - b.slice(2))),
    gates: [...recorded.gates, ...others],
  }
}

for (const release of names) {
  mkdirSync(join(to, release), { recursive: true })
  for (const file of readdirSync(join(from, release)).filter((n) => n.endsWith('.json'))) {
    put(join(to, release, file), compact(JSON.parse(readFileSync(join(from, release, file), 'utf8'))))
  }
}
const patchesFile = join(to, 'patches.json')
const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
put(patchesFile, compact(withPatches(read(patchesFile), read(join(from, 'patches.json')))))
console.log(`${names.length} releases ${verify ? `verified, ${different} files differ` : 'recorded'}`)
process.exit(different === 0 ? 0 : 1)
