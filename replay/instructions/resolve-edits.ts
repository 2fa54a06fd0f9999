// Edits in a document's words as edits of the machine's files: which gate "the feature" is, which release "the previous one".
import { compare } from 'semver'
import { parseDocument } from '../../component-base/yaml.ts'
import type { Edit } from '../machine/edits.ts'
import { noRelease, releaseOf } from '../machine/git.ts'
import type { Machine } from '../machine/machine.ts'
import type { Reason } from '../reason.ts'
import { betaApis } from './beta-apis.ts'
import type { WantedEdit, WantedGate } from './instruction.ts'
import type { CarriedOut, InstructionWorld } from './world.ts'

type Resolved =
  | { edits: Edit[] }
  | Extract<CarriedOut, { notUnderstood: string } | { couldNotRun: string; reason: Reason }>

/**
 * @param text of the sentence: "gates" means each of several
 * @param line of the sentence: "the following" is the next block after it
 */
export function resolveEdits(
  wanted: readonly WantedEdit[],
  text: string,
  line: number,
  world: InstructionWorld,
): Resolved {
  const edits: Edit[] = []
  for (const one of wanted) {
    const found = resolve(one, text, line, world)
    if (!('edits' in found)) return found
    edits.push(...found.edits)
  }
  return { edits }
}

function resolve(wanted: WantedEdit, text: string, line: number, world: InstructionWorld): Resolved {
  if (wanted.kind === 'gate') return gates(wanted, text, world)
  if (wanted.kind === 'release') {
    const { direction = 'newer' } = wanted
    const release = wanted.release ?? seenRelease(world.machine, direction)
    if (release === undefined)
      return { notUnderstood: `no ${direction} release is named, and none ran before` }
    const tag = tagOf(world.machine, release)
    return tag === undefined
      ? {
          couldNotRun: noRelease(world.machine.checkout, release),
          reason: { code: 'no such release', release },
        }
      : { edits: [{ kind: 'release', release: tag }] }
  }
  if (wanted.kind === 'beta-api') {
    const apis = betaApis(text, world)
    return apis.length === 0
      ? {
          notUnderstood:
            'no API of the release that is not served by default has a kind that the document names',
        }
      : { edits: apis.map((api) => ({ kind: 'api', api, on: wanted.on })) }
  }
  if (wanted.kind === 'fields-below') return fieldsBelow(line, world)
  if (wanted.kind === 'field-removed')
    return { edits: [{ kind: 'field', field: wanted.field, value: undefined }] }
  return { edits: [wanted] }
}

/** The fields that the next block shows. */
function fieldsBelow(line: number, { blocks }: InstructionWorld): Resolved {
  const block = blocks.find((one) => one.line > line)
  // "..." stands for what does not matter here.
  const text = block?.text.replace(/^\s*(?:#\s*)?(?:\.{3}|…)\s*$/gm, '')
  const document = text === undefined ? undefined : parseDocument(text, { logLevel: 'error' })
  const fields = document?.errors.length === 0 ? (document.toJS() as unknown) : undefined
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { notUnderstood: 'the document shows no fields of a configuration there' }
  const kind = 'kind' in fields ? String(fields.kind) : undefined
  if (kind !== undefined && !/^Kube(?:let|Proxy)Configuration$/.test(kind))
    return { notUnderstood: `the document shows a ${kind} there, which no component of a node reads` }
  const own = Object.entries(fields).filter(([name]) => name !== 'kind' && name !== 'apiVersion')
  return { edits: own.map(([field, value]) => ({ kind: 'field', field, value })) }
}

function gates(wanted: WantedGate, text: string, world: InstructionWorld): Resolved {
  const { value, was } = wanted
  const as = (gate: string): Edit => ({ kind: 'gate', gate, value, ...(was === undefined ? {} : { was }) })
  if (wanted.gate !== undefined)
    return world.isGate?.(wanted.gate) === false && !isCalledGate(wanted.gate, text)
      ? { notUnderstood: `${wanted.gate} is no feature gate of any release` }
      : { edits: [as(wanted.gate)] }
  const meant = /\b(?:gates|flags|features)\b/i.test(text) ? world.gates : gatesMeant(world)
  if (meant.length === 0)
    return { notUnderstood: 'it does not say which feature gate is meant, and the document names none' }
  if (meant.length > 1 && !/\b(?:gates|flags|features)\b/i.test(text))
    return { notUnderstood: `it does not say which feature gate is meant: ${meant.join(', ')}` }
  return { edits: meant.map(as) }
}

/** "`--feature-gates=NoSuch=true`", "the feature gate `NoSuch`": a component that is given it does not start. */
const isCalledGate = (name: string, text: string): boolean =>
  text.includes(`${name}=`) || /\bfeature[\s-]+(?:gate|flag)/i.test(text)

/** Those that "the gate" may mean: of several gates of a document, those that something set already. */
export function gatesMeant({
  machine,
  gates,
}: Pick<InstructionWorld, 'machine' | 'gates'>): readonly string[] {
  if (gates.length === 1) return gates
  const set = new Set([...machine.cluster.records.values()].flatMap((record) => Object.keys(record.gates)))
  const found = gates.filter((gate) => set.has(gate))
  return found.length === 0 ? gates : found
}

/** The tag that images and packages of a release have; undefined where it cannot be simulated. */
export function tagOf(machine: Machine, release: string): string | undefined {
  const { checkout } = machine
  if (release === 'master') return machine.sources.fullRelease(checkout.newest)
  for (const ref of [`v${release}`, `release-${release}`]) {
    const found = releaseOf(checkout, ref)
    // A tag with its patch number is given on as it stands: `--branch` may say what stands for it.
    if (found.ok) return /\.\d+\./.test(release) ? release : machine.sources.fullRelease(found.release)
  }
  return undefined
}

/** The last that ran and is older, or newer, than the server is. */
function seenRelease(machine: Machine, direction: 'older' | 'newer'): string | undefined {
  const now = machine.cluster.records.get('kube-apiserver')?.release
  if (now === undefined) return undefined
  const full = (release: string): string => machine.sources.fullRelease(release)
  const wanted = direction === 'older' ? -1 : 1
  return machine.cluster.releases.findLast((one) => Math.sign(compare(full(one), full(now))) === wanted)
}
