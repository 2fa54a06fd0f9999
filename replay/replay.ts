// A document, run: the library's form of `kepsim replay`.
import { type Clock, realClock } from '../component-base/clock.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import { alteredSteps } from './challenge/altered-steps.ts'
import { type Document, parseDocument } from './document.ts'
import { type DocumentRelease, documentRelease } from './document-release.ts'
import { gatesNamedIn } from './explain.ts'
import { AssumedObjects, assumedObjects } from './machine/assumed-objects.ts'
import { createMachine } from './machine/create-machine.ts'
import type { KubectlRunner, Machine } from './machine/machine.ts'
import type { Finding, ReplayResult, SectionResult, StepResult } from './outcome.ts'
import { Suspicions } from './run/suspicions.ts'
import { type RunOptions, runSection } from './run-section.ts'
import { type ComponentRuntime, type GateFacts, isGate } from './runtime.ts'
import { elementsAbove, type SelectedSection, selectSections } from './select-sections.ts'
import type { Step } from './step.ts'
import { withGateTurned } from './turned-gate.ts'

/** The document to replay, and the surroundings of its machine. */
export interface ReplayOptions {
  file: string
  text: string
  /** A heading, `upgrade`, `enablement` or `all`; see selectSections. */
  section?: string | undefined
  /** The text of the kep.yaml beside it. */
  kepYaml?: string | undefined
  /** Reads files that lie beside it; see besideDocument. */
  beside?: Document['beside']
  /** Branch → release. */
  branches?: ReadonlyMap<string, string>
  runtime: ComponentRuntime
  kubectl: KubectlRunner
  facts: GateFacts & { full(release: string): string }
  /** Fields to follow from step to step, beside those that the prose makes claims about. */
  watch?: readonly string[] | undefined
  clock?: Clock
  /** Milliseconds by which the time that things take is measured. Default: of `clock`, else the host's. */
  now?: (() => number) | undefined
  /** What commands wait by. Default: `clock` */
  waits?: Clock | undefined
  random?: Random
  /** Milliseconds between looks at what does not hold yet; see {@link RunOptions}. */
  pauses?: RunOptions['pauses']
  challenge?: RunOptions['challenge']
  onAction?: RunOptions['onAction']
  /** Which of the altered courses is run, counted over the sections; see alteredSteps. Default: the document's own. */
  altered?: number | undefined
  /** Makes what a section is run in once more, to turn the gates that may be why something differs. Default: none is turned */
  again?: Again | undefined
  /** Notes that are true of the whole replay. */
  given?: readonly string[]
  /** All that are run, before the first. */
  onSections?(sections: readonly SelectedSection[]): void
  onSection?(section: SelectedSection): void
  onStep?(step: Step, total: number): void
  onStepDone?(result: StepResult): void
  /** Which release a section that names none is run on, and why: before the section. */
  onNotes?(notes: readonly string[]): void
  /** Findings of the section's steps that got their reasons after its last step had ended; none: not called. */
  onReasons?(findings: readonly Finding[], steps: readonly StepResult[]): void
  /** Called with the machine of a section before it is taken down. */
  onMachine?(machine: Machine): Promise<void>
}

/** What another run of a section is made in, and how long it may take. */
export interface Again {
  /** A new one for each run; where it is like the first, so is the run. */
  surroundings(): Pick<ReplayOptions, 'runtime' | 'kubectl' | 'clock' | 'random' | 'waits' | 'pauses'>
  /** Milliseconds of the host that the next run may take. */
  milliseconds(): number
}

/** Runs the chosen sections, each on a machine of its own. Throws InputError for a document that cannot be read. */
export async function replay(options: ReplayOptions): Promise<{ document: Document; result: ReplayResult }> {
  const { file, text } = options
  const now = nowOf(options)
  const start = now()
  const document = parseDocument(file, text, options.beside)
  const sections: SectionResult[] = []
  const notes: string[] = [...(options.given ?? [])]
  // Timers of a clock keep no process alive, and a machine without a cluster has nothing else that does.
  const alive = setInterval(() => {}, 60_000)
  try {
    const all = alteredSections(selectSections(document, options.section), options.altered)
    options.onSections?.(all)
    for (const selected of all) {
      const release = releaseOf(document, selected, options)
      if (release !== undefined && !notes.includes(release.reason)) notes.push(release.reason)
      options.onNotes?.(notes)
      options.onSection?.(selected)
      sections.push(await replaySection(document, selected, options, release, notes))
    }
  } finally {
    clearInterval(alive)
  }
  return { document, result: { file, sections, milliseconds: now() - start, notes } }
}

const nowOf =
  ({ clock, now }: Pick<ReplayOptions, 'clock' | 'now'>): (() => number) =>
  () =>
    now?.() ?? clock?.now() ?? performance.now()

/** The one section of which the wanted alteration is, altered. */
function alteredSections(all: SelectedSection[], altered: number | undefined): SelectedSection[] {
  if (altered === undefined) return all
  const courses = all.flatMap(({ section, steps }) =>
    alteredSteps(steps).map((course) => ({ section, steps: course.steps })),
  )
  return courses.slice(altered, altered + 1)
}

/** The document from the section's heading on to the next one of its level. */
function textOf({ source, sections }: Document, { section }: SelectedSection): string {
  const next = sections.find(({ line, depth }) => line > section.line && depth > 0 && depth <= section.depth)
  return source.slice(section.line - 1, next === undefined ? undefined : next.line - 1).join('\n')
}

/** What master is taken for; undefined where whoever replays says it, or nothing tells. */
function releaseOf(
  document: Document,
  selected: SelectedSection,
  options: ReplayOptions,
): DocumentRelease | undefined {
  return masterGiven(options) === undefined ? ownRelease(document, selected, options) : undefined
}

function ownRelease(
  document: Document,
  selected: SelectedSection,
  { kepYaml, facts }: ReplayOptions,
): DocumentRelease | undefined {
  return documentRelease({
    ...selected,
    kepYaml,
    facts,
    above: elementsAbove(document, selected.section),
    gates: gatesNamedIn(document.source, (name) => isGate(facts, name)),
  })
}

const masterGiven = ({ branches }: ReplayOptions): string | undefined =>
  branches?.get('master') ?? branches?.get('main')

/** The release of a document whose own cannot be simulated, whoever says what is run in its place. */
function stoodInFor(
  document: Document,
  selected: SelectedSection,
  options: ReplayOptions,
  taken: DocumentRelease | undefined,
): { release: string; by: string } | undefined {
  const given = masterGiven(options)
  const own = given === undefined ? taken : ownRelease(document, selected, options)
  return own?.standsInFor === undefined ? undefined : { release: own.standsInFor, by: given ?? own.release }
}

async function replaySection(
  document: Document,
  selected: SelectedSection,
  options: ReplayOptions,
  taken: DocumentRelease | undefined,
  notes: string[],
): Promise<SectionResult> {
  const { again } = options
  const { machine, assumed } = sectionMachine(document, selected, options, taken)
  const suspicions = again && new Suspicions()
  const standIn = stoodInFor(document, selected, options, taken)
  let result: SectionResult
  try {
    result = await runSection(document, selected, {
      ...options,
      machine,
      now: nowOf(options),
      standIn,
      suspicions,
    })
    await options.onMachine?.(machine)
    for (const description of assumed.created)
      notes.push(`${description} was created, as the document uses it without making it`)
  } finally {
    await machine.close()
  }
  const told = await suspicions?.settle(result, async (turn) => {
    const { runtime, ...own } = again!.surroundings()
    const turned = { ...own, runtime: withGateTurned(runtime, turn, options.facts.plan) }
    const { facts, branches } = options
    const { machine: other } = sectionMachine(document, selected, { ...turned, facts, branches }, taken)
    return inTime(again!.milliseconds(), other, (hasTime) =>
      runSection(document, selected, {
        ...turned,
        facts,
        machine: other,
        now: nowOf(turned),
        standIn,
        suspicions: new Suspicions(),
        goesOn: (index) => index <= turn.last && hasTime(),
      }),
    )
  })
  if (told !== undefined && told.length > 0) options.onReasons?.(told, result.steps)
  return result
}

/** The steps of a run on a machine, which is closed after it; undefined where time was over before, or it could not be run. */
async function inTime(
  milliseconds: number,
  machine: Machine,
  run: (hasTime: () => boolean) => Promise<SectionResult>,
): Promise<readonly StepResult[] | undefined> {
  let over = milliseconds <= 0
  let late: NodeJS.Timeout | undefined
  const end = new Promise<undefined>((resolve) => {
    late = setTimeout(() => {
      over = true
      resolve(undefined)
    }, milliseconds)
  })
  try {
    // It gives no reason where it fails; the section has been run.
    const running = over ? undefined : run(() => !over).catch(() => undefined)
    const result = await Promise.race([running, end])
    return over ? undefined : result?.steps
  } finally {
    clearTimeout(late)
    await machine.close()
  }
}

function sectionMachine(
  document: Document,
  selected: SelectedSection,
  options: Pick<ReplayOptions, 'runtime' | 'kubectl' | 'clock' | 'waits' | 'random' | 'facts' | 'branches'>,
  taken: DocumentRelease | undefined,
): { machine: Machine; assumed: AssumedObjects } {
  const { facts } = options
  const named = new Map(options.branches ?? [])
  if (taken !== undefined && taken.standsInFor === undefined)
    named.set('master', taken.release).set('main', taken.release)
  const assumed = new AssumedObjects(assumedObjects(textOf(document, selected)))
  const machine = createMachine({
    assumed,
    runtime: options.runtime,
    kubectl: options.kubectl,
    clock: options.clock ?? realClock,
    ...(options.waits === undefined ? {} : { waits: options.waits }),
    random: options.random ?? realRandom,
    checkout: {
      branch: 'master',
      named,
      ...(taken?.tagged === true ? { tagged: true } : {}),
      newest: taken?.release ?? facts.newest,
      meant: taken?.standsInFor,
      known: (release) => facts.known(release),
      full: (release) => facts.full(release),
    },
  })
  return { machine, assumed }
}
