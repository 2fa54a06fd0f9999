// The command line of kepsim up.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ClusterOptions } from '../../cluster/cluster-options.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { parseUsage } from '../../server/metrics-server/usage-flag.ts'
import { parseWebhookServices } from '../../server/webhook/reach.ts'
import { parseCommandLine } from '../command-line.ts'
import { durationOption } from '../duration-option.ts'
import { wrongEndpoint } from '../etcd-endpoints.ts'
import { upLine } from '../lines/up.ts'
import { readPlanOption } from '../plan-option.ts'
import type { KindCluster } from './kind-config.ts'

/** What a command line asks for. */
export interface UpRequest {
  options: ClusterOptions
  /** Where the user wants the kubeconfig; undefined: where the cluster has its own. */
  kubeconfig: string | undefined
  /** Where it is told to programs what serves (`-`: to stdout, in place of the text); undefined: nowhere. */
  json: string | undefined
  /** Where the store is served as an etcd; undefined: it is not. */
  etcdSocket: string | undefined
  /** How long nodes may take to be ready, in milliseconds; undefined: they are not waited for. */
  waitMs: number | undefined
  /** Nodes that a file says are of the control plane. */
  controlPlanes: readonly string[]
  /** It is to go on in the background. */
  detach: boolean
  /** This is the process in the background. */
  detached: boolean
}

/** Undefined: the help was asked for, and is printed. Throws UsageError, FlagError, PlanError. */
export async function readUp(args: readonly string[]): Promise<UpRequest | undefined> {
  const parsed = parseCommandLine(upLine, args)
  if (parsed === undefined) return undefined
  const { values, positional, set } = parsed
  checkNumber(values, 'nodes', mostNodes)
  checkNumber(values, 'port', 65535)
  if (positional.length > 0) throw new FlagError(`unknown argument "${positional[0]}"`)
  const path = (flag: string): string | undefined => {
    const value = values.string(flag)
    return value === '' ? undefined : resolve(value)
  }
  const release = values.string('release') || undefined
  const config = await configOf(values.string('config'), release, set)
  const plan = await readPlanOption(values.string('plan'))
  const options: ClusterOptions = {
    // As kubeadm, kind and most distributions have it.
    apiserverFlags: ['--allow-privileged=true', ...(config?.apiserverFlags ?? [])],
    ...config?.options,
    ...given('release', release ?? config?.options.release),
    ...given('plan', plan),
    ...given('data', path('data')),
    ...given('apiservers', apiserversOf(values.string('apiservers'))),
    ...given('etcd', etcdOf(values, path)),
    webhooks: Object.fromEntries(parseWebhookServices(values.strings('webhook'))),
    ...given('metrics', metricsOf(values)),
    nodes: config?.options.nodes ?? values.number('nodes'),
    featureGates: {
      ...config?.options.featureGates,
      ...Object.fromEntries(values.boolMap('feature-gates')),
    },
    http: values.bool('http'),
    port: set.has('port') ? values.number('port') : (config?.port ?? 0),
    ...(values.bool('verbose')
      ? { log: (component: string, line: string) => void process.stderr.write(`${component}: ${line}`) }
      : {}),
  }
  const detached = values.bool('detached')
  const request: UpRequest = {
    options,
    kubeconfig: path('kubeconfig'),
    json: values.string('json') === '-' ? '-' : path('json'),
    etcdSocket: path('etcd-socket'),
    waitMs: set.has('wait') ? durationOption('wait', values.string('wait')) : undefined,
    controlPlanes: config?.controlPlanes ?? [],
    detach: values.bool('detach') && !detached,
    detached,
  }
  if (request.detach && values.bool('verbose'))
    throw new FlagError("--verbose and --detach: nobody would see it; ask 'kepsim cluster logs'")
  checkTogether(request)
  return request
}

/** Twice of what Kubernetes is made for, "no more than 5,000 nodes": to see what a control plane makes of it. */
const mostNodes = 10_000

function checkNumber(values: FlagValues, name: string, most: number): void {
  const value = values.number(name)
  if (value < 0 || value > most)
    throw new FlagError(`--${name} ${value}: write a whole number from 0 to ${most}`)
}

/** What the file of --config says; undefined: there is none. */
async function configOf(
  file: string,
  release: string | undefined,
  set: ReadonlySet<string>,
): Promise<KindCluster | undefined> {
  if (file === '') return undefined
  const other = ['nodes', 'apiservers'].find((name) => set.has(name))
  if (other !== undefined)
    throw new FlagError(`--config and --${other} both say which nodes there are: leave one out`)
  return (await import('./kind-config.ts')).readKindConfig(file, release)
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
  const wrong = wrongEndpoint(servers)
  if (wrong !== undefined) throw new FlagError(wrong)
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
