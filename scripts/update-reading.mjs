// Writes scripts/keps/reading.json: how many commands and outputs kepsim reads in each published document that has any.
// usage: node scripts/update-reading.mjs [--verify] KEPS
//   KEPS      the folder `keps` of a checkout of kubernetes/enhancements
//   --verify  exit code 1 where the file says something else
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from './command-line.mjs'
import { ownReading } from './keps/own-reading.mjs'

const { values, positionals } = commandLine('node scripts/update-reading.mjs [--verify] KEPS', {
  options: { verify: { type: 'boolean' } },
  allowPositionals: true,
})
const [keps] = positionals
if (keps === undefined) {
  console.error('usage: node scripts/update-reading.mjs [--verify] KEPS')
  process.exit(2)
}
const file = join(import.meta.dirname, 'keps/reading.json')
const columns = [
  'sections',
  'commands',
  'outputs',
  'output lines',
  'in other shells',
  'not whole',
  'files',
  'missing files',
]

const { besideDocument, parseDocument, selectSections } = await ownReading()

/** Of a document: a number for each column; undefined where it has no commands, or cannot be read. */
function readingOf(path) {
  try {
    const document = parseDocument(path, readFileSync(path, 'utf8'), besideDocument(path))
    const sections = selectSections(document, 'all')
    const actions = sections.flatMap(({ steps }) => steps).flatMap((step) => step.actions)
    const commands = actions.flatMap((action) => (action.kind === 'command' ? [action.command] : []))
    // It may only say in words what is done.
    if (commands.length === 0) return undefined
    const shown = commands.flatMap(({ output }) => output ?? [])
    return [
      sections.length,
      commands.length,
      shown.length,
      shown.reduce((sum, { lines }) => sum + lines.length, 0),
      commands.filter(({ inside }) => inside !== undefined).length,
      commands.filter(({ problem }) => problem !== undefined).length,
      actions.filter(({ kind }) => kind === 'file').length,
      commands.filter(({ missing }) => missing !== undefined).length,
    ]
  } catch (error) {
    if (typeof error?.file === 'string') return undefined
    throw error
  }
}

/** `3157`, `4402/v2-experiment` */
const nameOf = (path) => path.replace(/(?:.*\/)?(\d+)-[^/]*\//, '$1/').replace(/\/README\.md$|\.md$/, '')

const readings = readdirSync(keps, { recursive: true })
  .filter((path) => path.endsWith('.md'))
  .map((path) => [nameOf(path), readingOf(join(keps, path))])
  .filter(([, reading]) => reading !== undefined)
  .sort(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1))
const rows = readings.map(([name, reading]) => `    ${JSON.stringify(name)}: [${reading.join(', ')}]`)
const fresh = `{\n  "columns": ${JSON.stringify(columns).replaceAll(',', ', ')},\n  "documents": {\n${rows.join(',\n')}\n  }\n}\n`
if (values.verify !== true) writeFileSync(file, fresh)
else {
  const old = readFileSync(file, 'utf8').split('\n')
  const only = (own, other, mark) =>
    own.filter((line) => !other.includes(line)).map((line) => `${mark} ${line.trim()}`)
  const found = [...only(old, fresh.split('\n'), '-'), ...only(fresh.split('\n'), old, '+')]
  if (found.length > 0) {
    console.log(`${columns.join(', ')}\n${found.join('\n')}`)
    console.log("scripts/keps/reading.json is not what kepsim reads: run 'node scripts/update-reading.mjs'")
    process.exitCode = 1
  }
}
console.log(`${readings.length} documents with commands`)
