// Writes releases/metric-names.json: which metrics the components of each simulated release have, by the list that the published
// sources hold of them: name → [first release, last release].
// usage: node scripts/record-metric-names.mjs MODULES     MODULES holds kubernetes@v1.NN.P, as the Go module cache does
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const [from] = process.argv.slice(2)
if (from === undefined) throw new Error('usage: record-metric-names.mjs MODULES')
const root = new URL('../releases', import.meta.url).pathname
const minorOf = (name) => Number(name.split('.')[1])
const releases = readdirSync(root)
  .filter((name) => /^1\.\d+$/.test(name))
  .sort((a, b) => minorOf(a) - minorOf(b))
const namesOf = (release) => {
  const source = readdirSync(from).find((name) => name.startsWith(`kubernetes@v${release}.`))
  if (source === undefined) throw new Error(`${from} holds no sources of ${release}`)
  const list = readFileSync(
    join(from, source, 'test/instrumentation/documentation/documentation-list.yaml'),
    'utf8',
  )
  return new Set(
    parse(list).map(({ namespace, subsystem, name }) =>
      [namespace, subsystem, name].filter((part) => part !== undefined && part !== '').join('_'),
    ),
  )
}
const recorded = releases.map((release) => [release, namesOf(release)])
const names = [...new Set(recorded.flatMap(([, own]) => [...own]))].sort()
const lines = names.map((name) => {
  const own = recorded.filter(([, all]) => all.has(name)).map(([release]) => release)
  return `  ${JSON.stringify(name)}: ${JSON.stringify([own[0], own.at(-1)])}`
})
writeFileSync(join(root, 'metric-names.json'), `{\n${lines.join(',\n')}\n}\n`)
