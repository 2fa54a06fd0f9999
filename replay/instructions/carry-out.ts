// Instructions as what is to be done on the machine.
import { minorRelease } from '../../component-base/minor.ts'
import type { ClusterChange } from '../machine/cluster-change.ts'
import type { Edit } from '../machine/edits.ts'
import { withOnlyNode } from '../only-node.ts'
import { lastDoing } from './carried-out-by.ts'
import { carryAct } from './carry-act.ts'
import { carryNode } from './carry-node.ts'
import { carryStart, isKindConfig } from './carry-start.ts'
import { componentsHaving } from './components-having.ts'
import { editorEdits } from './editor-edits.ts'
import { releasesFrom } from './gates-in.ts'
import { toldEdits } from './how-to.ts'
import type {
  ChangeInstruction,
  Instruction,
  RepeatInstruction,
  RestartInstruction,
  RunInstruction,
} from './instruction.ts'
import { looksCommand, makesCommand, startsCommand } from './introduces.ts'
import { resolveEdits } from './resolve-edits.ts'
import type { CarriedOut, Deed, InstructionWorld, PastCommand } from './world.ts'

/** Decides; does nothing itself. */
export async function carryOut(instruction: Instruction, world: InstructionWorld): Promise<CarriedOut> {
  switch (instruction.kind) {
    case 'change':
      return carryChange(instruction, world)
    case 'start':
      return carryStart(instruction, world)
    case 'restart':
    case 'stop':
      return carryRestart(instruction, world)
    case 'repeat':
      return carryRepeat(instruction, world)
    case 'run':
      return carryRun(instruction, world)
    case 'wait':
      return { wait: { seconds: instruction.seconds, pods: instruction.pods } }
    case 'act':
      return carryAct(instruction, world)
    case 'node':
      return carryNode(instruction, world)
  }
}

function carryChange(said: ChangeInstruction, world: InstructionWorld): CarriedOut {
  const instruction = said.asTold === true ? asTold(said, world) : said
  if ('notUnderstood' in instruction) return instruction
  const { nodes, text } = instruction
  const resolved = resolveEdits(instruction.edits, text, instruction.line, world)
  if (!('edits' in resolved)) return resolved
  const edits = withNoted(resolved.edits, editorEdits([(world.notes ?? []).join(' ')], world))
  if (world.machine.cluster.records.size === 0)
    return { couldNotRun: 'no cluster runs that it could change', reason: { code: 'no cluster' } }
  const components =
    instruction.components.length > 0 ? instruction.components : componentsHaving(edits, world)
  const other = otherFrom(instruction, world)
  if (other !== undefined) return { notUnderstood: `no component runs ${other}, from which it is changed` }
  if (startsAnew(instruction)) edits.push(...gatesToDrop(edits, components, world))
  const ofOne = edits.find(({ kind }) => kind === 'flag' || kind === 'flag-removed')
  if (components.length === 0 && ofOne !== undefined)
    return { notUnderstood: 'it does not say which component has the flag' }
  if (instruction.unlessDone === true && runsAlready(edits, world)) return { deeds: [] }
  const change: ClusterChange = { edits, components, ...(nodes === 'all' ? {} : { nodes }) }
  return { deeds: [...(instruction.fromStart === true ? forgetState(world) : []), { change }] }
}

function asTold(
  said: ChangeInstruction,
  { howTos = [] }: InstructionWorld,
): ChangeInstruction | { notUnderstood: string } {
  const on = said.edits.some((edit) => edit.kind === 'gate' && edit.value === true)
  const howTo = howTos.findLast((one) => one.on === on && one.line < said.line)
  if (howTo === undefined) return said
  const told = toldEdits(howTo)
  if (told === undefined) return { notUnderstood: `line ${howTo.line} tells how, and is not understood` }
  return { ...said, edits: told.edits, components: told.ofKubelet ? ['kubelet'] : said.components }
}

function runsAlready(edits: readonly Edit[], { machine }: InstructionWorld): boolean {
  const records = [...machine.cluster.records.values()]
  return edits.every(
    (edit) =>
      edit.kind === 'release' &&
      records.every(
        (one) => minorRelease(one.release) === minorRelease(machine.sources.releaseOfTag(edit.release) ?? ''),
      ),
  )
}

/** A release that a sentence names, not as one that something is changed to, and that no component which it means runs. */
function otherFrom(
  { text, components, edits }: ChangeInstruction,
  { machine }: InstructionWorld,
): string | undefined {
  const targets = edits.flatMap((edit) => (edit.kind === 'release' ? [edit.release] : []))
  if (targets.length === 0) return undefined
  const running = [...machine.cluster.records].flatMap(([name, { release }]) =>
    components.length === 0 || components.some((one) => name.split('/')[0] === one) ? [release] : [],
  )
  return releasesFrom(text, targets).find((said) => {
    const meant = machine.sources.releaseOfTag(said) ?? said
    return !running.some((release) =>
      /\.\d+\./.test(said)
        ? [said, meant].includes(release)
        : [said, minorRelease(meant)].includes(minorRelease(release)),
    )
  })
}

/** A kubelet does not start with what another configuration left behind. */
function forgetState({ machine }: InstructionWorld): Deed[] {
  const files = ['cpu', 'memory'].map((name) => `/var/lib/kubelet/${name}_manager_state`).join(' ')
  const nodes = [...machine.computers.nodes.keys()]
  const places = nodes.length === 0 ? [''] : nodes.map((name) => `docker exec ${name} `)
  return places.map((place) => ({ text: `${place}rm -f ${files}` }))
}

/** "Start A and B with version 1.30": a start tells all that it is given, where an upgrade leaves the flags as they are. */
const startsAnew = ({ text, edits }: ChangeInstruction): boolean =>
  /^(?:re-?)?start\s/i.test(text) && edits.some(({ kind }) => kind === 'release')

function gatesToDrop(
  edits: readonly Edit[],
  components: ChangeInstruction['components'],
  { machine, gates }: InstructionWorld,
): Edit[] {
  if (edits.some(({ kind }) => kind === 'gate' || kind === 'flag')) return []
  const records = [...machine.cluster.records].filter(
    ([name]) =>
      components.length === 0 || components.includes(name.split('/')[0] as (typeof components)[number]),
  )
  const set = new Set(records.flatMap(([, record]) => Object.keys(record.gates)))
  return gates.filter((gate) => set.has(gate)).map((gate) => ({ kind: 'gate', gate, value: undefined }))
}

/** What comments say beside it is done as well, where the sentence says nothing of that. */
function withNoted(edits: readonly Edit[], noted: readonly Edit[]): Edit[] {
  const about = (edit: Edit): string =>
    edit.kind === 'gate'
      ? edit.gate
      : edit.kind === 'flag' || edit.kind === 'flag-removed'
        ? edit.flag
        : edit.kind
  return [...edits, ...noted.filter((edit) => !edits.some((one) => about(one) === about(edit)))]
}

function carryRestart({ kind, components, nodes }: RestartInstruction, world: InstructionWorld): CarriedOut {
  if (world.machine.cluster.records.size === 0)
    return { couldNotRun: 'no cluster runs that it could change', reason: { code: 'no cluster' } }
  const change: ClusterChange = {
    edits: [],
    components,
    ...(nodes === 'all' ? {} : { nodes }),
    ...(kind === 'stop' ? { stop: true } : {}),
  }
  return { deeds: [{ change }] }
}

async function carryRun(instruction: RunInstruction, world: InstructionWorld): Promise<CarriedOut> {
  const { text } = instruction
  const nodes = world.machine.kubeadm?.plan.nodes.map(({ name }) => name) ?? []
  const commands = instruction.commands.map((command) => withOnlyNode(command, nodes))
  const placeholder = commands
    .map((command) => /<[a-z][\w -]*>|\.\.\.|…/i.exec(command)?.[0])
    .find((found) => found !== undefined)
  if (placeholder !== undefined)
    return {
      couldNotRun: `${placeholder} stands for something that the document does not say`,
      reason: { code: 'placeholder' },
    }
  const deeds: Deed[] = []
  for (const command of commands) {
    const edits = opensEditor(command) ? editorEdits([withoutEditors(text)], world) : []
    deeds.push(...(await missingFiles(command, world)))
    deeds.push(edits.length === 0 ? { text: command } : { text: command, edits })
  }
  return { deeds }
}

/** A configuration that the command reads, and that the document shows in a block of its own, is written first. */
async function missingFiles(command: string, { machine, blocks }: InstructionWorld): Promise<Deed[]> {
  const config = /\bkind\s+create\s+cluster\b.*--config[ =]([\w./-]+)/.exec(command)?.[1]
  if (config === undefined || (await machine.disk.exists(machine.absolute(config)))) return []
  const block = blocks.find(({ text }) => isKindConfig(text))
  return block === undefined
    ? []
    : [{ text: `cat > ${config} <<'EOF'\n${block.text.replace(/\n?$/, '\n')}EOF` }]
}

const opensEditor = (command: string): boolean =>
  /^(?:sudo\s+)?(?:vi|vim|nano)\s/.test(command) || /\bkubectl\b.*\sedit\b/.test(command)

const withoutEditors = (text: string): string =>
  text.replaceAll(/:?\s?`(?:sudo\s+)?(?:vi|vim|nano)\s[^`]*`/g, '')

function carryRepeat(instruction: RepeatInstruction, world: InstructionWorld): CarriedOut {
  if (testsToldBelow(instruction, world)) return { deeds: [] }
  const again = toRepeat(instruction, world)
  if ('notUnderstood' in again) return again
  // The cluster runs, as it was changed: what is repeated is done to it.
  const runs = world.machine.cluster.apiserver !== undefined
  const commands = again.commands.filter(({ text }) => !runs || !startsCommand.test(text))
  if (commands.length === 0)
    return { notUnderstood: 'what is to be repeated starts the cluster, which runs already' }
  const resolved = resolveEdits(instruction.but, instruction.text, instruction.line, world)
  if (!('edits' in resolved)) return resolved
  const { edits } = resolved
  const deeds = commands.map(
    ({ text }): Deed => (edits.length > 0 && opensEditor(text) ? { text, edits } : { text }),
  )
  const edited = deeds.some((deed) => 'edits' in deed)
  return { deeds: edits.length === 0 || edited ? deeds : [{ change: { edits, components: [] } }, ...deeds] }
}

/** Tests that looked at the cluster without a command: what is seen this time is said next, and is compared there. */
function testsToldBelow({ what, line, text }: RepeatInstruction, world: InstructionWorld): boolean {
  const looked = world.commands.some(
    (one) => one.line < line && looksCommand.test(one.text) && !makesCommand.test(one.text),
  )
  return what === 'last step' && /\btests\b/i.test(text) && !looked && world.claimedNext?.(line) === true
}

type Again = { commands: readonly PastCommand[] } | { notUnderstood: string }

function toRepeat({ what, line, text }: RepeatInstruction, { commands }: InstructionWorld): Again {
  // Changes that prose told of are noted as comments.
  const before = commands.filter((command) => command.line < line && !command.text.startsWith('#'))
  // "The same tests": what looks, and changes nothing.
  const past = /\btests?\b/i.test(text)
    ? before.filter(
        (one) => looksCommand.test(one.text) && !makesCommand.test(one.text) && !startsCommand.test(one.text),
      )
    : before
  const last = past.at(-1)
  if (last === undefined) return { notUnderstood: 'there is no command before it' }
  if (what === 'last command') return { commands: [last] }
  if (what === 'last step') return { commands: past.filter(({ step }) => step === last.step) }
  if ('verb' in what) {
    const one = lastDoing(past, what.verb)
    return one === undefined ? { notUnderstood: 'no command before it does that' } : { commands: [one] }
  }
  return numbered(past, what.steps)
}

function numbered(past: readonly PastCommand[], [from, to]: [number, number]): Again {
  const found: PastCommand[] = []
  for (let number = from; number <= to; number++) {
    // Lists count from 1 again: the nearest before it is meant.
    const last = past.findLastIndex((one) => one.number === String(number))
    let first = last
    while (first > 0 && past[first - 1]!.number === String(number)) first--
    if (last >= 0) found.push(...past.slice(first, last + 1))
  }
  if (found.length === 0)
    return { notUnderstood: `no command ran in step ${from === to ? from : `${from} to ${to}`}` }
  return { commands: found }
}
