// The command line of kepsim up.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ClusterOptions } from '../cluster/cluster-options.ts'
import { type FlagDefinition, FlagError } from '../component-base/flags/flag-definition.ts'
import type { FlagValues } from '../component-base/flags/flag-values.ts'
import { parseFlags } from '../component-base/flags/parse-flags.ts'
import { parseUsage } from '../server/metrics-server/usage-flag.ts'
import { parseWebhookServices } from '../server/webhook/reach.ts'
import { readPlanOption } from './plan-option.ts'

const flags: FlagDefinition[] = [
  { name: 'release', type: 'string' },
  { name: 'apiservers', type: 'string' },
  { name: 'plan', type: 'string' },
  { name: 'nodes', type: 'int', default: '1' },
  { name: 'feature-gates', type: 'mapStringBool' },
  { name: 'data', type: 'string' },
  { name: 'etcd-servers', type: 'strings' },
  { name: 'etcd-prefix', type: 'string' },
  { name: 'etcd-cafile', type: 'string' },
  { name: 'etcd-certfile', type: 'string' },
  { name: 'etcd-keyfile', type: 'string' },
  { name: 'webhook', type: 'stringArray' },
  { name: 'metrics', type: 'bool' },
  { name: 'metrics-usage', type: 'string' },
  { name: 'http', type: 'bool' },
  { name: 'port', type: 'int', default: '0' },
  { name: 'kubeconfig', type: 'string' },
  { name: 'etcd-socket', type: 'string' },
  { name: 'verbose', type: 'bool', shorthand: 'v' },
  { name: 'help', type: 'bool', shorthand: 'h' },
]

/** What `--help` prints. */
export const upHelp = `usage: kepsim up [FLAGS]

Runs a kube-apiserver, the controllers and nodes until it is interrupted.

      --release 1.NN[.Z]          of every component (default: the newest)
      --apiservers N|1.NN,1.NN    so many kube-apiservers, or one of each release, behind one address (default: one alone)
      --plan NAME|FILE            a plan, whose releases may then be named
      --nodes N                   kubelets with their kube-proxies (default: 1)
      --feature-gates A=true,…    of every component
      --data DIR                  keep the store there; the next start may be of another release (default: temporary)
      --etcd-servers URL,…        keep the objects in this etcd, as a real kube-apiserver does
      --etcd-prefix PATH          of all keys in it (default: /registry)
      --etcd-cafile FILE          who signed its certificate
      --etcd-certfile FILE        what it is shown, with --etcd-keyfile FILE
      --webhook NS/NAME=URL       where webhooks of a Service are answered, as default/hooks=https://127.0.0.1:9443 (repeatable)
      --metrics                   metrics-server's API, for kubectl top and autoscalers: usage is what annotations say of pods
                                  and nodes, as kepsim.dev/cpu-usage: 250m
      --metrics-usage cpu=Q,memory=Q
                                  what containers use that no annotation speaks of (default: nothing)
      --port P                    of the kube-apiserver (default: a free one)
      --http                      serve without TLS
      --kubeconfig FILE           write the administrator's kubeconfig there (default: a private temporary file)
      --etcd-socket PATH          serve the store as an etcd on a Unix socket, for etcdctl (default: it is not served)
  -v, --verbose                   print what the components log
`

/** What a command line asks for. */
export interface UpRequest {
  options: ClusterOptions
  /** Where the user wants the kubeconfig; undefined: where the cluster has its own. */
  kubeconfig: string | undefined
  /** Where the store is served as an etcd; undefined: it is not. */
  etcdSocket: string | undefined
}

/** Undefined: the help is asked for. Throws FlagError, PlanError. */
export async function readUp(args: readonly string[]): Promise<UpRequest | undefined> {
  const { values, positional } = parseFlags(flags, args)
  if (values.bool('help')) return undefined
  if (positional.length > 0) throw new FlagError(`unknown argument "${positional[0]}"`)
  const path = (flag: string): string | undefined => {
    const value = values.string(flag)
    return value === '' ? undefined : resolve(value)
  }
  const plan = await readPlanOption(values.string('plan'))
  const options: ClusterOptions = {
    // As kubeadm, kind and most distributions have it.
    apiserverFlags: ['--allow-privileged=true'],
    ...given('release', values.string('release') || undefined),
    ...given('plan', plan),
    ...given('data', path('data')),
    ...given('apiservers', apiserversOf(values.string('apiservers'))),
    ...given('etcd', etcdOf(values, path)),
    webhooks: Object.fromEntries(parseWebhookServices(values.strings('webhook'))),
    ...given('metrics', metricsOf(values)),
    nodes: values.number('nodes'),
    featureGates: Object.fromEntries(values.boolMap('feature-gates')),
    http: values.bool('http'),
    port: values.number('port'),
    ...(values.bool('verbose')
      ? { log: (component: string, line: string) => void process.stderr.write(`${component}: ${line}`) }
      : {}),
  }
  const request = { options, kubeconfig: path('kubeconfig'), etcdSocket: path('etcd-socket') }
  checkTogether(request)
  return request
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>

/** A number of servers, or the release of each. */
function apiserversOf(text: string): ClusterOptions['apiservers'] {
  if (text === '') return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const releases = text.split(',').map((release) => release.trim().replace(/^v/, ''))
  if (releases.every((release) => /^1\.\d+(\.\d+)?$/.test(release))) return releases
  throw new FlagError(
    `--apiservers ${text}: write a number, as 3, or a release for each server, as 1.35,1.36`,
  )
}

/** Undefined: usage is not told. */
function metricsOf(values: FlagValues): ClusterOptions['metrics'] {
  const usage = values.string('metrics-usage')
  if (!values.bool('metrics')) {
    if (usage !== '') throw new FlagError('--metrics-usage says what --metrics tells: give that too')
    return undefined
  }
  const parts = Object.entries(parseUsage(usage))
  return Object.fromEntries(parts.map(([name, amount]) => [name, amount.toString()]))
}

function etcdOf(
  values: FlagValues,
  path: (flag: string) => string | undefined,
): ClusterOptions['etcd'] | undefined {
  const servers = values.strings('etcd-servers').filter((server) => server !== '')
  if (servers.length === 0) {
    const needless = ['prefix', 'cafile', 'certfile', 'keyfile'].find((name) => values.string(`etcd-${name}`))
    if (needless !== undefined)
      throw new FlagError(`--etcd-${needless} says how --etcd-servers is used: name one`)
    return undefined
  }
  const file = (flag: string): string | undefined => {
    const name = path(flag)
    if (name !== undefined && !existsSync(name)) throw new FlagError(`--${flag} ${name}: no such file`)
    return name
  }
  return {
    servers,
    ...given('prefix', values.string('etcd-prefix') || undefined),
    ...given('caFile', file('etcd-cafile')),
    ...given('certFile', file('etcd-certfile')),
    ...given('keyFile', file('etcd-keyfile')),
  }
}

/** Flags that contradict each other. */
function checkTogether({ options, etcdSocket }: UpRequest): void {
  const { apiservers, data, etcd, release } = options
  if (release !== undefined && typeof apiservers === 'object')
    throw new FlagError(
      `--release ${release} and --apiservers ${apiservers.join(',')} both name releases: leave one out, or write --apiservers ${apiservers.length}`,
    )
  if (data !== undefined && etcd !== undefined)
    throw new FlagError('--data and --etcd-servers both say where the objects are: leave one out')
  if (data !== undefined && apiservers !== undefined)
    throw new FlagError(
      '--data keeps the store of one server, and --apiservers share an etcd: --etcd-servers names one that keeps the objects',
    )
  if (etcd !== undefined && etcdSocket !== undefined)
    throw new FlagError('--etcd-socket serves a store that is no etcd: ask the one of --etcd-servers')
}
