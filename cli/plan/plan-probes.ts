// The probes of a plan in a row of its walk: what was asked, what was answered, and which claims do not hold.
import { isDeepStrictEqual } from 'node:util'
import type { Status } from '../../apimachinery/status-error.ts'
import type { RestClient, TextExchange } from '../../client/rest-client.ts'
import type { ComponentGates, RunningServer } from '../../cluster/component-start.ts'
import type { Components } from '../../cluster/components.ts'
import { metricValue } from '../../component-base/metrics/metric-value.ts'
import { minorOf } from '../../component-base/minor.ts'
import { gatesIn } from '../../featuregates/parse-gates.ts'
import type { FeaturePlan } from '../../plans/feature-plan.ts'
import {
  claimText,
  type PlannedProbe,
  type ProbeClaim,
  patchTypes,
} from '../../plans/probes/planned-probe.ts'
import { fieldValue } from '../../replay/path/field-value.ts'
import { withKubelet } from './node-probes.ts'
import type { Run } from './runs.ts'

/** The answer to a probe: what came back, or why a component does not start. */
export type ProbeAnswer =
  | { readonly exchange: TextExchange; readonly shown?: unknown }
  | { readonly refused: string; readonly component: string }

/** A probe in a row, with the claims that were looked at there. */
export interface ProbedAnswer {
  readonly probe: PlannedProbe
  readonly answer: ProbeAnswer
  readonly checked: readonly { readonly claim: ProbeClaim; readonly problem: string | undefined }[]
}

type Gates = readonly (ComponentGates | undefined)[]

/** What a row has: its flags, and the gates of the components that run. */
interface Row {
  readonly run: Run
  readonly gates: Gates
}

/** Asks all probes of a plan, in their order, of a server that runs. */
export async function askProbes(
  plan: FeaturePlan,
  run: Run,
  { components, server, client }: { components: Components; server: RunningServer; client: RestClient },
): Promise<ProbedAnswer[]> {
  const done: ProbedAnswer[] = []
  for (const probe of plan.probes) {
    if (probe.with?.includes('kubelet') !== true) {
      done.push(judged(probe, { run, gates: [server.gates] }, await ask(probe, client)))
      continue
    }
    let gates: Gates = []
    const answer = await withKubelet(components, run, server, (kubelet) => {
      gates = [kubelet.gates, server.gates]
      return ask(probe, client)
    })
    done.push(
      judged(probe, { run, gates }, 'refused' in answer ? { ...answer, component: 'kubelet' } : answer),
    )
  }
  return done
}

/** The probes of a row whose kube-apiserver does not start. */
export const unanswered = (plan: FeaturePlan, run: Run, refused: string): ProbedAnswer[] =>
  plan.probes.map((probe) => judged(probe, { run, gates: [] }, { refused, component: 'kube-apiserver' }))

async function ask(probe: PlannedProbe, client: RestClient): Promise<ProbeAnswer> {
  const space = probe.request.indexOf(' ')
  const [method, path] = [probe.request.slice(0, space), probe.request.slice(space + 1)]
  const exchange = await client.exchangeText({
    method,
    path,
    ...(probe.body === undefined ? {} : { body: probe.body }),
    ...(method === 'PATCH' ? { contentType: patchTypes[probe.as ?? 'merge'] } : {}),
  })
  if (probe.show === undefined) return { exchange }
  const { body } = exchange
  const shown =
    typeof body === 'string' ? metricValue(body, probe.show) : fieldValue(body as never, probe.show)
  return { exchange, shown }
}

const judged = (probe: PlannedProbe, row: Row, answer: ProbeAnswer): ProbedAnswer => ({
  probe,
  answer,
  checked: (probe.claims ?? [])
    .filter((claim) => applies(claim, row, 'refused' in answer))
    .map((claim) => ({ claim, problem: problemOf(claim, answer) })),
})

function applies(
  { from, until, emulates, where = {}, refused }: ProbeClaim,
  { run, gates }: Row,
  failed: boolean,
): boolean {
  const minor = minorOf(run.release)
  if (from !== undefined && minor < minorOf(from)) return false
  if (until !== undefined && minor > minorOf(until)) return false
  const flags = [...run.apiserver, ...run.node]
  const emulated = flags.some((flag) => flag.startsWith('--emulated-version='))
  if (emulates !== undefined && emulates !== emulated) return false
  // Flags that a component refuses have no answers; without flags it has to start.
  if (failed && refused === undefined && flags.length > 0) return false
  const valueIn = failed || refused !== undefined ? askedFor(flags) : effective(gates)
  return Object.entries(where).every(([gate, value]) => valueIn(gate) === value)
}

const askedFor =
  (flags: readonly string[]) =>
  (gate: string): boolean | undefined => {
    const settings = flags.filter((flag) => flag.startsWith('--feature-gates='))
    return gatesIn(settings.map((flag) => flag.slice('--feature-gates='.length)).join(','))[gate]
  }

const effective =
  (gates: Gates) =>
  (gate: string): boolean | undefined => {
    const own = gates.find((one) => one?.effective.known(gate) === true)
    return own?.effective.enabled(gate)
  }

/** Why a claim does not hold; undefined where it does. */
function problemOf(claim: ProbeClaim, answer: ProbeAnswer): string | undefined {
  if ('refused' in answer) {
    if (claim.refused === undefined) return `${answer.component} does not start: ${answer.refused}`
    return answer.refused.includes(claim.refused) ? undefined : `it does not start, but: ${answer.refused}`
  }
  if (claim.refused !== undefined) return 'it starts'
  const { code, body, warnings } = answer.exchange
  if (claim.code !== undefined && claim.code !== code) return `the code is ${code}`
  const message = code < 300 ? '' : ((body as Status).message ?? '')
  if (claim.message !== undefined && !message.includes(claim.message))
    return message === '' ? `it is accepted with ${code}` : `the message is ${JSON.stringify(message)}`
  if (claim.warning !== undefined && !warnings.some((text) => text.includes(claim.warning!)))
    return warnings.length === 0 ? 'there is no warning' : `the warnings are ${JSON.stringify(warnings)}`
  if (claim.is === undefined && claim.set === undefined) return undefined
  if (code >= 300) return `it is refused with ${code}: ${message}`
  const { shown = null } = answer
  const wrong =
    (claim.is !== undefined && !isDeepStrictEqual(shown, claim.is)) ||
    (claim.set !== undefined && claim.set !== (shown !== null && shown !== ''))
  return wrong ? `it is ${JSON.stringify(shown)}` : undefined
}

/** The claims of a walk: those that do not hold where they were looked at, and those that no row looked at. */
export function claimProblems(
  plan: FeaturePlan,
  rows: readonly { run: Run; probes?: readonly ProbedAnswer[] }[],
) {
  const checked = rows.flatMap(({ run, probes = [] }) =>
    probes.flatMap(({ probe, checked: all }) => all.map((one) => ({ run, probe, ...one }))),
  )
  const broken = checked.flatMap(({ run, probe, claim, problem }) =>
    problem === undefined
      ? []
      : [`${probe.name} in ${run.release}, ${run.title}: claimed ${claimText(claim)}; ${problem}`],
  )
  const unasked = plan.probes.flatMap((probe) =>
    (probe.claims ?? [])
      .filter((claim) => !checked.some((one) => one.claim === claim))
      .map((claim) => `${probe.name}: no row of the walk is one of the claim ${claimText(claim)}`),
  )
  return { checked: checked.length, problems: [...broken, ...unasked] }
}
