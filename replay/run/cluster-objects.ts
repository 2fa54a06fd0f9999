// What claims are held against: the objects of the cluster as they are, and as they were at the end of the step before.
import type { KubeObject } from '../../server/apimachinery/json.ts'
import { builtinKubectl } from '../machine/builtin-kubectl.ts'
import type { Machine } from '../machine/machine.ts'
import type { RunningApiserver } from '../runtime.ts'

/** `job.batch/sleep created`. */
const told =
  /^([a-z][a-z0-9]*(?:\.[a-z0-9.-]+)?)\/(\S+) (?:created|configured|unchanged|serverside-applied|replaced|patched|scaled|labeled|annotated|edited)\b/gm
const namespaceFlag = /(?:^|\s)(?:-n|--namespace)[ =]?\s*([a-z0-9-]+)/

/** On the machine's disk, as whoever looks may see everything. */
const kubeconfig = '/var/lib/kepsim/admin.conf'

export interface Documented {
  resource: string
  name: string
  namespace: string
}

export class ClusterObjects {
  private readonly machine: Machine
  /** Of the end of the step before, by resource. */
  private past = new Map<string, readonly KubeObject[]>()
  /** Uids, by resource, of before the last command that deletes something. */
  private deletedFrom = new Map<string, ReadonlySet<string>>()
  /** Resources that the document is about. */
  private readonly watched = new Set(['pods', 'nodes'])
  readonly documented: Documented[] = []
  private knows: RunningApiserver | undefined

  constructor(machine: Machine) {
    this.machine = machine
  }

  /** Takes note of the objects that a command says it made. */
  note(command: string, stdout: string): void {
    const given = namespaceFlag.exec(command)?.[1] ?? 'default'
    for (const [, type, name] of stdout.matchAll(told)) {
      const resource = pluralOf(type!)
      const namespace = ofCluster.test(resource) ? '' : given
      this.watched.add(resource)
      if (
        !this.documented.some(
          (one) => one.resource === resource && one.name === name && one.namespace === namespace,
        )
      )
        this.documented.push({ resource, name: name!, namespace })
    }
  }

  /** Of all namespaces; empty where the server does not serve the resource, or there is none. */
  readonly now = async (resource: string): Promise<readonly KubeObject[]> => {
    this.watched.add(resource)
    const { machine } = this
    const { apiserver } = machine.cluster
    if (apiserver === undefined) return []
    const host = machine.workstation
    if (this.knows !== apiserver) await host.writeFile(kubeconfig, apiserver.kubeconfig('admin'), 0o600)
    this.knows = apiserver
    const { stdout, exitCode } = await builtinKubectl(machine, ['get', resource, '-A', '-o', 'json'], {
      host,
      cwd: machine.workingDirectory,
      env: new Map([
        ['HOME', host.home],
        ['KUBECONFIG', kubeconfig],
      ]),
      stdin: '',
    })
    if (exitCode !== 0 || stdout.trim() === '') return []
    return (JSON.parse(stdout) as { items?: KubeObject[] }).items ?? []
  }

  readonly before = async (resource: string): Promise<readonly KubeObject[]> => {
    this.watched.add(resource)
    return this.past.get(resource) ?? []
  }

  readonly beforeDeletion = (resource: string): ReadonlySet<string> | undefined =>
    this.deletedFrom.get(resource)

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

  /** A step has ended: what is now is what later steps call "before". */
  async remember(): Promise<void> {
    if (this.machine.cluster.apiserver === undefined) return
    const past = new Map<string, readonly KubeObject[]>()
    for (const resource of this.watched) past.set(resource, await this.now(resource))
    this.past = past
  }
}

/** What is in no namespace, of what scripts create. */
const ofCluster =
  /^(?:nodes|namespaces|persistentvolumes|clusterroles|clusterrolebindings|customresourcedefinitions|priorityclasses|runtimeclasses|ingressclasses|apiservices|flowschemas|prioritylevelconfigurations|ipaddresses|servicecidrs|deviceclasses|resourceslices|certificatesigningrequests|clustertrustbundles|storageclasses|csidrivers|csinodes|volumeattachments|volumeattributesclasses|(?:validating|mutating)\w+)(?:\.|$)/

/** `job.batch` as `jobs.batch`. */
function pluralOf(type: string): string {
  const [name = '', ...group] = type.split('.')
  const plural = /(?:s|x|ch)$/.test(name)
    ? name === 'endpoints'
      ? name
      : `${name}es`
    : /[^aeiou]y$/.test(name)
      ? `${name.slice(0, -1)}ies`
      : `${name}s`
  return [plural, ...group].join('.')
}
