// Changes what documents say, one thing at a time, and replays: how much of it is noticed?
// usage: node scripts/mutation-score.mjs [--one] [--sample N] [--branch NAME=RELEASE] FILE.md…
// Mutants of different outputs and sentences share a replay, and count as noticed where a finding names their own lines; one that
// is not is replayed alone. --one replays each alone. --sample takes every so manieth, for about N of each document.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { mutantsOf, mutated } from './mutants.mjs'

const { values, positionals } = parseArgs({
  options: {
    one: { type: 'boolean' },
    sample: { type: 'string' },
    branch: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const kepsim = join(import.meta.dirname, '../bin/kepsim')
const workers = 2
const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(130))
const branches = values.branch.flatMap((branch) => ['--branch', branch])

function kepsimSays(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [kepsim, 'replay', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const parts = []
    child.stdout.on('data', (part) => parts.push(part))
    child.stderr.resume()
    child.once('close', (code) => resolve({ code, stdout: Buffer.concat(parts).toString() }))
  })
}

let copies = 0
/** Replays a text where the document's neighbours are. */
async function replayed(file, text) {
  const place = join(folder, String(copies++))
  cpSync(dirname(file), place, {
    recursive: true,
    filter: (path) => path === dirname(file) || beside(file, path),
  })
  const copy = join(place, basename(file))
  writeFileSync(copy, text)
  const { code, stdout } = await kepsimSays([copy, '--kubectl', 'builtin', '--json=-', ...branches])
  rmSync(place, { recursive: true })
  let lines = []
  try {
    lines = JSON.parse(stdout)
      .sections.flatMap(({ steps }) => steps)
      .flatMap(({ findings }) => findings)
      .filter(({ outcome }) => outcome !== 'note')
      .map(({ line }) => line)
  } catch {}
  return { code, lines }
}

const beside = (file, path) =>
  dirname(path) === dirname(file) && extname(path) !== '.md' && !/\.ts$/.test(path)

/** What `--list` takes each line for; a step's first line is its title. */
async function rolesOf(file) {
  const { stdout } = await kepsimSays([file, '--list'])
  const roles = new Map()
  let title = false
  for (const line of stdout.split('\n')) {
    const found = /^\s+(\d+)\s{2}([a-z ]+?)\s{2,}/.exec(line)
    if (found === null) {
      title = /^ {2}\S/.test(line)
      continue
    }
    const [, number, as] = found
    if (title && as === 'introduction') roles.set(Number(number), 'title')
    else if (!roles.has(Number(number)) || as === 'claim') roles.set(Number(number), as)
    title = false
  }
  return roles
}

async function inParallel(tasks) {
  let next = 0
  const lane = async () => {
    while (next < tasks.length) await tasks[next++]()
  }
  await Promise.all(Array.from({ length: workers }, lane))
}

/** Groups without two of a place; titles, which may change the course of all that follows, together. */
function grouped(mutants, placeOf) {
  const rounds = new Map()
  const counts = new Map()
  for (const one of mutants) {
    const place = placeOf(one)
    const nth = counts.get(place) ?? 0
    counts.set(place, nth + 1)
    const round = one.kind === 'title' ? `title ${nth}` : nth
    rounds.set(round, [...(rounds.get(round) ?? []), one])
  }
  return [...rounds.values()]
}

/** Those that no finding of their own place tells of, replayed together with mutants of other places. */
async function leftOf(file, text, mutants, placeOf, rangeOf) {
  const left = []
  await inParallel(
    grouped(mutants, placeOf).map((group) => async () => {
      const { text: other, at } = mutated(text, group)
      const { lines } = await replayed(file, other)
      for (const one of group) {
        const [from, to] = rangeOf(one).map(at)
        if (!lines.some((line) => line >= from && line < to)) left.push(one)
      }
    }),
  )
  return left
}

async function scoreOf(file) {
  const text = readFileSync(file, 'utf8')
  const own = await replayed(file, text)
  if (own.code !== 0) {
    console.log(`${file}: does not pass itself (exit ${own.code}, lines ${own.lines.join(', ')})`)
    return undefined
  }
  const roles = await rolesOf(file)
  const all = mutantsOf(text, (line) => roles.get(line))
  const every = values.sample === undefined ? 1 : Math.max(1, Math.floor(all.length / Number(values.sample)))
  const mutants = all.filter((_, i) => i % every === 0)
  const missed = []
  const alone = (one) => async () => {
    const { code } = await replayed(file, mutated(text, [one]).text)
    if (code === 0) missed.push(one)
  }
  let left = mutants
  if (!values.one) {
    const line = ({ line }) => line
    left = await leftOf(file, text, left, line, ({ line }) => [line, line + 1])
    left = await leftOf(
      file,
      text,
      left,
      ({ unit }) => unit[0],
      ({ unit }) => [unit[0], unit[1] + 1],
    )
  }
  await inParallel(left.map(alone))
  for (const { line, kind, change } of missed.toSorted((a, b) => a.line - b.line))
    console.log(`  not noticed ${file}:${line} (${kind}): ${change}`)
  const noticed = mutants.length - missed.length
  console.log(`${file}: ${noticed} of ${mutants.length} (${percent(noticed, mutants.length)})`)
  return { noticed, of: mutants.length }
}

const percent = (part, whole) =>
  whole === 0 ? 'nothing to change' : `${((100 * part) / whole).toFixed(1)} %`

const files = positionals.flatMap((path) =>
  path.endsWith('.md')
    ? [path]
    : readdirSync(path)
        .filter((n) => n.endsWith('.md'))
        .map((n) => join(path, n)),
)
if (files.length === 0) {
  console.error(
    'usage: node scripts/mutation-score.mjs [--one] [--sample N] [--branch NAME=RELEASE] FILE.md…',
  )
  process.exit(2)
}
const scores = []
for (const file of files) scores.push(await scoreOf(file))
const noticed = scores.reduce((sum, one) => sum + (one?.noticed ?? 0), 0)
const of = scores.reduce((sum, one) => sum + (one?.of ?? 0), 0)
console.log(`all: ${noticed} of ${of} (${percent(noticed, of)})`)
process.exitCode = of === 0 || noticed / of < 0.95 || scores.includes(undefined) ? 1 : 0
