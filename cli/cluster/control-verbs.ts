// What a running cluster does for `kepsim cluster`: the words of a command line as calls of the library.
import type { Cluster } from '../../cluster/cluster.ts'
import { ClusterUsageError } from '../../cluster/cluster-errors.ts'
import type {
  ClusterComponent,
  ClusterReleases,
  ComponentState,
  LoggingComponent,
} from '../../cluster/cluster-options.ts'
import { ClusterSnapshot } from '../../cluster/cluster-snapshot.ts'
import { valueType } from '../../component-base/flags/value-types.ts'
import { didYouMean } from '../../component-base/nearest.ts'
import { textTable } from '../../component-base/text-table.ts'
import { UsageError } from '../usage-error.ts'
import { checkFile } from '../writable-place.ts'
import type { ControlRequest } from './control-message.ts'

/** An answer for people and for programs. */
export interface Told {
  text: string
  data: unknown
}

type Verb = (cluster: Cluster, request: ControlRequest) => Promise<Told>

/** The components of a cluster, as a table. */
export function statesText(states: readonly ComponentState[]): string {
  const rows = states.map(({ name, release, featureGates, down }) => [
    name,
    release,
    down ? 'down' : 'running',
    Object.entries(featureGates)
      .map(([gate, on]) => `${gate}=${on}`)
      .join(','),
  ])
  return textTable(['COMPONENT', 'RELEASE', 'STATE', 'GATES'], rows)
}

const changed = (cluster: Cluster): Told => ({
  text: statesText(cluster.states()),
  data: { components: cluster.states() },
})

const components = ['apiserver', 'kubelet', 'kube-proxy']
const changeable = ['all', ...components]

/** `kubelet/node-1` → its parts; `kube-apiserver` and `apiserver` are the same. Throws UsageError. */
export function componentOf(text: string, names: readonly string[]): { component: string; name?: string } {
  const [first = '', name, ...more] = text.split('/')
  const same = ['apiserver', 'kube-apiserver']
  const component = same.includes(first) ? names.find((known) => same.includes(known)) : first
  if (component === undefined || !names.includes(component) || more.length > 0 || name === '')
    throw new UsageError(
      `there is no component "${text}"${didYouMean(first, names) || `: one of ${names.join(', ')}, with /NAME for a single one`}`,
    )
  return name === undefined ? { component } : { component, name }
}

/** `kubelet=1.35 kubelet/node-1=1.34` → the releases. Throws UsageError. */
export function releasesOf(words: readonly string[]): ClusterReleases {
  const releases: { -readonly [Key in keyof ClusterReleases]: ClusterReleases[Key] } = {}
  for (const word of words) {
    const [what = '', release, ...more] = word.split('=')
    if (release === undefined || release === '' || more.length > 0)
      throw new UsageError(`"${word}": write COMPONENT=RELEASE, as kubelet=1.35 or all=1.36`)
    const { component, name } = componentOf(what, changeable)
    if (component === 'all' && name === undefined)
      Object.assign(releases, { apiserver: release, kubelet: release, kubeProxy: release })
    else if (component === 'apiserver' && name === undefined) releases.apiserver = release
    else if (component === 'apiserver') releases.apiservers = { ...releases.apiservers, [name!]: release }
    else if (component === 'kubelet' && name === undefined) releases.kubelet = release
    else if (component === 'kubelet') releases.nodes = { ...releases.nodes, [name!]: release }
    else if (component === 'kube-proxy' && name === undefined) releases.kubeProxy = release
    else throw new UsageError(`"${word}": releases of ${component} change on all nodes at once`)
  }
  return releases
}

function gatesOf(text: string): Record<string, boolean> {
  try {
    const gates = valueType('mapStringBool').set(undefined, text) as ReadonlyMap<string, boolean>
    return Object.fromEntries(gates)
  } catch (error) {
    throw new UsageError(`gates ${text}: ${(error as Error).message}`)
  }
}

const one = ({ verb, words }: ControlRequest, what: string): string => {
  if (words.length !== 1) throw new UsageError(`${verb} takes one ${what}, got ${words.length}`)
  return words[0]!
}

const logging: readonly string[] = ['kube-apiserver', 'kube-controller-manager', 'kubelet', 'kube-proxy']

const verbs: Readonly<Record<string, Verb>> = {
  status: async (cluster, { words }) => {
    if (words.length > 0) throw new UsageError(`status takes no arguments, got ${words.join(' ')}`)
    return changed(cluster)
  },
  upgrade: async (cluster, { words }) => {
    if (words.length === 0) throw new UsageError('upgrade what? write all=1.36, or kubelet=1.36')
    await cluster.upgrade(releasesOf(words))
    return changed(cluster)
  },
  downgrade: async (cluster, { words }) => {
    if (words.length === 0) throw new UsageError('downgrade what? write all=1.35, or kubelet=1.35')
    await cluster.downgrade(releasesOf(words))
    return changed(cluster)
  },
  'set-gates': async (cluster, request) => {
    const { component, name } =
      request.on === undefined
        ? { component: undefined, name: undefined }
        : componentOf(request.on, components)
    const place = name === undefined ? {} : component === 'apiserver' ? { server: name } : { node: name }
    const own = component === undefined ? {} : { component: component as ClusterComponent }
    await cluster.setGates(gatesOf(one(request, 'list of gates, as A=true,B=false')), { ...own, ...place })
    return changed(cluster)
  },
  'add-node': async (cluster, request) => {
    const { release } = request
    const releases = release === undefined ? {} : { kubeletRelease: release, kubeProxyRelease: release }
    await cluster.addNode({ name: one(request, 'name'), ...releases })
    return changed(cluster)
  },
  restart: async (cluster, request) => {
    const { component, name } = componentOf(one(request, 'component'), components)
    await cluster.restart(component as ClusterComponent, name)
    return changed(cluster)
  },
  snapshot: async (cluster, request) => {
    const path = one(request, 'file')
    checkFile('snapshot', path)
    const snapshot = await cluster.snapshot()
    await (request.forEtcd ? snapshot.saveForEtcd(path) : snapshot.save(path))
    const { records, revision } = snapshot
    const data = { file: path, objects: records.length, revision }
    return { text: `${path}: ${records.length} objects at revision ${revision}\n`, data }
  },
  restore: async (cluster, request) => {
    const path = one(request, 'file')
    const snapshot = await ClusterSnapshot.load(path)
    await cluster.restore(snapshot)
    const { records, revision } = snapshot
    const data = { file: path, objects: records.length, revision }
    return { text: `${path}: ${records.length} objects of revision ${revision} are there again\n`, data }
  },
  logs: async (cluster, request) => {
    const { component, name } = componentOf(one(request, 'component'), logging)
    const text = cluster.logs(component as LoggingComponent, name)
    return { text, data: { component, ...(name === undefined ? {} : { name }), text } }
  },
}

/** Carries out a request. Throws UsageError, and what the library throws. */
export function carryOut(cluster: Cluster, request: ControlRequest): Promise<Told> {
  const verb = Object.hasOwn(verbs, request.verb) ? verbs[request.verb] : undefined
  if (verb === undefined) throw new ClusterUsageError(`there is no command "${request.verb}"`)
  return verb(cluster, request)
}
