// A cluster of `kepsim up`, from its request until it is to end.
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Node } from '../../api/core-v1.ts'
import { type Cluster, startCluster } from '../../cluster/cluster.ts'
import { hasCondition } from '../../cluster/cluster-client.ts'
import { WaitTimeoutError } from '../../cluster/wait.ts'
import { minorOf } from '../../component-base/minor.ts'
import { systemReason } from '../../component-base/system-error.ts'
import { serverSkewProblem } from '../../featuregates/skew-policy.ts'
import { lookAfterHeap } from '../../server/endpoints/spare-memory.ts'
import { serveControl, whereabouts } from '../cluster/control-server.ts'
import { writeOutput } from '../output-files.ts'
import { UsageError } from '../usage-error.ts'
import { shortened } from '../writable-place.ts'
import { tellParent } from './detach.ts'
import { removeKubeconfig, writeKubeconfig } from './kubeconfig-file.ts'
import type { UpRequest } from './up-request.ts'

/** Runs until a signal or `kepsim down`; resolves with the exit code. */
export async function serveCluster(request: UpRequest): Promise<number> {
  const { options, kubeconfig } = request
  let stop = (): void => {}
  const stopped = new Promise<void>((done) => {
    stop = done
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
  // Whoever waits for a detached cluster and goes away does not want it.
  let serves = false
  if (request.detached) process.once('disconnect', () => serves || process.exit(143))
  const cluster = await startCluster(options).catch((error) => {
    throw unwritable(error, options.data) ?? error
  })
  let written = ''
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= cluster.stop().then(() => {
      if (kubeconfig !== undefined) removeKubeconfig(kubeconfig, written)
    })
    return closing
  }
  try {
    noteSkew(request)
    written = cluster.kubeconfig
    if (kubeconfig !== undefined) writeKubeconfig(kubeconfig, written)
    await markControlPlanes(cluster, request.controlPlanes)
    const etcd = await serveEtcd(cluster, request.etcdSocket)
    if (request.waitMs !== undefined) await waitForNodes(cluster, request.waitMs)
    const control = await serveControl(cluster, {
      kubeconfig,
      stop() {
        stop()
        return close()
      },
    })
    const { json } = request
    const data = json === undefined ? '' : dataText(cluster, request, etcd)
    if (json !== undefined && json !== '-') writeOutput('--json', json, data)
    tell(json === '-' ? data : greeting(cluster, request, etcd))
    serves = true
    lookAfterHeap()
    await stopped
    await close()
    control.close()
    return 0
  } catch (error) {
    await close()
    throw error
  }
}

function tell(text: string): void {
  if (!tellParent({ serves: text })) process.stdout.write(text)
}

async function serveEtcd(cluster: Cluster, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    return await cluster.serveEtcd(path)
  } catch (error) {
    throw new UsageError(`--etcd-socket ${path}: ${(error as Error).message}`)
  }
}

/** As kubeadm marks the nodes of a control plane. Upstream: cmd/kubeadm/app/phases/markcontrolplane */
async function markControlPlanes(cluster: Cluster, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const client = cluster.client()
  const labels = {
    'node-role.kubernetes.io/control-plane': '',
    'node.kubernetes.io/exclude-from-external-load-balancers': '',
  }
  for (const name of names)
    await client.patch(`/api/v1/nodes/${name}`, { metadata: { labels } }, 'application/merge-patch+json')
}

async function waitForNodes(cluster: Cluster, timeoutMs: number): Promise<void> {
  const wanted = cluster.states().filter(({ name }) => name.startsWith('kubelet/')).length
  const isReady = hasCondition('Ready')
  const ready = (nodes: Node[]): boolean => nodes.length >= wanted && nodes.every((node) => isReady(node))
  const client = cluster.client()
  try {
    await client.waitForList<Node>('/api/v1/nodes', ready, { timeoutMs })
    await client.waitFor('/api/v1/namespaces/default/serviceaccounts/default', () => true, { timeoutMs })
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error
    throw new UsageError(`--wait: not ready in time: ${error.message.split('\n')[0]}`)
  }
}

/** What serves, for programs; with the fields that `kepsim cluster status --json` has. */
function dataText(cluster: Cluster, { kubeconfig }: UpRequest, etcd: string | undefined): string {
  const data = {
    ...whereabouts(cluster),
    kubeconfig: kubeconfig ?? cluster.kubeconfigPath,
    ...(etcd === undefined ? {} : { etcd }),
    components: cluster.states(),
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

/** What serves, and what to do next. */
function greeting(
  cluster: Cluster,
  { options, kubeconfig, detached }: UpRequest,
  etcd: string | undefined,
): string {
  const directory = dirname(cluster.kubeconfigPath)
  const which = kubeconfig === undefined ? '' : ` --cluster ${directory}`
  return `A cluster ${serversText(cluster, options.apiservers !== undefined)} serves on ${cluster.url}

  export KUBECONFIG=${kubeconfig ?? cluster.kubeconfigPath}
  kubectl get nodes
${etcd === undefined ? '' : `\n  export ETCDCTL_ENDPOINTS=${etcd}\n  kepsim etcdctl get /registry/namespaces/default\n`}
  kepsim cluster status${which}
  kepsim cluster restart kubelet${which}

${detached ? `'kepsim down${which}' ends it.` : 'Ctrl-C ends it.'}
`
}

/** The release of one server, or those of several in their order. */
function serversText(cluster: Cluster, several: boolean): string {
  if (!several) return `of release ${cluster.release}`
  const releases = cluster.states().flatMap(({ name, release }) => (isServer(name) ? [release] : []))
  return `of ${releases.length} kube-apiservers (${releases.join(', ')})`
}

const isServer = (component: string): boolean => component.startsWith('kube-apiserver')

/** Servers further apart than Kubernetes supports are run all the same, as on machines of one's own. */
function noteSkew({ options }: UpRequest): void {
  const { apiservers } = options
  const problem = typeof apiservers === 'object' ? serverSkewProblem(apiservers.map(minorOf)) : undefined
  if (problem !== undefined) process.stderr.write(`kepsim up: note: ${problem}\n`)
}

/** The system does not say where it could not write: in one of two places. Undefined for any other error. */
function unwritable(error: unknown, data: string | undefined): UsageError | undefined {
  const reason = systemReason(error)
  if (reason === undefined || (error as NodeJS.ErrnoException).path !== undefined) return undefined
  const places = data === undefined ? tmpdir() : `--data ${shortened(data)} or ${tmpdir()}`
  return new UsageError(`${places}: ${reason}`)
}
