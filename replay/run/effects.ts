// Whether the components have what a sentence tells to change: gates and releases, whoever changed them.
import { minorOf } from '../../component-base/minor.ts'
import type { ChangeInstruction, Instruction, StartInstruction } from '../instructions/instruction.ts'
import { resolveEdits } from '../instructions/resolve-edits.ts'
import { type ComponentRecord, gateIn } from '../machine/cluster.ts'
import type { ChangedComponent } from '../machine/cluster-change.ts'
import type { Edit } from '../machine/edits.ts'
import { releaseOf } from '../machine/git.ts'
import type { SectionState } from './section-state.ts'

/** Releases of the components, by name. */
export type Releases = ReadonlyMap<string, string>

type Wanting = ChangeInstruction | StartInstruction

/** Whether an instruction has edits whose effect can be checked. */
export const wantsEffect = (instruction: Instruction): instruction is Wanting =>
  (instruction.kind === 'change' || instruction.kind === 'start') &&
  (instruction.edits.length > 0 || countOf(instruction) !== undefined)

const countOf = (instruction: Wanting): number | undefined =>
  instruction.kind === 'start' ? instruction.count : undefined

/** The releases of the running components, by their names. */
export const releasesOf = (state: SectionState): Releases =>
  new Map([...state.parts.machine.cluster.records].map(([name, { release }]) => [name, release]))

/**
 * What of an instruction is not so after the commands that are to carry it out; undefined: all is, as far as it can be told.
 * @param before what ran before the step
 */
export function missingEffect(
  instruction: Wanting,
  state: SectionState,
  before: Releases,
): string | undefined {
  const { text, line, components } = instruction
  const wrong = wrongWay(instruction, state, before) ?? wrongCount(instruction, state)
  if (wrong !== undefined) return wrong
  const release = instruction.edits.find((edit) => edit.kind === 'release')
  if (release?.release !== undefined && !runs(release.release, state, components))
    return `no component is of release ${release.release}`
  const resolved = resolveEdits(
    instruction.edits.filter((edit) => edit.kind === 'gate' && edit.value !== undefined),
    text,
    line,
    state.instructions(),
  )
  if (!('edits' in resolved)) return undefined
  for (const edit of resolved.edits)
    if (
      edit.kind === 'gate' &&
      edit.value !== undefined &&
      !hasGate(edit.gate, edit.value, state, components)
    )
      return `${edit.gate} is not ${edit.value} in ${components.join(', ') || 'any component'}`
  return undefined
}

/** "With 2 worker nodes", "a three-node cluster": people count the control plane's node among the others, or not. */
function wrongCount(instruction: Wanting, { parts }: SectionState): string | undefined {
  const count = countOf(instruction)
  if (count === undefined) return undefined
  const { machine } = parts
  const kubelets = [...machine.cluster.records.keys()].filter((name) => name.startsWith('kubelet/'))
  const workers = machine.kubeadm?.plan.nodes.filter(({ role }) => role === 'worker').length ?? 0
  const all = kubelets.length
  const ofWorkers = /\bworkers?\b/i.test(instruction.text)
  const isCount = (nodes: number): boolean =>
    nodes === count || (instruction.kind === 'start' && instruction.atLeast === true && nodes > count)
  // None at all is said of workers only.
  const fits = ((count > 0 || ofWorkers) && isCount(workers)) || (!ofWorkers && isCount(all))
  return fits ? undefined : `the cluster has ${all} nodes, ${workers} of them workers`
}

/** "Downgrade" to a newer release, or to the same one. @param before what ran before */
export function wrongWay(
  { text, edits, components }: Wanting,
  state: SectionState,
  before: Releases,
): string | undefined {
  const release = edits.find((edit) => edit.kind === 'release')
  const direction = release && (release.direction ?? directionOf(text))
  return direction === undefined || standsIn(state) || movedTo(direction, state, before, components)
    ? undefined
    : `no component's release is ${direction} than before`
}

/** Of gates and releases: whether all that is concerned has them already. Undefined: it is about more than those, or not known. */
export function isSoAlready(
  edits: readonly Edit[],
  components: readonly ChangedComponent[],
  state: SectionState,
): boolean {
  const own = recordsOf(state, components)
  return (
    edits.length > 0 &&
    own.length > 0 &&
    !standsIn(state) &&
    edits.every((edit) =>
      edit.kind === 'gate' && edit.value !== undefined
        ? own.every((record) => effective(edit.gate, record, state) === edit.value)
        : edit.kind === 'release' &&
          !standsIn(state) &&
          own.every(({ release }) => isOf(release, edit.release, state)),
    )
  )
}

/** What a sentence says of the way that releases go; undefined where it says both, or nothing. */
export function directionOf(text: string): 'newer' | 'older' | undefined {
  const up = /\bupgrad(?:e|ed|ing)\b(?!\s*(?:path|test|->|→))/i.test(text)
  const down = /\bdowngrad(?:e|ed|ing)\b|\broll(?:ed|ing)?[ -]?back\b/i.test(text)
  return up === down ? undefined : up ? 'newer' : 'older'
}

/** Where one release stands for several, nothing moves between those. */
const standsIn = ({ parts }: SectionState): boolean =>
  [...parts.machine.checkout.named.keys()].some((name) => /\d/.test(name))

const runs = (release: string, state: SectionState, components: readonly string[]): boolean =>
  recordsOf(state, components).some((record) => isOf(record.release, release, state))

/** @param wanted as the document has it */
function isOf(release: string, wanted: string, { parts }: SectionState): boolean {
  const { checkout } = parts.machine
  const found = [`v${wanted}`, `release-${wanted}`]
    .map((ref) => releaseOf(checkout, ref))
    .find((one) => one.ok)
  const meant = wanted === 'master' ? checkout.newest : found?.ok === true ? found.release : wanted
  return minorOf(meant) === minorOf(release)
}

const recordsOf = (state: SectionState, components: readonly string[]): ComponentRecord[] =>
  [...state.parts.machine.cluster.records]
    .filter(([name]) => components.length === 0 || components.includes(name.split('/')[0]!))
    .map(([, record]) => record)

const effective = (gate: string, record: ComponentRecord, { parts }: SectionState): boolean | undefined =>
  gateIn(record, gate, parts.facts)

/** Where no component is named, one that it is set in will do. */
function hasGate(gate: string, value: boolean, state: SectionState, components: readonly string[]): boolean {
  const records = recordsOf(state, components)
  if (components.length > 0) return records.every((record) => effective(gate, record, state) === value)
  const set = records.filter(({ gates }) => gates[gate] !== undefined)
  return set.length > 0
    ? set.some(({ gates }) => gates[gate] === value)
    : records.some((record) => effective(gate, record, state) === value)
}

function movedTo(
  direction: 'newer' | 'older',
  state: SectionState,
  before: Releases,
  components: readonly string[],
): boolean {
  const now = [...releasesOf(state)].filter(
    ([name]) => components.length === 0 || components.includes(name.split('/')[0]! as ChangedComponent),
  )
  const steps = now.flatMap(([name, release]) => {
    const old = before.get(name)
    return old === undefined ? [] : [minorOf(release) - minorOf(old)]
  })
  // Where nothing ran before, or what ran is gone, it is started rather than moved.
  return steps.length === 0 || steps.some((step) => (direction === 'newer' ? step > 0 : step < 0))
}
