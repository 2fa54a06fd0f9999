// What a step's title says of the release and the gates of what the step started, held against that.
import { alteredTitles } from '../challenge/altered-titles.ts'
import type { ClusterStart } from '../machine/cluster.ts'
import type { Finding } from '../outcome.ts'
import type { Step } from '../step.ts'
import { titleFindings } from '../title-checks.ts'
import type { SectionState } from './section-state.ts'
import type { StepLog } from './step-log.ts'

/** Notes what of a step's title is not so. @param before what had been started last when the step began */
export function startedAsTold(state: SectionState, step: Step, log: StepLog, before: unknown): void {
  const { lastStart } = state.parts.machine.cluster
  if (lastStart === undefined || lastStart === before) return
  log.check({ kind: 'start', line: step.line })
  const found = findingsOf(state, step, lastStart)
  for (const finding of found) log.find(finding)
  if (found.every(({ outcome }) => outcome === 'note')) challengeTitle(state, step, lastStart)
}

function findingsOf(state: SectionState, step: Step, start: ClusterStart): Finding[] {
  const { kubeadm, checkout } = state.parts.machine
  const source = kubeadm === undefined ? checkout.branch : `cluster ${kubeadm.plan.name}`
  return titleFindings(step, start, source, state.parts.facts, (release) => standIn(state, release))
}

/** @param release `1.24`, as titles have it */
function standIn({ parts }: SectionState, release: string): string | undefined {
  const { named } = parts.machine.checkout
  const refs = [...named.keys()]
  const ref = refs.find(
    (one) => [`v${release}`, `release-${release}`].includes(one) || one.startsWith(`v${release}.`),
  )
  return ref === undefined ? undefined : named.get(ref)
}

/** Whether another release or gate in the step's title would be noticed. */
function challengeTitle(state: SectionState, step: Step, start: ClusterStart): void {
  const { challenge } = state.parts
  if (challenge === undefined) return
  for (const { from, to, title } of alteredTitles(step.title)) {
    const noticed = findingsOf(state, { ...step, title }, start).some(({ outcome }) => outcome !== 'note')
    challenge({ kind: 'claim', line: step.line, from, to, noticed })
  }
}
