// kepsim up: a cluster in the foreground for any client.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Cluster } from '../cluster/cluster.ts'
import { ComponentFailedError } from '../cluster/cluster-errors.ts'
import type { ClusterOptions } from '../cluster/cluster-options.ts'
import { type FlagDefinition, FlagError } from '../component-base/flags/flag-definition.ts'
import { parseFlags } from '../component-base/flags/parse-flags.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { DataDirectoryError } from '../server/storage/lowdb/data-problem.ts'
import type { Command } from './command.ts'
import { planErrorText, readPlanOption } from './plan-option.ts'

const flags: FlagDefinition[] = [
  { name: 'release', type: 'string' },
  { name: 'plan', type: 'string' },
  { name: 'nodes', type: 'int', default: '1' },
  { name: 'feature-gates', type: 'mapStringBool' },
  { name: 'data', type: 'string' },
  { name: 'http', type: 'bool' },
  { name: 'port', type: 'int', default: '0' },
  { name: 'kubeconfig', type: 'string' },
  { name: 'etcd-socket', type: 'string' },
  { name: 'verbose', type: 'bool', shorthand: 'v' },
  { name: 'help', type: 'bool', shorthand: 'h' },
]

const help = `usage: kepsim up [FLAGS]

Runs a kube-apiserver, the controllers and nodes until it is interrupted.

      --release 1.NN[.Z]          of every component (default: the newest)
      --plan NAME|FILE            a plan, whose releases may then be named
      --nodes N                   kubelets with their kube-proxies (default: 1)
      --feature-gates A=true,…    of every component
      --data DIR                  keep the store there; the next start may be of another release (default: temporary)
      --port P                    of the kube-apiserver (default: a free one)
      --http                      serve without TLS
      --kubeconfig FILE           write the administrator's kubeconfig there (default: a private temporary file)
      --etcd-socket PATH          serve the store as an etcd on a Unix socket, for etcdctl (default: it is not served)
  -v, --verbose                   print what the components log
`

interface Request {
  options: ClusterOptions
  /** Where the user wants the kubeconfig; undefined: where the cluster has its own. */
  kubeconfig: string | undefined
  /** Where the store is served as an etcd; undefined: it is not. */
  etcdSocket: string | undefined
}

async function read(args: string[]): Promise<Request | undefined> {
  const { values, positional } = parseFlags(flags, args)
  if (values.bool('help')) return undefined
  if (positional.length > 0) throw new FlagError(`unknown argument "${positional[0]}"`)
  const release = values.string('release')
  const data = values.string('data')
  const kubeconfig = values.string('kubeconfig')
  const etcdSocket = values.string('etcd-socket')
  const plan = await readPlanOption(values.string('plan'))
  return {
    kubeconfig: kubeconfig === '' ? undefined : resolve(kubeconfig),
    etcdSocket: etcdSocket === '' ? undefined : resolve(etcdSocket),
    options: {
      ...(release === '' ? {} : { release }),
      ...(plan === undefined ? {} : { plan }),
      ...(data === '' ? {} : { data: resolve(data) }),
      nodes: values.number('nodes'),
      featureGates: Object.fromEntries(values.boolMap('feature-gates')),
      http: values.bool('http'),
      port: values.number('port'),
      ...(values.bool('verbose')
        ? { log: (component: string, line: string) => void process.stderr.write(`${component}: ${line}`) }
        : {}),
    },
  }
}

/** `kepsim up`: a cluster until SIGTERM or SIGINT. */
export const run: Command = async (args) => {
  try {
    const request = await read(args)
    if (request === undefined) {
      process.stdout.write(help)
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

async function serve({ options, kubeconfig, etcdSocket }: Request): Promise<number> {
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
  const { startCluster } = await import('../cluster/cluster.ts')
  const cluster = await startCluster(options)
  if (kubeconfig !== undefined) writePrivate(kubeconfig, cluster.kubeconfig)
  const etcd = etcdSocket === undefined ? undefined : await serveEtcd(cluster, etcdSocket)
  process.stdout.write(
    `A cluster of release ${cluster.release} serves on ${cluster.url}\n\n  export KUBECONFIG=${kubeconfig ?? cluster.kubeconfigPath}\n  kubectl get nodes\n${etcdHint(etcd)}\nCtrl-C ends it.\n`,
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
