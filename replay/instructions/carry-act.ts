// What prose has its reader do to objects, as kubectl commands on the objects that the document has.
import { parseAllDocuments } from '../../component-base/yaml.ts'
import { filesRead } from '../files-read.ts'
import { toYaml } from '../machine/yaml-text.ts'
import { behindService } from './behind-service.ts'
import { sizeSaid } from './image-sizes.ts'
import type { ActInstruction } from './instruction.ts'
import { addressesGiven, servicesInFront } from './load-balancers.ts'
import { kindOf } from './objects-in.ts'
import { namesBehindKinds } from './plain-names.ts'
import { carryFieldSetting } from './set-field.ts'
import { shownWorkload } from './shown-workloads.ts'
import { type Surroundings, toldObjects } from './told-objects.ts'
import { unshownNumber } from './unit-values.ts'
import type { CarriedOut, Deed, InstructionWorld, PastCommand, ShownBlock } from './world.ts'

interface MadeObject {
  /** kubectl's name of its kind. */
  kind: string
  name: string
  namespace: string | undefined
  manifest: Manifest
  /** Of the steps that made it. */
  numbers: readonly string[]
}

interface Manifest {
  kind?: unknown
  metadata?: { name?: unknown; generateName?: unknown; namespace?: unknown }
  spec?: {
    type?: unknown
    selector?: { matchLabels?: Record<string, string> }
    replicas?: number
    parallelism?: number
    completions?: number
  }
}

/** The commands that create, delete, scale or change objects as prose tells. */
export async function carryAct(act: ActInstruction, world: InstructionWorld): Promise<CarriedOut> {
  if (act.verb === 'change' && act.image === undefined && act.setting === undefined)
    return { notUnderstood: 'it does not say in commands what is to be changed' }
  const made = await objectsMade(world)
  if (act.setting !== undefined) return carryFieldSetting(act.setting, made, world)
  if (act.verb === 'create' && act.same.length > 0) {
    const again = made.filter(({ kind }) => act.same.includes(kind))
    if (act.same.every((kind) => again.some((one) => one.kind === kind)))
      return {
        deeds: createdAs(
          again.map(({ manifest }) => manifest),
          made,
          world,
        ),
      }
  }
  if (act.verb === 'create' && !act.another) {
    const shown = shownAfter(act, world) ?? shownBefore(act, made, world)
    if (shown !== undefined) return shown
  }
  const stranger = strangerIn(act, made)
  if (stranger !== undefined) return { notUnderstood: `the document does not show ${stranger}` }
  const meant = objectsMeant(act, made)
  if (act.verb === 'create' && (meant.length === 0 || toldAnew(act) || describesAnother(act))) {
    const told = toldObjects(act, surroundings(act, made, world)) ?? servicesInFront(act, made)
    return told === undefined ? unknown(act) : { deeds: createdAs(behindService(told, made), made, world) }
  }
  const typed = typedByName(act, world)
  if (meant.length === 0 && typed !== undefined) return { deeds: typed }
  if (meant.length === 0)
    return act.verb === 'delete' || act.verb === 'recreate' ? podsOfMade(act, made) : unknown(act)
  const other = act.verb === 'create' ? otherThanMade(act, meant) : undefined
  if (other !== undefined) return { notUnderstood: `what was made before has not "${other}"` }
  if (meant.length > 1 && !act.all && act.names.length < 2)
    return { notUnderstood: `it does not say which is meant: ${meant.map(nameOf).join(', ')}` }
  if (act.verb === 'scale' && act.replicas === undefined)
    return { notUnderstood: 'it does not say to how many replicas' }
  return { deeds: meant.flatMap((object) => commandsFor(act, object).map((text) => ({ text }))) }
}

/** "Create the same Pod with two gates", of one that has one: the number. */
const otherThanMade = ({ part }: ActInstruction, meant: readonly MadeObject[]): string | undefined =>
  unshownNumber(
    /\swith\s.*/s.exec(part)?.[0] ?? '',
    meant.map(({ manifest }) => toYaml(manifest)),
  )

/** Objects that are deleted by kind and name, where commands before have made them otherwise than by a manifest. */
function typedByName(
  { verb, object, names }: ActInstruction,
  { commands, machine }: InstructionWorld,
): Deed[] | undefined {
  if (verb !== 'delete' || object === undefined || names.length === 0) return undefined
  const nodes = object === 'node' ? (machine.kubeadm?.plan.nodes ?? []) : []
  const words = nodes
    .map(({ name }) => name)
    .concat(commands.flatMap(({ text }) => (makes.test(text) ? text.split(/[\s/'"]+/) : [])))
  if (!names.every((name) => words.includes(name))) return undefined
  return [{ text: `kubectl delete ${object} ${names.join(' ')}` }]
}
const makes = /\bkubectl\s(?:\S+\s+){0,4}?(?:create|run|expose|autoscale)\s/

/** With what a load balancer that the document says runs makes of them. */
function createdAs(
  manifests: readonly Manifest[],
  made: readonly MadeObject[],
  { prose = [] }: InstructionWorld,
): Deed[] {
  const all = [...made.map(({ manifest }) => manifest), ...manifests]
  const addresses = addressesGiven(
    all,
    prose.map(({ text }) => text),
  )
  return manifests.flatMap((manifest): Deed[] => {
    const { kind, metadata } = manifest
    const ip = kind === 'Service' ? addresses.get(String(metadata?.name)) : undefined
    if (ip === undefined) return [{ text: applied(manifest) }]
    const status = { status: { loadBalancer: { ingress: [{ ip }] } } }
    const patch = `kubectl patch service ${String(metadata?.name)} --subresource=status --type=merge -p '${JSON.stringify(status)}'`
    return [{ text: applied(manifest) }, { text: patch }]
  })
}

function surroundings(
  { line }: ActInstruction,
  made: readonly MadeObject[],
  { fieldPaths, outputs = [], prose = [] }: InstructionWorld,
): Surroundings {
  return {
    taken: new Set(made.map(({ name }) => name)),
    paths: fieldPaths,
    listed: namesListed(line, prose),
    imageSize: sizeSaid(line, prose),
    shown: (kind) => shownWorkload(kind, line, outputs),
  }
}

/** Names that the items below a sentence begin with: "web1 - the server". */
function namesListed(line: number, prose: readonly ShownBlock[]): string[] {
  const first = prose.findIndex((one) => one.line > line)
  const names = (first < 0 ? [] : prose.slice(first)).map(({ text, line: own }, at) =>
    own === line + at + 1 ? /^\W*`?([a-z][a-z0-9-]{0,40})`?\s*(?:[-–—:]\s|$)/.exec(text)?.[1] : undefined,
  )
  const end = names.indexOf(undefined)
  return (end < 0 ? names : names.slice(0, end)).filter((name) => name !== undefined)
}

/** "Create a pod with a volume": whether it is what was made before, nobody knows. */
const describesAnother = ({ names, part }: ActInstruction): boolean =>
  names.length === 0 &&
  /^\w+\s+(?:an?\s|one\s|test\s|new\s)[^.;]*?\b(?:with|that|which|whose|having|of type)\b/i.test(part) &&
  !/\b(?:same|again|once more|manifest|ya?ml|file|spec|definition|template|above|below|earlier|previous(?:ly)?)\b/i.test(
    part,
  )

/** "Deploy two pods": others than those that were made before. */
const toldAnew = ({ names, part }: ActInstruction): boolean =>
  names.length === 0 && /^\w+\s+(?:\d{1,2}|two|three|four|five)\s/i.test(part)

/** "The deployment web", of which the document knows only a deployment `nginx`. */
function strangerIn(
  { part, names, another, object }: ActInstruction,
  made: readonly MadeObject[],
): string | undefined {
  // "The same Service `a`", of a Pod of that name.
  const alike = made.filter(({ name }) => names.includes(name))
  if (/\bsame\b/i.test(part) && alike.length > 0 && !alike.some(({ kind }) => kind === object))
    return object === undefined ? undefined : `${object} ${names.join(', ')}`
  if (names.length > 0 || another) return undefined
  return namesBehindKinds(part)
    .filter(({ kind, name }) => {
      const known = made.filter((one) => one.kind === kind)
      return known.length > 0 && !known.some((one) => one.name === name)
    })
    .map(({ kind, name }) => `${kind} ${name}`)[0]
}

const unknown = (act: ActInstruction): CarriedOut => ({
  notUnderstood:
    act.names.length > 0
      ? `the document does not show ${act.names.join(', ')}`
      : `the document does not show the ${act.object ?? 'object'}`,
})
const nameOf = ({ kind, name }: MadeObject): string => `${kind}/${name}`
const inNamespace = ({ namespace }: MadeObject): string => (namespace === undefined ? '' : ` -n ${namespace}`)

function commandsFor(act: ActInstruction, object: MadeObject): string[] {
  const target = `${object.kind} ${object.name}${inNamespace(object)}`
  switch (act.verb) {
    case 'delete':
      return [`kubectl delete ${target}`]
    case 'recreate':
      return [`kubectl delete ${target} --ignore-not-found`, applied(object.manifest)]
    case 'scale':
      return [`kubectl scale ${target} --replicas=${act.replicas}`]
    case 'change':
      return [`kubectl set image ${object.kind}/${object.name}${inNamespace(object)} '*=${act.image}'`]
    case 'restart':
      return [`kubectl rollout restart ${target}`]
    default:
      return [applied(act.another ? renamed(object) : object.manifest)]
  }
}

const applied = (manifest: Manifest): string => `kubectl apply -f - <<'EOF'\n${JSON.stringify(manifest)}\nEOF`

const renamed = ({ manifest, name }: MadeObject): Manifest => ({
  ...manifest,
  metadata: { ...manifest.metadata, name: `${name}-2` },
})

function objectsMeant(act: ActInstruction, made: readonly MadeObject[]): MadeObject[] {
  const numbered =
    act.step === undefined ? made : made.filter(({ numbers }) => numbers.includes(String(act.step)))
  const named = numbered.filter(({ name }) => act.names.includes(name))
  if (named.length > 0) return named
  if (act.names.length > 0 && !act.another) return []
  if (act.object === undefined) return numbered.slice(-1)
  const ofKind = numbered.filter(({ kind }) => kind === act.object)
  return act.another || (act.verb !== 'delete' && act.verb !== 'recreate') ? ofKind.slice(-1) : ofKind
}

/** Pods that nobody made by hand belong to what was made last. */
function podsOfMade(act: ActInstruction, made: readonly MadeObject[]): CarriedOut {
  const owner = made.findLast(({ kind }) =>
    /^(?:deployment|job|statefulset|daemonset|replicaset)$/.test(kind),
  )
  if (act.verb !== 'delete' || act.object !== 'pod' || act.names.length > 0 || owner === undefined)
    return unknown(act)
  if (!act.all && !hasOnePod(owner))
    return { notUnderstood: `it does not say which of the pods of ${nameOf(owner)} is meant` }
  const labels =
    owner.kind === 'job' ? { 'job-name': owner.name } : (owner.manifest.spec?.selector?.matchLabels ?? {})
  const selector = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
  return selector === ''
    ? unknown(act)
    : { deeds: [{ text: `kubectl delete pods -l ${selector}${inNamespace(owner)}` }] }
}

/** Of what is asked for no more than one pod is made. */
const hasOnePod = ({ manifest: { spec } }: MadeObject): boolean =>
  [spec?.replicas, spec?.parallelism, spec?.completions].every((count) => (count ?? 1) === 1)

/** "Create a Service:" and a block with a Service in it. */
function shownAfter(act: ActInstruction, { blocks }: InstructionWorld): CarriedOut | undefined {
  const block = blocks.find(({ line }) => line > act.line)
  if (block === undefined || block.line - act.line > 12) return undefined
  const objects = manifestsIn(block.text)
  const fits = objects.some(({ kind }) => act.object === undefined || kindOf(String(kind)) === act.object)
  if (fits && block.given === true) return { deeds: [] }
  const ended = block.text.endsWith('\n') ? block.text : `${block.text}\n`
  return fits ? { deeds: [{ text: `kubectl apply -f - <<'EOF'\n${ended}EOF` }], uses: block.line } : undefined
}

/** "Apply this DaemonSet.", of which the block right above is one that nothing has made; "Apply it.": whatever that is. */
function shownBefore(
  act: ActInstruction,
  made: readonly MadeObject[],
  { blocks }: InstructionWorld,
): CarriedOut | undefined {
  const isIt = act.object === undefined && /^\w+\s+it\b/i.test(act.part)
  if (!isIt && !/^\w+\s+(?:this|these|the above|that)\b|\babove\b/i.test(act.part)) return undefined
  const block = blocks.findLast(({ line }) => line < act.line)
  const lines = block?.text.trimEnd().split('\n').length ?? 0
  if (block === undefined || block.given === true || act.line - block.line - lines > 4) return undefined
  const objects = manifestsIn(block.text)
  const isMade = objects.some(({ metadata }) => made.some(({ name }) => name === metadata?.name))
  if (isMade || !objects.some(({ kind }) => isIt || kindOf(String(kind)) === act.object)) return undefined
  return { deeds: [{ text: `kubectl apply -f - <<'EOF'\n${block.text.trimEnd()}\nEOF` }], uses: block.line }
}

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text, { logLevel: 'error' }).flatMap((document) => {
    if (document.errors.length > 0) return []
    const object = document.toJS() as (Manifest & { apiVersion?: unknown }) | null
    return typeof object === 'object' &&
      typeof object?.apiVersion === 'string' &&
      typeof object.kind === 'string' &&
      !object.apiVersion.startsWith('kind.x-k8s.io/')
      ? [object]
      : []
  })
}

/** The objects that the commands so far gave to the server, each once, as it was given last. */
async function objectsMade({ commands, machine }: InstructionWorld): Promise<MadeObject[]> {
  const made = new Map<string, MadeObject>()
  for (const command of commands) {
    if (!/\b(?:create|apply|replace)\b/.test(command.text)) continue
    for (const manifest of await given(command, machine)) {
      const object = asMade(manifest, command)
      if (object === undefined) continue
      const name = nameOf(object)
      const numbers = [...(made.get(name)?.numbers ?? []), ...object.numbers]
      made.delete(name)
      made.set(name, { ...object, numbers })
    }
  }
  return [...made.values()]
}

async function given(
  { text, command }: PastCommand,
  machine: InstructionWorld['machine'],
): Promise<Manifest[]> {
  const heredoc = /<<-?\s*["']?(\w+)["']?[^\n]*\n([\s\S]*?)\n\1/.exec(text)?.[2]
  const files = await Promise.all(
    filesRead(command).map((path) => machine.readFile(machine.absolute(path)).catch(() => '')),
  )
  return [heredoc ?? '', ...files].flatMap(manifestsIn)
}

function asMade(manifest: Manifest, { number }: PastCommand): MadeObject | undefined {
  const { name, namespace } = manifest.metadata ?? {}
  const kind = String(manifest.kind)
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name)) return undefined
  const known = typeof namespace === 'string' && /^[\w-]+$/.test(namespace)
  return {
    kind: kindOf(kind) ?? kind.toLowerCase(),
    name,
    namespace: known ? namespace : undefined,
    manifest,
    numbers: number === undefined ? [] : [number],
  }
}
