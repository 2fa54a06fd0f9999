// The table of a walk.

import type { Status } from '../../apimachinery/status-error.ts'
import type { TextExchange } from '../../client/rest-client.ts'
import type { FeaturePlan } from '../../plans/feature-plan.ts'
import type { Report } from '../gates/output.ts'
import { versionNotes } from './asked-versions.ts'
import { Notes } from './notes.ts'
import { claimProblems, type ProbeAnswer } from './plan-probes.ts'
import { type Subjects, subjectsOf, type WalkedRun } from './walk.ts'

interface Column {
  title: string
  cell: (run: WalkedRun, notes: Notes) => string
}

/** Names of the Service in messages differ from run to run, those of this walk do not matter. */
const general = (text: string): string => text.replace(/"new-\d+"/g, '"NAME"').replace(/"kept"/g, '"NAME"')

function exchangeCell(exchange: TextExchange, notes: Notes): string {
  const warned = exchange.warnings.map((w) => notes.mark(`warning: ${w}`)).join('')
  if (exchange.code < 300) return warned === '' ? 'accepted' : `accepted, warned ${warned}`
  const message = general((exchange.body as Status).message ?? '')
  return `refused ${notes.mark(`${exchange.code}: ${message}`)}${warned === '' ? '' : `, warned ${warned}`}`
}

function startCell(run: WalkedRun, notes: Notes): string {
  if (run.refused !== undefined) return `does not start ${notes.mark(`kube-apiserver: ${run.refused}`)}`
  return run.logs.length === 0
    ? 'starts'
    : `starts, logs ${run.logs.map((l) => notes.mark(`kube-apiserver logs: ${l}`)).join('')}`
}

const serviceColumn = (title: string, part: keyof NonNullable<WalkedRun['services']>): Column => ({
  title,
  cell: ({ services }, notes) => (services === undefined ? '-' : exchangeCell(services[part], notes)),
})

function proxyCell({ proxy }: WalkedRun, notes: Notes): string {
  if (proxy === undefined) return '-'
  return proxy.refused === undefined
    ? 'starts'
    : `does not start ${notes.mark(`kube-proxy: ${proxy.refused}`)}`
}

function programmedCell({ proxy }: WalkedRun): string {
  if (proxy?.programmed === undefined) return '-'
  return proxy.programmed.length === 0 ? 'no' : proxy.programmed.join(', ')
}

function nodeCell({ node }: WalkedRun, notes: Notes): string {
  if (node === undefined) return '-'
  if ('refused' in node) return `does not start ${notes.mark(`kubelet: ${node.refused}`)}`
  return node.value === '' ? 'empty' : node.value
}

const answerCell =
  (kind: 'config' | 'modes', name: string): Column['cell'] =>
  ({ proxy }, notes) => {
    const refused = proxy?.[kind][name]
    if (refused === undefined) return '-'
    return refused === '' ? 'accepted' : `refused ${notes.mark(`kube-proxy: ${refused}`)}`
  }

const probeColumn = (name: string): Column => ({
  title: name.toUpperCase(),
  cell: ({ probes = [] }, notes) => {
    const found = probes.find(({ probe }) => probe.name === name)
    if (found === undefined) return '-'
    const broken = found.checked.some(({ problem }) => problem !== undefined)
    return `${answerText(found.answer, notes)}${broken ? ' ✗' : ''}`
  },
})

function answerText(answer: ProbeAnswer, notes: Notes): string {
  if ('refused' in answer) return `does not start ${notes.mark(`${answer.component}: ${answer.refused}`)}`
  const { exchange } = answer
  if (exchange.code >= 300 || !('shown' in answer)) return exchangeCell(exchange, notes)
  const warned = exchange.warnings.map((w) => notes.mark(`warning: ${w}`)).join('')
  const shown = answer.shown === undefined ? 'unset' : answer.shown === '' ? 'empty' : textOf(answer.shown)
  return warned === '' ? shown : `${shown}, warned ${warned}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function columns(plan: FeaturePlan, subjects: Subjects): Column[] {
  return [
    { title: 'PHASE', cell: ({ phase }) => phase.name },
    { title: 'RELEASE', cell: ({ run }) => run.release },
    { title: 'RUN', cell: ({ run }) => run.title },
    { title: 'KUBE-APISERVER', cell: startCell },
    ...(subjects.services
      ? [
          serviceColumn('CREATE', 'create'),
          serviceColumn('EDIT LABELS', 'edit'),
          serviceColumn('ADD IP', 'change'),
          serviceColumn('REMOVE IPS', 'clear'),
        ]
      : []),
    ...(subjects.node ? [{ title: 'KUBEPROXYVERSION', cell: nodeCell }] : []),
    ...(subjects.proxy ? [{ title: 'KUBE-PROXY', cell: proxyCell }] : []),
    ...plan.probes.map(({ name }) => probeColumn(name)),
    ...(subjects.proxy && subjects.services ? [{ title: 'PROGRAMMED', cell: programmedCell }] : []),
    ...plan.configVersions.map(({ group, version }) => ({
      title: version.toUpperCase(),
      cell: answerCell('config', `${group}/${version}`),
    })),
    ...plan.endedModes.map(({ mode }) => ({ title: mode.toUpperCase(), cell: answerCell('modes', mode) })),
  ]
}

/** The report of a walk: a row for each run; messages of components follow, numbered. */
export function walkReport(
  plan: FeaturePlan,
  runs: readonly WalkedRun[],
): { report: Report; failed: boolean } {
  const notes = new Notes()
  const shown = columns(plan, subjectsOf(plan))
  const rows = runs.map((run) => shown.map((column) => column.cell(run, notes)))
  const { checked, problems } = claimProblems(plan, runs)
  const told =
    plan.probes.length === 0 ? [] : [...problems, `${checked} claims looked at, ${problems.length} wrong`]
  const report = {
    header: shown.map((column) => column.title),
    rows,
    notes: [...notes.lines, ...versionNotes(plan), ...told],
    data: {
      plan: plan.name,
      summary: plan.summary,
      runs: rows.map((row) =>
        Object.fromEntries(shown.map((column, i) => [column.title.toLowerCase(), row[i]])),
      ),
      notes: notes.lines,
      ...(plan.probes.length === 0 ? {} : { claims: { checked, problems } }),
    },
  }
  return { report, failed: problems.length > 0 }
}
