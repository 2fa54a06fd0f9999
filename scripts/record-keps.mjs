// Writes releases/keps.json: gate → numbers of the KEPs that it belongs to.
// usage: node scripts/record-keps.mjs [--verify] KEPS FEATURES…
//   KEPS      a clone of kubernetes/enhancements: its kep.yaml files name their gates
//   FEATURES  kube_features.go files of the recorded releases: a gate's comment names its KEP, and is right where both speak
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const args = process.argv.slice(2)
const verify = args[0] === '--verify' && args.shift() !== undefined
const [keps, ...features] = args
if (keps === undefined || features.length === 0) {
  console.error('usage: node scripts/record-keps.mjs [--verify] KEPS FEATURES…')
  process.exit(2)
}
const releases = new URL('../releases/', import.meta.url).pathname
const filesNamed = (name, dir) =>
  readdirSync(dir, { recursive: true })
    .filter((path) => path === name || path.endsWith(`/${name}`))
    .map((path) => join(dir, path))
const known = new Set(
  filesNamed('gates.json', releases).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(file, 'utf8')).gates),
  ),
)

/** Gate → KEPs whose kep.yaml lists it. */
function listed() {
  const found = new Map()
  for (const file of filesNamed('kep.yaml', keps)) {
    const kep = metadataOf(file)
    for (const { name } of kep['feature-gates'] ?? []) {
      const numbers = found.get(name) ?? new Set()
      found.set(name, numbers.add(Number(kep['kep-number'])))
    }
  }
  return found
}

/** A few kep.yaml files are no YAML; they say nothing here. */
function metadataOf(file) {
  try {
    const kep = parse(readFileSync(file, 'utf8'))
    const gates = Array.isArray(kep?.['feature-gates']) ? kep['feature-gates'] : []
    return { ...kep, 'feature-gates': gates.filter((gate) => typeof gate?.name === 'string') }
  } catch {
    return {}
  }
}

/** Gate → the KEPs that the comment above its constant names. */
function commented() {
  const found = new Map()
  for (const file of features) {
    let numbers = new Set()
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      for (const [, number] of line.matchAll(/^\s*\/\/.*kep\.k8s\.io\/(\d+)/g)) numbers.add(Number(number))
      const [, gate] = /^\s*\w+\s+featuregate\.Feature = "(\w+)"/.exec(line) ?? []
      if (gate !== undefined && numbers.size > 0) found.set(gate, numbers)
      if (!/^\s*\/\//.test(line)) numbers = new Set()
    }
  }
  return found
}

const all = new Map([...listed(), ...commented()])
const entries = [...all].filter(([gate]) => known.has(gate)).sort(([a], [b]) => (a < b ? -1 : 1))
const text = `{\n${entries
  .map(([gate, numbers]) => `  "${gate}": [${[...numbers].sort((a, b) => a - b).join(', ')}]`)
  .join(',\n')}\n}\n`
const target = join(releases, 'keps.json')
if (!verify) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('releases/keps.json is not what the KEPs and the sources say')
  process.exit(1)
}
console.log(`${entries.length} of ${known.size} gates have a KEP`)
