import type { StoredRecord } from '../../server/storage/interface.ts'
import { storedBytes } from '../../server/storage/mvcc/stored-key-value.ts'
import type { Bindings } from '../bindings.ts'
import type { Challenger } from '../challenge/alteration.ts'
import { passesOverWarnings, speaksOfWarnings } from '../claims/telling.ts'
import { resourceOf } from '../claims/told-objects.ts'
import type { ClaimWorld, StoredObject } from '../claims/world.ts'
import { leavesAll, tellsOfApi } from '../command-kinds.ts'
import { explain } from '../explain.ts'
import { filesRead } from '../files-read.ts'
import { gatesMeant } from '../instructions/resolve-edits.ts'
import type { InstructionWorld, ShownBlock } from '../instructions/world.ts'
import type { ComponentRecord } from '../machine/cluster.ts'
import type { Machine } from '../machine/machine.ts'
import { programmedRules } from '../machine/rule-tools.ts'
import type { Outcome } from '../outcome.ts'
import { type GateFacts, isGate } from '../runtime.ts'
import { baseName } from '../shell-words.ts'
import { type Action, commandsOf, type Step } from '../step.ts'
import { isWarning } from '../warning-line.ts'
import { changesByItself } from './action-kinds.ts'
import type { ClusterObjects } from './cluster-objects.ts'
import type { SeenRan } from './ran.ts'
import { SectionLines } from './section-lines.ts'
import { type ClusterEvent, type ClusterState, clusterMoves, StateOf } from './section-states.ts'
import type { ServerChanges } from './server-changes.ts'
import { Standing } from './standing.ts'
import { type Suspicions, untried, type Why } from './suspicions.ts'
import type { Past } from './taken-for-granted.ts'
import type { Doings } from './unmade.ts'

/**
 * Called after each action of a step. `outcomeWith`: what would have come of another action in its place; undefined where only a
 * replay tells.
 */
export type OnAction = (
  action: Action,
  outcomeWith: (other: Action) => Promise<Outcome | undefined>,
) => Promise<void>

/** What a section's run is made of, from the document and the options. */
export interface SectionParts {
  machine: Machine
  facts: GateFacts
  now(): number
  steps: readonly Step[]
  /** Lines of the headings within the section. */
  headings: readonly number[]
  /** What the section shows that is no command. */
  blocks: InstructionWorld['blocks']
  /** What the section tells of how to turn the feature on and off. */
  howTos: NonNullable<InstructionWorld['howTos']>
  /** Gates that the document is about. */
  gates: readonly string[]
  /** Fields that reports follow from step to step. */
  watched: readonly string[]
  bindings: Bindings
  objects: ClusterObjects
  changes: ServerChanges
  /** Milliseconds between looks at what does not hold yet. */
  pauses: readonly number[]
  challenge: Challenger | undefined
  onAction?: OnAction | undefined
  /** The document's release, and the one that stands in for it. */
  standIn: { release: string; by: string } | undefined
  /** Takes the gates that may be why something differs; undefined: nobody turns them. */
  suspicions?: Suspicions | undefined
}

/** What the steps of a section leave to one another. */
export class SectionState {
  readonly parts: SectionParts
  readonly standing = new Standing()
  readonly cluster = new StateOf<ClusterState, ClusterEvent, undefined>(clusterMoves, 'none')
  readonly lines = new SectionLines()
  /** What every command of the section printed last, by step. */
  private readonly seen = new Map<number, SeenRan[]>()

  /** Lines of files that a command after them reads. */
  private readonly given: ReadonlySet<number>
  private readonly told: readonly string[]
  private readonly outputs: readonly ShownBlock[]
  private readonly prose: readonly ShownBlock[]
  /** Whether any output of the section has a warning of the API: its author shows them. */
  private readonly showsWarnings: boolean

  constructor(parts: SectionParts) {
    this.parts = parts
    this.given = linesGiven(parts.steps)
    this.told = parts.steps.flatMap(commandsOf).map(({ text }) => text)
    const commands = parts.steps.flatMap(commandsOf)
    this.outputs = commands.flatMap(({ output }) =>
      output === undefined ? [] : [{ text: output.lines.join('\n'), line: output.line }],
    )
    this.showsWarnings = commands.some(
      (command) => tellsOfApi(command) && command.output?.lines.some(isWarning) === true,
    )
    this.prose = parts.steps
      .flatMap(({ accounts }) => accounts)
      .filter(({ as }) => as === 'context' || as === 'introduction' || as === 'not understood')
  }

  /** Whether a new part of the section, under a heading of its own, begins between the last command that makes a cluster and a line. */
  beginsAnew(line: number): boolean {
    const from = [...this.lines.all('makes a cluster')].at(-1)
    return from !== undefined && this.parts.headings.some((one) => from < one && one < line)
  }

  /** Whether a warning of the API that a command of a step prints, and that is not shown there, was left out against what the document tells. */
  tellsWarnings({ title, accounts }: Step): boolean {
    const said = accounts.filter(({ as }) => as !== 'command' && as !== 'output').map(({ text }) => text)
    const ofWarnings = [title, ...said].filter(speaksOfWarnings)
    // What the step itself passes over is left out on purpose, whatever other steps show.
    return ofWarnings.length > 0 ? !ofWarnings.every(passesOverWarnings) : this.showsWarnings
  }

  /** @param index of the step */
  keep(index: number, commands: readonly SeenRan[]): void {
    this.seen.set(index, [...commands])
  }

  commands(): SeenRan[] {
    return [...this.seen.values()].flat()
  }

  /** How many commands and instructions of a step changed something, so far. */
  acts(index: number): number {
    const commands = (this.seen.get(index) ?? []).filter(({ command }) => !leavesAll(command))
    return commands.length + (this.parts.steps[index]?.actions ?? []).filter(changesByItself).length
  }

  /** What could have made an object that a command asks for. */
  doings(): Doings {
    const { steps, blocks } = this.parts
    const given = steps.flatMap(({ actions }) =>
      actions.flatMap((one) => (one.kind === 'file' ? one.content : one.kind === 'manifest' ? one.text : [])),
    )
    return { commands: this.commands(), unmade: this.lines.all('asks for what nobody made'), given, blocks }
  }

  past(): Past {
    return { commands: this.commands(), documented: this.parts.objects.documented }
  }

  instructions(): InstructionWorld {
    const { machine, gates, steps, blocks, facts, howTos } = this.parts
    return {
      machine,
      gates,
      howTos,
      commands: this.commands().map(({ command, step, text, line }) => ({
        command,
        step,
        number: numberOf(steps[step]!),
        text,
        line,
      })),
      blocks: blocks.map((block) => ({ ...block, given: this.given.has(block.line) })),
      told: this.told,
      claimedNext: (line) => this.claimedNext(line),
      outputs: this.outputs,
      prose: this.prose,
      isGate: (name) => isGate(facts, name),
      hasGate: (gate, release) => facts.at(gate, release) !== undefined,
      ...(facts.fieldPaths === undefined ? {} : { fieldPaths: facts.fieldPaths }),
    }
  }

  private claimedNext(line: number): boolean {
    const actions = this.parts.steps.flatMap((step) => step.actions)
    const at = actions.findLastIndex(
      (action) => action.kind === 'instruction' && action.instruction.line === line,
    )
    return at >= 0 && actions[at + 1]?.kind === 'claim'
  }

  /** Whether this step, or one after it, claims something: only then it matters what was before. */
  claimsFrom(index: number): boolean {
    return this.parts.steps.slice(index).some(({ actions }) => actions.some(({ kind }) => kind === 'claim'))
  }

  /** Why reality differs, where that is known: for the finding. @param text of the claim or the output */
  why(text: string, line: number): Why {
    const { machine, facts, gates, suspicions } = this.parts
    const own = explain(text, machine.cluster, facts, gates)
    if (own?.suspect === undefined) {
      if (own?.standIn !== undefined) this.lines.note('differs by a stand-in', line, own.text)
      return own === undefined ? this.whyOtherwise() : { why: own.text, cause: own.cause }
    }
    const { standIn, suspect } = own
    const otherwise: Why =
      standIn === undefined
        ? this.whyOtherwise()
        : { why: standIn.text, cause: { code: 'stand-in', by: standIn.by, for: standIn.release } }
    if (standIn !== undefined) this.lines.note('differs by a stand-in', line, standIn.text)
    const suspicion = { ...own, suspect, otherwise, startsBefore: machine.cluster.startsBefore }
    return suspicions === undefined ? untried(suspicion) : suspicions.held(suspicion)
  }

  private whyOtherwise(): Why {
    const { standIn } = this.parts
    if (standIn !== undefined)
      return {
        why: `${standIn.by} runs, which stands in for ${standIn.release}`,
        cause: { code: 'stand-in', by: standIn.by, for: standIn.release },
      }
    const first = this.lines.first('differs by a stand-in')
    if (first === undefined) return {}
    return {
      why: `it may follow from line ${first.line}: ${first.text}`,
      cause: { code: 'may follow', from: first.line },
    }
  }

  world(index: number): ClaimWorld {
    const { machine, objects, facts } = this.parts
    const record = (component: string): ComponentRecord | undefined =>
      [...machine.cluster.records].find(
        ([name]) => name.split('/')[0] === component && !machine.cluster.ended.has(name),
      )?.[1]
    return {
      commands: this.commands(),
      step: index,
      objects: objects.now,
      before: objects.before,
      beforeDeletion: objects.beforeDeletion,
      beforeReplacements: objects.beforeReplacements,
      lastChange: () => (this.acts(index) > 0 ? undefined : objects.lastChange),
      asMade: objects.asMade,
      everMade: objects.everMade,
      documented: objects.documented,
      gates: (component) => record(component)?.gates,
      gateMeant: () => onlyOf(gatesMeant(this.parts)),
      release: (component) => record(component)?.release,
      rules: () => programmedRules(machine),
      served: objects.served,
      servedIn: (release) => facts.served?.(release),
      may: objects.may,
      resources: objects.resources,
      log: objects.log,
      unsetGate: (gate, release) => {
        const now = facts.at(gate, release)
        const state = now ?? facts.last?.(gate, release)
        const saw = facts.history(gate, release)
        return state === undefined
          ? undefined
          : { value: state.default, saw: now === undefined ? saw : `${gate} is not set; ${saw}` }
      },
      gateIn: (gate, release) =>
        facts.known(release)
          ? { state: facts.at(gate, release), saw: facts.history(gate, release) }
          : { state: undefined, saw: `release ${release} is not known` },
      stored: async (name) => {
        const storage = machine.cluster.apiserver?.storage
        const all = await storage?.list('/registry/')
        return all?.records.filter(({ key }) => key.endsWith(`/${name}`)).map(storedObject)
      },
      hasField: (resource, name) => facts.hasField?.(resource, name),
    }
  }
}

const onlyOf = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined)

function storedObject(record: StoredRecord): StoredObject {
  const { apiVersion = '', kind = '' } = record.object
  const group = apiVersion.includes('/') ? [apiVersion.slice(0, apiVersion.indexOf('/'))] : []
  const resource = resourceOf([kind.toLowerCase(), ...group].join('.'))
  return { key: record.key, resource, bytes: storedBytes(record) }
}

/** The number of a step, or of the item that it stands in; undefined without one. */
export const numberOf = ({ number, item = number }: Step): string | undefined =>
  number !== '' ? number : item === '' ? undefined : item

function linesGiven(steps: readonly Step[]): Set<number> {
  const actions = steps.flatMap((step) => step.actions)
  const lines = new Set<number>()
  const read = new Set<string>()
  for (const action of actions.toReversed()) {
    if (action.kind === 'command') for (const path of filesRead(action.command)) read.add(baseName(path))
    if (action.kind === 'file' && read.has(baseName(action.name))) lines.add(action.line)
  }
  return lines
}
