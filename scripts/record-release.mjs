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

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** The patches of FROM, and those of releases that FROM does not hold (`npm run record` recorded them). */
function withOwnPatches(patches) {
  const path = join(to, 'patches.json')
  const own = existsSync(path) ? read(path) : { recorded: {}, gates: [] }
  const isOwn = (release) => !Object.hasOwn(patches.recorded, release)
  const recorded = Object.entries({ ...own.recorded, ...patches.recorded })
  return {
    ...patches,
    recorded: Object.fromEntries(recorded.sort(([a], [b]) => Number(a.slice(2)) - Number(b.slice(2)))),
    gates: [...patches.gates, ...own.gates.filter(({ since }) => isOwn(since.split('.', 2).join('.')))],
  }
}

for (const release of names) {
  mkdirSync(join(to, release), { recursive: true })
  for (const file of readdirSync(join(from, release)).filter((n) => n.endsWith('.json'))) {
    put(join(to, release, file), compact(read(join(from, release, file))))
  }
}
put(join(to, 'patches.json'), compact(withOwnPatches(read(join(from, 'patches.json')))))
console.log(`${names.length} releases ${verify ? `verified, ${different} files differ` : 'recorded'}`)
process.exit(different === 0 ? 0 : 1)
