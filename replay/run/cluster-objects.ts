// What claims are held against: the objects of the cluster as they are, and as they were at the end of the step before.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { RunningServer } from '../../cluster/component-start.ts'
import { changeOf } from '../claims/replaced.ts'
import { toldObjects } from '../claims/told-objects.ts'
import type { Asked, ClaimWorld, LastChange, ServedResource } from '../claims/world.ts'
import { builtinKubectl } from '../machine/builtin-kubectl.ts'
import type { Machine } from '../machine/machine.ts'
import type { GateFacts } from '../runtime.ts'
import type { ServerChanges } from './server-changes.ts'

const namespaceFlag = /(?:^|\s)(?:-n|--namespace)[ =]?\s*([a-z0-9-]+)/

/** What may say a namespace in other ways than by its name after a flag: a variable, a manifest here or in a file. */
const elsewhere = /(?:-n|--namespace)[ =]?\s*["']?\$|\bnamespace\b|-f[ =]?(?!\s*-(?:\s|$))|--filename|\s-k\b/

/** On the machine's disk, as whoever looks may see everything. */
const kubeconfig = '/var/lib/kepsim/admin.conf'

/** An object that the document's own steps made, by which "the Pod" is understood. */
export interface Documented {
  resource: string
  name: string
  namespace: string
  /** Of the steps that made it, as the document has them. */
  numbers: string[]
}

/** The objects of the cluster now and at the end of the step before. */
export class ClusterObjects {
  private readonly machine: Machine
  /** Of the end of the step before, by resource. */
  private past = new Map<string, readonly KubeObject[]>()
  /** Of the beginning of the steps that replaced something, the last first. */
  private readonly replacedFrom: ClaimWorld['before'][] = []
  /** The last step that changed something. */
  lastChange: LastChange | undefined
  /** Uids, by resource, of before the last command that deletes something. */
  private deletedFrom = new Map<string, ReadonlySet<string>>()
  /** Resources that the document is about. */
  private readonly watched = new Set(['pods', 'nodes', 'leases.coordination.k8s.io'])
  private readonly first = new Map<string, KubeObject>()
  readonly documented: Documented[] = []
  /** The kubeconfig may name another namespace than the default one. */
  private setsNamespace = false
  private knows: RunningServer | undefined
  private readonly changes: ServerChanges
  private readonly ofCluster: (resource: string) => boolean
  /** The last answers, with what tells whether they still hold. */
  private readonly read = new Map<string, { stamp: string; objects: readonly KubeObject[] }>()

  /** @param more resources that claims will be about */
  constructor(
    machine: Machine,
    changes: ServerChanges,
    { ofCluster = () => false }: Pick<GateFacts, 'ofCluster'>,
    more: readonly string[] = [],
  ) {
    this.ofCluster = ofCluster
    this.machine = machine
    this.changes = changes
    for (const resource of more) this.watched.add(resource)
  }

  /** Takes note of the objects that a command says it made. */
  async note(command: string, stdout: string, number: string | undefined): Promise<void> {
    this.setsNamespace ||= /\bset-context\b/.test(command)
    const asks = this.setsNamespace || elsewhere.test(command)
    const given = namespaceFlag.exec(command)?.[1] ?? (asks ? undefined : 'default')
    for (const { resource, name } of toldObjects(stdout)) {
      this.watched.add(resource)
      const namespace = this.ofCluster(resource) ? '' : (given ?? (await this.namespaceOf(resource, name)))
      const known = this.documented.find(
        (one) => one.resource === resource && one.name === name && one.namespace === namespace,
      )
      const made = known ?? { resource, name, namespace, numbers: [] }
      if (known === undefined) this.documented.push(made)
      if (number !== undefined && !made.numbers.includes(number)) made.numbers.push(number)
    }
  }

  /** Of an object whose command does not say it: a variable, a manifest or the kubeconfig has it. */
  private async namespaceOf(resource: string, name: string): Promise<string> {
    const found = (await this.now(resource)).flatMap(({ metadata }) =>
      metadata.name === name ? (metadata.namespace ?? []) : [],
    )
    return found.includes('default') ? 'default' : (found[0] ?? 'default')
  }

  /** Of all namespaces; empty where the server does not serve the resource, or there is none. */
  readonly now = async (resource: string): Promise<readonly KubeObject[]> => {
    this.watched.add(resource)
    const stamp = await this.changes.stamp(resource)
    const known = this.read.get(resource)
    if (stamp !== undefined && known?.stamp === stamp) return known.objects
    const objects = await this.list(resource)
    if (stamp !== undefined) this.read.set(resource, { stamp, objects })
    return objects
  }

  private async list(resource: string): Promise<readonly KubeObject[]> {
    const stdout = await this.kubectl(['get', resource, '-A', '-o', 'json'])
    return stdout === undefined || stdout.trim() === ''
      ? []
      : ((JSON.parse(stdout) as { items?: KubeObject[] }).items ?? [])
  }

  /** The group versions that are served, as `policy/v1`; undefined where no server answers. */
  readonly served = async (): Promise<readonly string[] | undefined> =>
    (await this.kubectl(['api-versions']))?.trim().split('\n')

  /** The resources that are served, as discovery lists them. */
  readonly resources = async (): Promise<readonly ServedResource[] | undefined> =>
    (await this.kubectl(['api-resources', '--no-headers']))
      ?.trim()
      .split('\n')
      .map((line) => {
        const words = line.trim().split(/\s+/)
        const [version = '', , kind = ''] = words.slice(-3)
        return { name: words[0] ?? '', kind, version }
      })

  /** Whether somebody may do something, as the server decides; undefined where no server answers. */
  readonly may = async ({ user, verb, resource, namespace }: Asked): Promise<boolean | undefined> => {
    const said = await this.answer(['auth', 'can-i', verb, resource, '-n', namespace, '--as', user])
    const answer = said?.stdout.trim()
    return answer === 'yes' ? true : answer === 'no' ? false : undefined
  }

  /** The log of a pod's container, or of all of them; undefined where there is none. */
  readonly log = ({ metadata }: KubeObject, container?: string): Promise<string | undefined> =>
    this.kubectl([
      'logs',
      ...['-n', metadata.namespace ?? 'default'],
      ...(container === undefined ? ['--all-containers'] : ['-c', container]),
      metadata.name ?? '',
    ])

  /** What a command prints for one who may see everything; undefined where it fails or there is no server. */
  private async kubectl(args: string[]): Promise<string | undefined> {
    const said = await this.answer(args)
    return said?.exitCode === 0 ? said.stdout : undefined
  }

  private async answer(args: string[]): Promise<{ stdout: string; exitCode: number } | undefined> {
    const { machine } = this
    const { apiserver } = machine.cluster
    if (apiserver === undefined) return undefined
    const host = machine.computers.workstation
    if (this.knows !== apiserver) await host.writeFile(kubeconfig, apiserver.kubeconfig('admin'), 0o600)
    this.knows = apiserver
    const { stdout, exitCode } = await builtinKubectl(machine, args, {
      host,
      cwd: machine.workingDirectory,
      env: new Map([
        ['HOME', host.home],
        ['KUBECONFIG', kubeconfig],
        // The document's preferences change what its own commands show, and not what is.
        ['KUBECTL_KUBERC', 'false'],
      ]),
      stdin: '',
    })
    return { stdout, exitCode }
  }

  readonly before = async (resource: string): Promise<readonly KubeObject[]> => {
    this.watched.add(resource)
    return this.past.get(resource) ?? []
  }

  readonly beforeDeletion = (resource: string): ReadonlySet<string> | undefined =>
    this.deletedFrom.get(resource)

  get beforeReplacements(): ClaimWorld['beforeReplacements'] {
    return this.replacedFrom
  }

  /** An object as it was at the end of the first step that had it. */
  readonly asMade = (uid: string): KubeObject | undefined => this.first.get(uid)

  /** All objects as they were at the end of the first step that had them. */
  readonly everMade = (): Iterable<KubeObject> => this.first.values()

  /** Something is going to be deleted: what comes up in its place is told from what was there. */
  async deletes(): Promise<void> {
    const uids = new Map<string, ReadonlySet<string>>()
    for (const resource of this.watched)
      uids.set(resource, new Set((await this.now(resource)).map(({ metadata }) => metadata.uid ?? '')))
    this.deletedFrom = uids
  }

  /** Whether there are pods of the document's, and all of them run or have ended well. */
  async podsRun(): Promise<boolean> {
    const pods = (await this.now('pods')).filter(
      ({ metadata }) => !/^kube-/.test(String(metadata?.namespace)),
    )
    const phases = pods.map((pod) => (pod['status'] as { phase?: string } | undefined)?.phase)
    return pods.length > 0 && phases.every((phase) => phase === 'Running' || phase === 'Succeeded')
  }

  /** @param now at the end of a step; `past` is still of its beginning */
  private noteReplacements(now: ReadonlyMap<string, readonly KubeObject[]>): void {
    const { past } = this
    const isReplaced = ([resource, objects]: [string, readonly KubeObject[]]): boolean => {
      const { made, gone } = changeOf(past.get(resource) ?? [], objects)
      return made && gone
    }
    if ([...now].some(isReplaced)) this.replacedFrom.unshift(async (resource) => past.get(resource) ?? [])
  }

  /** A step has ended: what is now is what later steps call "before". @param acts how many of its commands changed something */
  async remember(acts: number): Promise<void> {
    if (this.machine.cluster.apiserver === undefined) return
    const { past: atStart } = this
    if (acts > 0) this.lastChange = { acts, before: async (resource) => atStart.get(resource) ?? [] }
    const past = new Map<string, readonly KubeObject[]>()
    for (const resource of this.watched) past.set(resource, await this.now(resource))
    this.noteReplacements(past)
    this.past = past
    for (const object of [...past.values()].flat()) {
      const { uid } = object.metadata
      if (uid !== undefined && !this.first.has(uid)) this.first.set(uid, object)
    }
  }
}
