// Writes docs/gates.md, a row for each stage of each feature gate, from what is recorded in releases/.
// usage: node scripts/update-gates-table.mjs [--verify]      --verify: exit code 1 where the file says something else
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const file = join(root, 'docs/gates.md')
const recorded = (name) => JSON.parse(readFileSync(join(root, 'releases', name), 'utf8'))
const { releases, gates } = recorded('gate-lives.json')
const keps = recorded('keps.json')
const { gates: patched } = recorded('patches.json')
const newest = releases.at(-1)
const before = (release) => releases[releases.indexOf(release) - 1]

/** The stages of a gate: what it was, since when, and until when; a gate that is there has no end. */
function stagesOf(points) {
  return points.flatMap(([since, stage, byDefault, locked], i) => {
    const next = points[i + 1]
    return stage ? [{ since, until: next && before(next[0]), stage, byDefault, locked: locked === true }] : []
  })
}

const lives = Object.entries(gates)
  .map(([name, points]) => ({ name, points, stages: stagesOf(points) }))
  .filter(({ stages }) => stages.length > 0)
const sinceText = (since) => (since === releases[0] ? `${since} or before` : since)
const kepsText = (name) => (Object.hasOwn(keps, name) ? keps[name].join(', ') : '')

const row = (name) => (stage) =>
  `| \`${name}\` | ${stage.byDefault}${stage.locked ? ', locked' : ''} | ${stage.stage} | ${sinceText(stage.since)} | ${stage.until ?? '–'} | ${kepsText(name)} |`

const head =
  '| feature gate | default | stage | since | until | KEP |\n| --- | --- | --- | --- | --- | --- |\n'
function table(which) {
  const chosen = lives.filter(({ stages }) => which(stages.at(-1)))
  const rows = chosen.flatMap(({ name, stages }) => stages.map(row(name)))
  return `${chosen.length} gates.\n\n${head}${rows.join('\n')}\n`
}

/** What became of gates in a release, in one line for each kind of change. */
function changesIn(release) {
  const kinds = new Map()
  const note = (kind, name) => kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  for (const { name, points } of lives) {
    const at = points.findIndex(([since]) => since === release)
    if (at < 0) continue
    const [, stage, byDefault, locked] = points[at]
    const old = points[at - 1]
    if (!stage) note(old === undefined ? undefined : 'removed', name)
    else if (old?.[1] !== stage)
      note(`${old?.[1] ? 'now' : 'new,'} ${stage}, ${byDefault ? 'on' : 'off'} by default`, name)
    else if (old[2] !== byDefault) note(`${byDefault ? 'on' : 'off'} by default`, name)
    else if (locked === true) note('locked', name)
  }
  kinds.delete(undefined)
  const lines = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))
  return lines.map(([kind, names]) => `- ${kind}: ${names.map((name) => `\`${name}\``).join(', ')}`)
}

function byRelease() {
  const parts = releases
    .slice(1)
    .reverse()
    .map((release) => ({ release, lines: changesIn(release) }))
  return parts.map(({ release, lines }) => `### ${release}\n\n${lines.join('\n')}\n`).join('\n')
}

const stateText = (state) =>
  state === null
    ? 'not there'
    : `${state.preRelease || 'GA'}, ${state.default}${state.lockToDefault ? ', locked' : ''}`
const patchRows = patched.map(
  ({ gate, since, before: old, after }) =>
    `| \`${gate}\` | ${since} | ${stateText(old)} | ${stateText(after)} |\n`,
)
const isThere = ({ until }) => until === undefined
const early = ({ stage }) => stage === 'ALPHA' || stage === 'BETA'

const text = `# Feature gates

<!-- Written by scripts/update-gates-table.mjs from releases/, which is recorded from real components. -->

Every feature gate of the releases ${releases[0]} … ${newest}, one row for each stage, as the components themselves register it. One gate with its
patch releases: \`kepsim gates NAME\`; what differs between two releases: \`kepsim gates diff 1.33 1.34\`.

## Alpha and beta in ${newest}

${table((last) => isThere(last) && early(last))}
## GA and deprecated in ${newest}

${table((last) => isThere(last) && !early(last))}
## Removed

${table((last) => !isThere(last))}
## Changed by a patch release

The tables above tell what the newest patch release has.

| feature gate | since | before | after |
| --- | --- | --- | --- |
${patchRows.join('')}
## Changes by release

${byRelease()}`

const old = existsSync(file) ? readFileSync(file, 'utf8') : ''
if (!process.argv.includes('--verify')) {
  writeFileSync(file, text)
  console.log(old === text ? 'docs/gates.md is up to date' : 'docs/gates.md is written')
} else if (old !== text) {
  console.error("docs/gates.md is not what releases/ says: run 'node scripts/update-gates-table.mjs'")
  process.exitCode = 1
} else console.log('docs/gates.md is what releases/ says')
