// Changes what documents say, one thing at a time, and replays: how much of it is noticed?
// usage: node scripts/mutation-score.mjs [--rewordings] [--one] [--sample N] [--kind KIND] [--branch NAME=RELEASE] [--section TEXT] FILE.md…
//   --rewordings  says the same in other words instead: the verdict stays, or becomes "not checked", and never "differs"
//   --one         replays each variant alone; else what changes no command is held against reality in the replay of the document
//                 itself, and only the rest is replayed
//   --sample      takes every so manieth, for about N of each document
//   --kind        takes those of one kind; see mutants.mjs
// Of a document that does not pass as a whole, the steps that pass are scored. Needs dist/ (node scripts/build.mjs).
import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from './command-line.mjs'
import { mutantsOf, mutated } from './mutants.mjs'
import { rewordingsOf } from './rewordings.mjs'

const usage =
  'usage: node scripts/mutation-score.mjs [--rewordings] [--one] [--sample N] [--kind KIND] [--branch NAME=RELEASE] [--section TEXT] FILE.md…'
const { values, positionals } = commandLine(
  'node scripts/mutation-score.mjs [--rewordings] [--one] [--sample N] [--kind KIND] [--branch NAME=RELEASE] [--section TEXT] FILE.md…',
  {
    options: {
      rewordings: { type: 'boolean' },
      one: { type: 'boolean' },
      sample: { type: 'string' },
      kind: { type: 'string' },
      branch: { type: 'string', multiple: true, default: [] },
      section: { type: 'string' },
    },
    allowPositionals: true,
  },
)
const branches = Object.fromEntries(values.branch.map((one) => one.split('=')))
const lanes = 2
/** After so many replays a process makes place for another one. */
const mostReplays = 40

/** A process that answers one question at a time. */
class Replayer {
  #child
  #asked = 0

  ask(question) {
    if (this.#asked++ % mostReplays === 0) this.close()
    this.#child ??= fork(join(import.meta.dirname, '../dist/replay-texts.js'), {
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    const child = this.#child
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the process that replays ended'))
      child.once('exit', ended)
      child.once('message', (answer) => {
        child.off('exit', ended)
        resolve(answer)
      })
      child.send({ branches, section: values.section, ...question })
    })
  }

  close() {
    this.#child?.kill()
    this.#child = undefined
  }
}
/** The worst first. */
const outcomes = ['differs', 'could not run', 'not checked', 'passed']
const replayers = Array.from({ length: lanes }, () => new Replayer())

async function inParallel(tasks) {
  let next = 0
  await Promise.all(
    replayers.map(async (replayer) => {
      while (next < tasks.length) await tasks[next++](replayer)
    }),
  )
}

/** Whether a line is in a step that passes. */
function passing(steps) {
  const inOrder = steps.toSorted((a, b) => a.line - b.line)
  return (line) => inOrder.findLast((step) => step.line <= line)?.outcome === 'passed'
}

/** What a replay of a variant says that the document's own does not. */
function newFindings({ findings }, own, at) {
  const known = new Set(own.findings.map(({ line, outcome, message }) => `${at(line)} ${outcome} ${message}`))
  const lines = new Set(own.findings.map(({ line }) => at(line)))
  return findings.filter(
    ({ line, outcome, message }) => !lines.has(line) && !known.has(`${line} ${outcome} ${message}`),
  )
}

/** Variants with what became of them: `noticed`, and by which findings where it was replayed alone. */
async function judged(file, text, all) {
  const variants = all.map((one) => ({ one, ...mutated(text, one.parts ?? [one]) }))
  const tried = values.one ? [] : variants.filter(({ one }) => one.parts === undefined)
  const own = await replayers[0].ask({
    file,
    text,
    variants: tried.map(({ one, text: other }) => ({
      text: other,
      from: one.line + 1 + (one.drops ?? 0),
      more: one.lines.length - 1 - (one.drops ?? 0),
    })),
  })
  if (own.error !== undefined) throw new Error(`${file}: ${own.error}`)
  const passes = passing(own.steps)
  const outcomeOf = new Map(tried.map((variant, i) => [variant, own.outcomes[i] ?? null]))
  const scored = variants
    .map((variant) => ({ ...variant, outcome: outcomeOf.get(variant) ?? null }))
    .filter(({ one }) => one.parts !== undefined || passes(one.line))
  await inParallel(
    scored
      .filter(({ outcome }) => outcome === null)
      .map((variant) => async (replayer) => {
        const answer = await replayer.ask({ file, text: variant.text })
        variant.found =
          answer.error === undefined
            ? newFindings(answer, own, variant.at)
            : [{ outcome: 'differs', message: answer.error }]
        variant.outcome =
          outcomes.find((one) => variant.found.some(({ outcome }) => outcome === one)) ?? 'passed'
      }),
  )
  return { own, scored }
}

async function scoreOf(file) {
  const text = readFileSync(file, 'utf8')
  const listed = await replayers[0].ask({ file, text, list: true })
  if (listed.error !== undefined) throw new Error(`${file}: ${listed.error}`)
  const roles = new Map(listed.roles)
  const found = (values.rewordings ? rewordingsOf : mutantsOf)(text, (line) => roles.get(line))
  const chosen = found.filter(({ kind }) => values.kind === undefined || kind === values.kind)
  const every =
    values.sample === undefined ? 1 : Math.max(1, Math.floor(chosen.length / Number(values.sample)))
  const { own, scored } = await judged(
    file,
    text,
    chosen.filter((_, i) => i % every === 0),
  )
  const passed = own.steps.filter(({ outcome }) => outcome === 'passed').length
  const told = values.rewordings ? tellOfRewordings(file, scored) : tellOfMutants(file, scored)
  const counts = `${told.good} of ${scored.length} (${percent(told.good, scored.length)})`
  const alone = scored.filter((one) => one.found !== undefined).length
  console.log(
    `${file}: ${counts}; ${passed} of ${own.steps.length} steps pass; ${told.more}; ${alone} replayed alone`,
  )
  return { good: told.good, of: scored.length, passed }
}

function tellOfMutants(file, scored) {
  const missed = scored.filter(({ outcome }) => outcome === 'passed')
  for (const { one } of missed.toSorted((a, b) => a.one.line - b.one.line))
    console.log(`  not noticed ${file}:${one.line} (${one.kind}): ${one.change}`)
  const unread = scored.filter(({ outcome }) => outcome === 'not checked').length
  return { good: scored.length - missed.length, more: `${unread} as not checked` }
}

/** A rewording may make a sentence unreadable, but never wrong. */
function tellOfRewordings(file, scored) {
  const wrong = scored.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'not checked')
  const unread = scored.filter(({ outcome }) => outcome === 'not checked')
  for (const { one, outcome, found = [] } of wrong)
    console.log(
      `  ${outcome} ${file}:${one.line} (${one.kind}): ${one.change}${found.map(({ line, message }) => `\n      ${line}: ${message}`).join('')}`,
    )
  for (const { one } of unread) console.log(`  not checked ${file}:${one.line} (${one.kind}): ${one.change}`)
  return { good: scored.length - wrong.length, more: `${unread.length} not checked` }
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
  console.error(usage)
  process.exit(2)
}
const scores = []
for (const file of files) scores.push(await scoreOf(file))
for (const replayer of replayers) replayer.close()
const good = scores.reduce((sum, one) => sum + one.good, 0)
const of = scores.reduce((sum, one) => sum + one.of, 0)
console.log(`all: ${good} of ${of} (${percent(good, of)})`)
process.exitCode = of === 0 || good / of < (values.rewordings ? 1 : 0.95) ? 1 : 0
