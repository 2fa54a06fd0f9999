// Writes releases/older-gates.json: how gates stood in the releases before those that are simulated, by each release in which that
// changed: gate → [release, stage, default, locked]; [release] alone where the gate is gone. Facts only, read from the gate tables of
// the published sources; what older releases were is told in reasons, and nothing of them is simulated.
// usage: node scripts/record-older-gates.mjs MODULES     MODULES holds kubernetes@v1.NN.P, as the Go module cache does
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedGates } from './older-gates/recorded-gates.mjs'

const [from] = process.argv.slice(2)
if (from === undefined) throw new Error('usage: record-older-gates.mjs MODULES')
const root = new URL('../releases', import.meta.url).pathname
const oldest = readdirSync(root)
  .filter((name) => /^1\.\d+$/.test(name))
  .map((name) => Number(name.slice(2)))
  .sort((a, b) => a - b)[0]
const minorOf = (name) => Number(name.split('.')[1])
const sources = readdirSync(from)
  .filter((name) => /^kubernetes@v1\.\d+\.\d+$/.test(name) && minorOf(name) < oldest)
  .sort((a, b) => minorOf(a) - minorOf(b))
if (sources.length === 0) throw new Error(`${from} holds no sources of a release before 1.${oldest}`)
const tables = sources.map((name) => {
  const file = join(from, name, 'pkg/features/kube_features.go')
  if (!existsSync(file)) throw new Error(`no ${file}`)
  return { release: `1.${minorOf(name)}`, gates: recordedGates(readFileSync(file, 'utf8')) }
})
const simulated = JSON.parse(readFileSync(join(root, `1.${oldest}`, 'gates.json'), 'utf8'))
const after = new Set(Object.keys(simulated.gates ?? simulated))

const names = [...new Set(tables.flatMap(({ gates }) => [...gates.keys()]))].sort()
const own = names.filter((name) => tables.every(({ gates }) => gates.get(name) !== 'elsewhere'))
const lives = own.map((name) => {
  const points = []
  for (const { release, gates } of tables) {
    const state = gates.get(name) ?? []
    const last = points.at(-1)
    if (last === undefined ? state.length > 0 : JSON.stringify(last.slice(1)) !== JSON.stringify(state))
      points.push([release, ...state])
  }
  if (points.at(-1).length > 1 && !after.has(name)) points.push([`1.${oldest}`])
  return `    ${JSON.stringify(name)}: ${JSON.stringify(points)}`
})
const releases = JSON.stringify(tables.map(({ release }) => release))
writeFileSync(
  join(root, 'older-gates.json'),
  `{\n  "releases": ${releases},\n  "gates": {\n${lives.join(',\n')}\n  }\n}\n`,
)
