import type { Bindings } from '../bindings.ts'
import type { Challenger } from '../challenge/alteration.ts'
import type { ClaimWorld, SeenCommand } from '../claims/world.ts'
import { filesRead } from '../files-read.ts'
import type { InstructionWorld } from '../instructions/world.ts'
import type { ComponentRecord } from '../machine/cluster.ts'
import type { Machine } from '../machine/machine.ts'
import type { GateFacts } from '../runtime.ts'
import { baseName } from '../shell-words.ts'
import type { Step } from '../step.ts'
import type { ClusterObjects } from './cluster-objects.ts'
import { Standing } from './standing.ts'

export interface SectionParts {
  machine: Machine
  facts: GateFacts
  now(): number
  steps: readonly Step[]
  /** What the section shows that is no command. */
  blocks: InstructionWorld['blocks']
  /** Gates that the document is about. */
  gates: readonly string[]
  /** Fields that reports follow from step to step. */
  watched: readonly string[]
  bindings: Bindings
  objects: ClusterObjects
  /** Milliseconds between looks at what does not hold yet. */
  pauses: readonly number[]
  challenge: Challenger | undefined
  /** The release that runs stands in for the document's. */
  standIn: boolean
}

/** What the steps of a section leave to one another. */
export class SectionState {
  readonly parts: SectionParts
  readonly standing = new Standing()
  /** Whether a cluster was ever started, by the document or for it. */
  everStarted = false
  /** Another cluster came in place of the one in which the document's objects were made, and nothing was made in it yet. */
  replaced = false
  /** Lines of commands that open a shell elsewhere and could not: what is typed in it is not run here. */
  readonly closed = new Set<number>()
  /** Lines of blocks that instructions took in. */
  readonly used = new Set<number>()
  /** What every command of the section printed last, by step. */
  private readonly seen = new Map<number, SeenCommand[]>()

  constructor(parts: SectionParts) {
    this.parts = parts
  }

  /** @param index of the step */
  keep(index: number, commands: readonly SeenCommand[]): void {
    this.seen.set(index, [...commands])
  }

  commands(): SeenCommand[] {
    return [...this.seen.values()].flat()
  }

  instructions(): InstructionWorld {
    const { machine, gates, steps, blocks } = this.parts
    return {
      machine,
      gates,
      commands: this.commands().map(({ step, text, line }) => ({
        step,
        number: numberOf(steps[step]!),
        text,
        line,
      })),
      blocks: blocks.map((block) => ({ ...block, given: this.given.has(block.line) })),
    }
  }

  /** Lines of files that a command after them reads. */
  private get given(): ReadonlySet<number> {
    const actions = this.parts.steps.flatMap((step) => step.actions)
    const lines = actions.flatMap((action, at) => {
      if (action.kind !== 'file') return []
      const name = baseName(action.name)
      const read = actions
        .slice(at)
        .some((one) => one.kind === 'command' && filesRead(one.command.text).map(baseName).includes(name))
      return read ? [action.line] : []
    })
    return new Set(lines)
  }

  world(index: number): ClaimWorld {
    const { machine, objects } = this.parts
    const record = (component: string): ComponentRecord | undefined =>
      [...machine.cluster.records].find(([name]) => name.split('/')[0] === component)?.[1]
    return {
      commands: this.commands(),
      step: index,
      objects: objects.now,
      before: objects.before,
      beforeDeletion: objects.beforeDeletion,
      documented: objects.documented,
      gates: (component) => record(component)?.gates,
      release: (component) => record(component)?.release,
    }
  }
}

const numberOf = ({ number, item = number }: Step): string | undefined =>
  number !== '' ? number : item === '' ? undefined : item
