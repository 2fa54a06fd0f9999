// Which objects of the cluster a claim is about.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { asWorkload } from './as-workload.ts'
import { belongs, mayHave } from './belongs.ts'
import type { Subject } from './claim.ts'
import { type CommandTarget, selectorFits, targetOf } from './command-target.ts'
import { kindTable } from './kind-table.ts'
import { entryOfKind } from './kinds.ts'
import { descendants, documentedUids, isSame } from './lineage.ts'
import { indexOf, isOfSameSet } from './ordinals.ts'
import { changeOf } from './replaced.ts'
import type { Resolution } from './resolved.ts'
import { type Found, sinceReplacement, which } from './since.ts'
import { objectsTold } from './told-objects.ts'
import type { ClaimWorld } from './world.ts'

/** What the machine makes for itself. */
const ownNamespaces = new Set(['kube-system', 'kube-public', 'kube-node-lease', 'local-path-storage'])

/** How a claim helps to find its objects. */
export interface Clue {
  /** Whether an object has what the claim is about: a claim that names no objects is about those that have it. */
  has?(object: KubeObject): boolean
  /** Whether objects of a resource can have it: where none has, a claim that it is not there is about those. */
  mayHave?(resource: string): boolean
  /** Where nothing is newer than the step before, "new" is what was created last. */
  newest?: boolean
  /** The claim says how many there are. */
  counted?: boolean
  /** It holds where there are none: of what is new that is said of the claim's own step. */
  none?: boolean
}

/** The objects that a claim's subject stands for. Without a subject: those of the last command that names any. */
export async function resolveSubject(
  subject: Subject | undefined,
  world: ClaimWorld,
  clue: Clue = {},
): Promise<Resolution> {
  const resolve = (in_: ClaimWorld): Promise<Found | { why: string }> => find(subject, in_, clue)
  const found = await resolve(world)
  const meant =
    'why' in found || clue.none === true ? found : await sinceReplacement(found, subject, world, resolve)
  return 'why' in meant ? meant : meant.resolved
}

async function find(
  said: Subject | undefined,
  world: ClaimWorld,
  clue: Clue,
): Promise<Found | { why: string }> {
  const subject = said === undefined ? undefined : asMade(said, world)
  if (subject?.unbound === true) return { why: 'it does not say of which kind' }
  if (subject?.elliptical === true && !speaksOfPods(world))
    return { why: 'it does not say of what, and the document has more than pods' }
  const targets = targetsOf(world, subject?.resource)
  const resource = subject?.resource ?? (await resourceFor(subject, world, targets, clue))
  if (resource === undefined) return { why: 'it does not say of which objects' }
  const last = targets.find((one) => one.resource === resource)
  // How many there are is not said of those that an earlier step looked at by name.
  const isOther = isBare(subject) && toldHere(world).some((one) => one.resource === resource)
  const target =
    (clue.counted === true || isOther) && last?.here === false
      ? { ...last, names: [], ...(isOther ? { selector: undefined } : {}) }
      : last
  // "The other Pods": without those that the step's commands have named.
  const others = subject?.which === 'other' && subject.names === undefined ? namesHere(resource, world) : []
  const near = (await Promise.all([world.objects(resource), world.before(resource)])).map((all) =>
    all.filter(({ metadata }) => !others.includes(metadata.name ?? '')),
  ) as [KubeObject[], KubeObject[]]
  const fits = await filterFor(subject, resource, target, world, near[0].concat(near[1]))
  if ('why' in fits) return fits
  const [now, earlier] = near.map((objects) => objects.filter(fits.keeps)) as [KubeObject[], KubeObject[]]
  const known = earlier.map(({ metadata }) => metadata.uid ?? '')
  const found = which(
    subject,
    inOrder(now, resource, world),
    { uids: new Set(known), ofDeletion: world.beforeDeletion?.(resource) },
    clue.newest === true,
  )
  const objects = isBare(subject) ? ofThisStep(found, resource, world) : found
  if (objects.length === 0 && resource === ofCluster && near[0].length > 0)
    return { why: 'which of those of the cluster is meant?' }
  const one =
    subject === undefined
      ? (target?.names.length ?? 0) === 1 || target?.computed === true
      : subject.number === 'one'
  const resolved = {
    resource,
    kind: kindTable.find((entry) => entry.resource === resource)?.kind ?? resource,
    objects,
    earlier,
    ambiguous: one && objects.length > 1,
  }
  return { resolved, change: changeOf(earlier, now) }
}

/** "The Pod", "it", and no more of which. */
const isBare = (subject: Subject | undefined): boolean =>
  subject === undefined ||
  (subject.number === 'one' &&
    ['names', 'which', 'index', 'of', 'step', 'state'].every((one) => !(one in subject)))

/** Of several, the only one that commands of the step told of. */
function ofThisStep(
  objects: readonly KubeObject[],
  resource: string,
  world: ClaimWorld,
): readonly KubeObject[] {
  if (objects.length < 2) return objects
  const names = namesHere(resource, world)
  const told = objects.filter(({ metadata }) => names.includes(metadata.name ?? ''))
  return told.length === 1 ? told : objects
}

const namesHere = (resource: string, world: ClaimWorld): string[] =>
  toldHere(world).flatMap((one) => (one.resource === resource ? one.name : []))

/** The objects of which commands of the claim's step told something. */
const toldHere = ({ commands, step }: ClaimWorld): { resource: string; name: string }[] =>
  commands.flatMap((command) =>
    command.step === step && command.stdout.length < mostPrinted ? objectsTold(command.stdout) : [],
  )

/** "The claim", where the document makes ResourceClaims and no others. */
function asMade(subject: Subject, { documented }: ClaimWorld): Subject {
  const { or, ...rest } = subject
  const makes = (resource: string | undefined): boolean => documented.some((one) => one.resource === resource)
  return or !== undefined && makes(or.resource) && !makes(subject.resource) ? { ...rest, ...or } : subject
}

/** What the cluster itself has, and documents seldom make. */
const ofCluster = 'leases.coordination.k8s.io'

/** Whether what the document made is pods and what has pods, and nothing else that has states of the same names. */
const speaksOfPods = ({ documented }: ClaimWorld): boolean =>
  documented.some(({ resource }) => runsPods.test(resource)) &&
  !documented.some(({ resource }) => /^(?:persistentvolume|certificatesigning|resourceclaim)/.test(resource))
const runsPods = /^(?:pods|(?:deployments|replicasets|statefulsets|daemonsets)\.apps|jobs\.batch)$/

/** What a command names, and whether it is one of the step. */
type Named = CommandTarget & { here: boolean }

/** What the commands of the section name, the likeliest first: the step's last that looks, its others, those before. */
function targetsOf(world: ClaimWorld, resource: string | undefined): Named[] {
  const targets = world.commands.flatMap((command) => {
    const target = targetOf(command)
    return target === undefined || (resource !== undefined && target.resource !== resource)
      ? []
      : [{ step: command.step, target }]
  })
  const rank = ({ step, target }: (typeof targets)[number]): number =>
    step !== world.step ? 2 : isLook(target) ? 0 : 1
  return targets
    .reverse()
    .sort((a, b) => rank(a) - rank(b))
    .map(({ step, target }) => ({ ...target, here: step === world.step }))
}
const isLook = ({ verb }: CommandTarget): boolean => verb === 'get' || verb === 'describe'

async function resourceFor(
  subject: Subject | undefined,
  world: ClaimWorld,
  targets: readonly Named[],
  clue: Clue,
): Promise<string | undefined> {
  const name = subject?.names?.[0]
  if (name !== undefined) {
    const found = new Set(world.documented.filter((one) => one.name === name).map((one) => one.resource))
    const [only] = [...found]
    if (found.size === 1) return only
    return (
      targets.find((one) => (found.size === 0 ? one.names.includes(name) : found.has(one.resource)))
        ?.resource ?? (found.size === 0 ? await resourceOfName(name, world) : undefined)
    )
  }
  if (subject?.kind !== undefined) return entryOfKind(subject.kind)?.resource ?? subject.resource
  const told = [...new Set(toldHere(world).map((one) => one.resource))]
  // Where the step made or changed one thing, and looked at nothing, "it" is that.
  if (clue.has === undefined && told.length === 1 && targets[0]?.here !== true) return told[0]
  const candidates = [
    ...new Set([...targets.map((one) => one.resource), ...world.documented.map((one) => one.resource)]),
  ]
  if (clue.has !== undefined) {
    for (const candidate of candidates.slice(0, mostKinds)) {
      const objects = (await world.objects(candidate)).concat(await world.before(candidate))
      if (objects.some(clue.has)) return candidate
    }
    // What none of them has, another one may.
    if (candidates.length > mostKinds) return undefined
  }
  const made = [...new Set(world.documented.map((one) => one.resource))]
  return (
    (clue.mayHave && candidates.find(clue.mayHave)) ??
    targets[0]?.resource ??
    (made.length === 1 ? made[0] : undefined)
  )
}

/** The one resource, of what comes of what documents make, that has an object of the name, or had one. */
async function resourceOfName(name: string, world: ClaimWorld): Promise<string | undefined> {
  const having: string[] = []
  for (const resource of ['pods', 'nodes', 'replicasets.apps', 'jobs.batch', 'persistentvolumes']) {
    const all = (await world.objects(resource)).concat(await world.before(resource))
    if (all.some(({ metadata }) => metadata.name === name)) having.push(resource)
  }
  return having.length === 1 ? having[0] : undefined
}

/** Of which a claim that names none may be: more no document has that somebody wrote. */
const mostKinds = 64

/** Those that the document creates as it creates them, others by age. */
function inOrder(objects: readonly KubeObject[], resource: string, world: ClaimWorld): KubeObject[] {
  const place = ({ metadata }: KubeObject): number => {
    const at = world.documented.findIndex((one) => one.resource === resource && one.name === metadata.name)
    return at < 0 ? world.documented.length : at
  }
  const born = ({ metadata }: KubeObject): string => String(metadata.creationTimestamp ?? '')
  // Of those of one second: the one that an earlier step had is older.
  const seen = [...(world.everMade?.() ?? [])].map(({ metadata }) => metadata.uid)
  const since = ({ metadata }: KubeObject): number => {
    const at = seen.indexOf(metadata.uid)
    return at < 0 ? seen.length : at
  }
  return [...objects].sort(
    (a, b) => place(a) - place(b) || born(a).localeCompare(born(b)) || since(a) - since(b),
  )
}

interface Filter {
  keeps(object: KubeObject): boolean
}

async function filterFor(
  subject: Subject | undefined,
  resource: string,
  target: CommandTarget | undefined,
  world: ClaimWorld,
  known: readonly KubeObject[],
): Promise<Filter | { why: string }> {
  const tests: ((object: KubeObject) => boolean)[] = []
  const names = subject?.names
  if (names !== undefined) {
    const missing = names.filter(
      (name) =>
        !known.some((object) => isNamed(object, name)) &&
        !world.documented.some((one) => one.name === name) &&
        !world.commands.some((one) => printsName(one, name)) &&
        !known.some((object) => isOfSameSet(object, name)),
    )
    if (missing.length > 0) return { why: `no ${resource} named ${missing.join(', ')} was ever there` }
    tests.push((object) => names.some((name) => isNamed(object, name)))
  }
  if (subject?.type !== undefined) tests.push(({ spec }) => isObject(spec) && spec['type'] === subject.type)
  if (subject?.which === 'changed') {
    const changed = lastChanged(world, resource)
    if (changed === undefined) return { why: `no command before it changes any of ${resource} by name` }
    tests.push(({ metadata }) => changed.includes(metadata.name ?? ''))
  }
  if (subject?.step !== undefined) {
    const made = await madeInStep(subject.step, world)
    if (made === undefined) return { why: `step ${subject.step} made nothing` }
    tests.push((object) => made(resource, object))
  }
  if (subject?.index !== undefined) tests.push((object) => indexOf(object) === subject.index)
  if (subject?.namespace !== undefined) tests.push(({ metadata }) => metadata.namespace === subject.namespace)
  if (subject?.of !== undefined) {
    const owner = await resolveSubject(
      subject.kind === 'Pod' ? await asWorkload(subject.of, world) : subject.of,
      world,
    )
    if ('why' in owner) return owner
    const owners = [...owner.objects, ...owner.earlier]
    if (owners.length === 0) return { why: `there is no ${owner.kind}` }
    const chain = await descendants(owners, world)
    const isOwned = (object: KubeObject): boolean => owners.some((one) => belongs(object, one, chain))
    if (!mayHave(owner.kind, subject.kind) && !known.some(isOwned))
      return { why: `which ${subject.kind} belongs to a ${owner.kind} is not known` }
    tests.push(isOwned)
  }
  if (names === undefined && subject?.of === undefined && subject?.step === undefined)
    tests.push(await byContext(subject, resource, target, world, known))
  return { keeps: (object) => tests.every((test) => test(object)) }
}

/** Whether an object was made in a step, or is of what was made there; undefined where the step made nothing. */
async function madeInStep(
  step: number,
  world: ClaimWorld,
): Promise<((resource: string, object: KubeObject) => boolean) | undefined> {
  const documented = world.documented.filter(({ numbers }) => numbers?.includes(String(step)) === true)
  if (documented.length === 0) return undefined
  const uids = await documentedUids({ ...world, documented })
  return (resource, object) =>
    documented.some((one) => one.resource === resource && isSame(object, one)) ||
    object.metadata.ownerReferences?.some(({ uid }) => uids.has(uid)) === true
}

/** Names in the last command that changes objects of a resource. */
const lastChanged = (world: ClaimWorld, resource: string): string[] | undefined =>
  world.commands
    .map((command) => (command.exitCode === 0 ? targetOf(command) : undefined))
    .findLast(
      (target) =>
        target !== undefined &&
        target.resource === resource &&
        target.names.length > 0 &&
        /^(?:patch|edit|scale|label|annotate|set)$/.test(target.verb),
    )?.names

/** "pod/db-1 condition met": it was there when that was printed, if only within a step. */
const printsName = ({ stdout }: { stdout: string }, name: string): boolean =>
  stdout.length < mostPrinted && stdout.split(/[^\w.-]+/).includes(name)
const mostPrinted = 100_000

/** `Job A` is `a` or ends with `-a`. */
export const isNamed = ({ metadata }: KubeObject, name: string): boolean =>
  metadata.name === name ||
  (/^[A-Z]$/.test(name) &&
    (metadata.name?.toLowerCase() === name.toLowerCase() ||
      metadata.name?.endsWith(`-${name.toLowerCase()}`) === true))

/** Without names: what the document created, or what came of it, or what its command asks for. */
async function byContext(
  subject: Subject | undefined,
  resource: string,
  target: CommandTarget | undefined,
  world: ClaimWorld,
  known: readonly KubeObject[],
): Promise<(object: KubeObject) => boolean> {
  if (
    target !== undefined &&
    (target.names.length > 0 || target.selector !== undefined) &&
    isLook(target) &&
    subject?.which === undefined &&
    !isOfMore(subject, target) &&
    (target.selector === undefined || known.some((object) => fitsTarget(object, target)))
  )
    return (object) => fitsTarget(object, target)
  if (target?.everywhere === true || subject?.namespace !== undefined) return () => true
  const own = world.documented.filter((one) => one.resource === resource)
  const made = await documentedUids(world)
  const namespace = target?.namespace
  const inReach = ({ metadata }: KubeObject): boolean =>
    namespace !== undefined
      ? metadata.namespace === namespace
      : !ownNamespaces.has(metadata.namespace ?? '') && !isBuiltIn(metadata)
  if (own.length > 0)
    return (object) =>
      inReach(object) &&
      !(subject === undefined && isOfNamespace(object)) &&
      (subject?.number !== 'one' || own.some((one) => isSame(object, one)))
  if (made.size > 0 && resource !== 'nodes') {
    return (object) =>
      inReach(object) &&
      (object.metadata.ownerReferences === undefined ||
        object.metadata.ownerReferences.some(({ uid }) => made.has(uid)))
  }
  return inReach
}

/** "Both Deployments", "all pods", where a command looks at one of them by its name. */
const isOfMore = (subject: Subject | undefined, { names }: CommandTarget): boolean =>
  names.length === 1 &&
  subject?.kind !== undefined &&
  (subject.number === 'both' ||
    subject.number === 'all' ||
    (typeof subject.number === 'number' && subject.number > 1))

/** The Service of the API server and its slice. */
const isBuiltIn = ({ name, namespace }: KubeObject['metadata']): boolean =>
  name === 'kubernetes' && namespace === 'default'

/** What every namespace has. */
const isOfNamespace = ({ metadata }: KubeObject): boolean => metadata.name === 'kube-root-ca.crt'

function fitsTarget({ metadata }: KubeObject, target: CommandTarget): boolean {
  if (target.namespace !== undefined && metadata.namespace !== target.namespace) return false
  if (target.names.length > 0) return target.names.includes(metadata.name ?? '')
  return target.selector === undefined || selectorFits(target.selector, metadata.labels)
}
