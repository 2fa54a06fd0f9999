// Runs the steps of a section on a machine of its own and holds them against reality.

import { Bindings } from './bindings.ts'
import type { Challenger } from './challenge/alteration.ts'
import { kindTable } from './claims/kind-table.ts'
import type { Document, Element } from './document.ts'
import { gatesNamedIn } from './explain.ts'
import { howTosIn } from './instructions/how-to.ts'
import type { Machine } from './machine/machine.ts'
import { watchedFields } from './observe.ts'
import type { SectionResult, StepResult } from './outcome.ts'
import { ClusterObjects } from './run/cluster-objects.ts'
import { impatient } from './run/patience.ts'
import { type OnAction, SectionState } from './run/section-state.ts'
import { ServerChanges } from './run/server-changes.ts'
import { StepRun } from './run/step-run.ts'
import type { Suspicions } from './run/suspicions.ts'
import { type GateFacts, isGate } from './runtime.ts'
import type { SelectedSection } from './select-sections.ts'
import { commandsOf, type Step } from './step.ts'

/** The machine and limits of a section's run. */
export interface RunOptions {
  machine: Machine
  facts: GateFacts
  now(): number
  /** Fields to follow from step to step, beside those that the prose makes claims about. */
  watch?: readonly string[] | undefined
  /** What literals stand for; default: nothing yet. */
  bindings?: Bindings | undefined
  /** Milliseconds at least between looks at what does not hold yet; see lookUntil. Default: 250, eight times. */
  pauses?: readonly number[] | undefined
  /** Told what becomes of each thing of the document that is made false; nothing is without it. */
  challenge?: Challenger | undefined
  onAction?: OnAction | undefined
  /** The document's release, which cannot be simulated, and the one that stands in for it. */
  standIn?: { release: string; by: string } | undefined
  /** Takes the gates that may be why something differs; see {@link Suspicions}. Default: nobody turns them */
  suspicions?: Suspicions | undefined
  /** Asked before each step, by its index: false ends the run there. */
  goesOn?(index: number): boolean
  onStep?(step: Step, total: number): void
  onStepDone?(result: StepResult): void
}

/** Its leases, or what decides on them, are looked at: nobody else notices who leads, and it takes a request every other second. */
const looksAtLeaders =
  /\b(?:leases?|leasecandidates?)\b|leader-?elect|coordination\.k8s\.io|CoordinatedLeaderElection/i
const untaints = /\bkubectl\s+taint\s[^|;&]*node-role\.kubernetes\.io\/(?:control-plane|master)\S*-(?:\s|$)/

/** Runs the steps of a section, one after the other; resolves with their results. */
export async function runSection(
  document: Document,
  { section, steps }: SelectedSection,
  options: RunOptions,
): Promise<SectionResult> {
  const { machine, facts, now } = options
  const changes = new ServerChanges(machine)
  const typed = steps.flatMap(commandsOf)
  machine.clusters.untaintsByHand = typed.some(({ text }) => untaints.test(text))
  machine.clusters.electsLeaders = typed.some(({ text }) => looksAtLeaders.test(text))
  const state = new SectionState({
    machine,
    facts,
    now,
    steps,
    headings: headingsOf(section.body),
    blocks: blocksOf(section.body),
    howTos: howTosIn(section.body),
    gates: gatesNamedIn(document.source, (name) => isGate(facts, name)),
    watched: watchedFields(steps, options.watch),
    bindings: options.bindings ?? newBindings(steps, machine),
    objects: new ClusterObjects(machine, changes, facts, watchedResources(steps)),
    changes,
    pauses: options.pauses ?? impatient,
    challenge: options.challenge,
    onAction: options.onAction,
    standIn: options.standIn,
    suspicions: options.suspicions,
  })
  const results: StepResult[] = []
  try {
    for (const [index, step] of steps.entries()) {
      if (options.goesOn?.(index) === false) break
      options.onStep?.(step, steps.length)
      const result = await new StepRun(state, step, index).run()
      results.push(result)
      options.onStepDone?.(result)
    }
  } finally {
    changes.close()
  }
  return { title: section.title, line: section.line, steps: results }
}

const headingsOf = (elements: readonly Element[]): number[] =>
  elements.flatMap((one) => (one.kind === 'prose' && one.heading ? [one.line] : []))

/** Blocks without commands. */
function blocksOf(elements: readonly Element[]): { text: string; line: number }[] {
  return elements.flatMap((element) => {
    if (element.kind === 'item') return blocksOf(element.children)
    if (element.kind !== 'code' || element.runs) return []
    return [{ text: `${element.lines.join('\n')}\n`, line: element.line }]
  })
}

/** What claims compare with what it was, and no command need have named: what they are about, and the leases of nodes that tell of themselves. */
function watchedResources(steps: readonly Step[]): string[] {
  const claims = steps
    .flatMap(({ actions }) => actions)
    .flatMap((one) => (one.kind === 'claim' ? [one.claim] : []))
  const leases = claims.some(({ kind }) => kind === 'heartbeat') ? ['leases.coordination.k8s.io'] : []
  return [...new Set([...claims.flatMap(resourcesIn), ...leases])]
}

/** The resources of a claim's subjects, and of those that these are of. */
function resourcesIn(part: object): string[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return resourcesIn(value)
    const listed = key === 'resource' ? kindTable.find(({ resource }) => resource === value) : undefined
    return listed === undefined ? [] : [listed.resource]
  })
}

/** Those of steps that have not run yet. */
export function newBindings(steps: readonly Step[], { checkout }: Machine): Bindings {
  const files = steps.flatMap((s) => s.actions.map((a) => (a.kind === 'file' ? a.content : '')))
  const commands = steps.flatMap(commandsOf).map(({ text }) => text)
  return new Bindings(files.join('\n'), checkout.named, commands)
}
