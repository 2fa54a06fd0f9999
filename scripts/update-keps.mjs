// Replays the published KEPs that have commands on the upgrade → downgrade → upgrade path, and writes docs/keps.md.
// usage: node scripts/update-keps.mjs [--verify] [--revision COMMIT] KEPS [NUMBER…]
//   KEPS        the folder `keps` of kubernetes/enhancements
//   --verify    exit code 1 where docs/keps.md says something else
//   --revision  the commit that the folder is of, where git does not tell
//   NUMBER…     these only, printed instead of written
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from './command-line.mjs'
import { reasonsOf } from './keps/reasons.mjs'
import { upgradeSections } from './keps/upgrade-sections.mjs'

const { values, positionals } = commandLine(
  'node scripts/update-keps.mjs [--verify] [--revision COMMIT] KEPS [NUMBER…]',
  {
    options: { verify: { type: 'boolean' }, revision: { type: 'string' } },
    allowPositionals: true,
  },
)
const [keps, ...numbers] = positionals
if (keps === undefined) {
  console.error('usage: node scripts/update-keps.mjs [--verify] [--revision COMMIT] KEPS [NUMBER…]')
  process.exit(2)
}
const root = new URL('..', import.meta.url).pathname
const file = join(root, 'docs/keps.md')
const standIns = JSON.parse(readFileSync(join(root, 'scripts/keps/stand-ins.json'), 'utf8'))
const oldest = readdirSync(join(root, 'releases'))
  .filter((name) => /^1\.\d+$/.test(name))
  .sort((a, b) => a.slice(2) - b.slice(2))[0]
const outcomes = ['passed', 'differs', 'not checked', 'could not run']
const atOnce = 2

/** Of a KEP: the JSON report; undefined where there is none, since kepsim crashed or hung. */
function replayed(kep, folder) {
  const json = join(folder, `${kep.number}.json`)
  const branches = (standIns[kep.number] ?? []).flatMap((branch) => ['--branch', branch])
  const run = spawn(
    process.execPath,
    [join(root, 'bin/kepsim'), 'replay', join(keps, kep.path, 'README.md'), ...branches, '--json', json],
    { stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000, env: { ...process.env, GITHUB_ACTIONS: '' } },
  )
  let stderr = ''
  run.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) =>
    run.on('close', (code, signal) => {
      if (existsSync(json)) return resolve(JSON.parse(readFileSync(json, 'utf8')))
      console.error(`KEP-${kep.number}: no report, ${signal ?? `exit code ${code}`}: ${stderr.trim()}`)
      resolve(undefined)
    }),
  )
}

async function replayAll(all) {
  const folder = mkdtempSync(join(tmpdir(), 'kepsim-keps-'))
  const waiting = [...all]
  const results = new Map()
  const work = async () => {
    for (let kep = waiting.shift(); kep !== undefined; kep = waiting.shift()) {
      const report = await replayed(kep, folder)
      results.set(kep, report)
      const seconds = ((report?.milliseconds ?? 0) / 1000).toFixed(1)
      console.error(
        `KEP-${kep.number}: ${report === undefined ? 'no report' : verdictOf(stepsOf(report))}, ${seconds} s`,
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  rmSync(folder, { recursive: true })
  return all.map((kep) => ({ kep, report: results.get(kep) }))
}

const stepsOf = ({ sections }) => sections.flatMap(({ steps }) => steps)
const countOf = (steps, outcome) => steps.filter((step) => step.outcome === outcome).length
const verdictOf = (steps) =>
  ['differs', 'could not run', 'not checked'].find((outcome) => countOf(steps, outcome) > 0) ?? 'passed'
const cell = (text) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

function row({ kep, report }, revision) {
  const link = `[${kep.number}](https://github.com/kubernetes/enhancements/tree/${revision}/keps/${kep.path})`
  const told = [link, cell(kep.title), (standIns[kep.number] ?? []).join(', ')]
  const steps = stepsOf(report)
  return [
    ...told,
    ...outcomes.map((outcome) => String(countOf(steps, outcome))),
    String(steps.reduce((sum, { checks }) => sum + checks.length, 0)),
    verdictOf(steps),
    cell(reasonsOf(steps).join('; ')),
  ]
}

const line = (cells) => `| ${cells.join(' | ')} |`

function table(results, revision) {
  const head = ['KEP', 'title', 'stand-ins', ...outcomes, 'compared', 'verdict', 'why']
  return [head, head.map(() => '---'), ...results.map((result) => row(result, revision))].map(line).join('\n')
}

function page(results, revision) {
  const steps = results.flatMap(({ report }) => stepsOf(report))
  const verdicts = results.map(({ report }) => verdictOf(stepsOf(report)))
  const documents = outcomes.map((o) => `${verdicts.filter((v) => v === o).length} ${o}`).join(', ')
  const stepTotals = outcomes.map((o) => `${countOf(steps, o)} ${o}`).join(', ')
  const share = ((100 * countOf(steps, 'not checked')) / steps.length).toFixed(1)
  return `# The published KEPs

<!-- Written by scripts/update-keps.mjs. -->

Every KEP of [kubernetes/enhancements](https://github.com/kubernetes/enhancements/tree/${revision}/keps) at ${revision} that shows code
where it tells how upgrade → downgrade → upgrade was tested, as \`kepsim replay\` sees it. \`node scripts/update-keps.mjs KEPS\` writes
this page; \`npm test\` verifies it where \`KEPSIM_KEPS\` names the folder \`keps\` of a checkout.

The simulated releases begin with ${oldest}. For older ones, and for development versions, the stand-ins in the third column run
(\`--branch v1.21.1=${oldest}.0\`), so that a gate which has gone since, or is locked, is a true difference. The numbers count steps by
[outcome](guide/kep-author.md); "compared" counts the outputs, statements and exit codes that were held against the simulation. The
verdict is the worst outcome of a step. Reasons name the lines of the document, without what only depends on them.

- documents: ${results.length}; ${documents}
- steps: ${steps.length}; ${stepTotals}; not checked are ${share} %

${table(results, revision)}
`
}

/** What the folder is of: as told, as git says, as the page said before. */
function revisionOf(old) {
  const { status, stdout } = spawnSync('git', ['-C', keps, 'rev-parse', '--show-prefix', 'HEAD'], {
    encoding: 'utf8',
  })
  const [prefix, commit] = status === 0 ? stdout.trim().split('\n') : []
  const before = /\/kubernetes\/enhancements\/tree\/([^/]+)\/keps\)/.exec(old)?.[1]
  return values.revision ?? (prefix === 'keps/' ? commit : undefined) ?? before ?? 'master'
}

/** The lines that only one of two pages has. */
function differences(old, fresh) {
  const [a, b] = [old.split('\n'), fresh.split('\n')]
  const only = (own, other, mark) =>
    own.filter((text) => !other.includes(text)).map((text) => `${mark} ${text}`)
  return [...only(a, b, '-'), ...only(b, a, '+')].join('\n')
}

const start = Date.now()
const all = (await upgradeSections(keps)).filter(
  ({ number }) => numbers.length === 0 || numbers.includes(number),
)
if (all.length === 0) {
  console.error(`${keps} holds no KEP with commands on the upgrade path`)
  process.exit(2)
}
const results = await replayAll(all)
console.error(`${all.length} documents in ${((Date.now() - start) / 1000).toFixed(0)} s`)
if (results.some(({ report }) => report === undefined)) process.exit(1)
const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
const revision = revisionOf(old)
const fresh = page(results, revision)
if (numbers.length > 0) console.log(table(results, revision))
else if (values.verify !== true) writeFileSync(file, fresh)
else if (fresh !== old) {
  console.log(differences(old, fresh))
  console.log("docs/keps.md is not what kepsim says of the KEPs: run 'node scripts/update-keps.mjs'")
  process.exitCode = 1
} else console.log('docs/keps.md is what kepsim says of the KEPs')
