// kepsim up: a cluster in the foreground for any client.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Cluster } from '../cluster/cluster.ts'
import { ClusterUsageError, ComponentFailedError } from '../cluster/cluster-errors.ts'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { minorOf } from '../component-base/minor.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { serverSkewProblem } from '../featuregates/skew-policy.ts'
import { DataDirectoryError } from '../server/storage/lowdb/data-problem.ts'
import type { Command } from './command.ts'
import { planErrorText } from './plan-option.ts'
import { readUp, type UpRequest, upHelp } from './up-request.ts'

/** `kepsim up`: a cluster until SIGTERM or SIGINT. */
export const run: Command = async (args) => {
  try {
    const request = await readUp(args)
    if (request === undefined) {
      process.stdout.write(upHelp)
      return 0
    }
    return await serve(request)
  } catch (error) {
    const planError = planErrorText('up', error)
    if (planError !== undefined) {
      process.stderr.write(planError)
      return 2
    }
    if (error instanceof ComponentFailedError) process.stderr.write(error.stderr)
    else if (
      !(
        error instanceof FlagError ||
        error instanceof ClusterUsageError ||
        error instanceof UnknownReleaseError ||
        error instanceof DataDirectoryError
      )
    )
      throw error
    process.stderr.write(`kepsim up: ${error.message}\n`)
    return 2
  }
}

/** Ends the cluster where there can be no such socket. */
async function serveEtcd(cluster: Cluster, path: string): Promise<string> {
  try {
    return await cluster.serveEtcd(path)
  } catch (error) {
    await cluster.stop()
    throw new FlagError(`--etcd-socket ${path}: ${(error as Error).message}`)
  }
}

const etcdHint = (endpoint: string | undefined): string =>
  endpoint === undefined
    ? ''
    : `\n  export ETCDCTL_ENDPOINTS=${endpoint}\n  kepsim etcdctl get /registry/namespaces/default\n`

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

async function serve(request: UpRequest): Promise<number> {
  const { options, kubeconfig, etcdSocket } = request
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
  const { startCluster } = await import('../cluster/cluster.ts')
  const cluster = await startCluster(options)
  noteSkew(request)
  const several = options.apiservers !== undefined
  if (kubeconfig !== undefined) writePrivate(kubeconfig, cluster.kubeconfig)
  const etcd = etcdSocket === undefined ? undefined : await serveEtcd(cluster, etcdSocket)
  process.stdout.write(
    `A cluster ${serversText(cluster, several)} serves on ${cluster.url}\n\n  export KUBECONFIG=${kubeconfig ?? cluster.kubeconfigPath}\n  kubectl get nodes\n${etcdHint(etcd)}\nCtrl-C ends it.\n`,
  )
  await stopped
  await cluster.stop()
  // It holds a key, and leads nowhere now.
  if (kubeconfig !== undefined) rmSync(kubeconfig, { force: true })
  return 0
}

function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, text, { mode: 0o600 })
  chmodSync(path, 0o600)
}
