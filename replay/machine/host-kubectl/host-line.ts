// A document's command line with everything of the machine that it names: copies of files, an own kubeconfig.
import { readCsvRecord } from '../../../component-base/go/csv.ts'
import { BeyondMachine } from '../beyond-machine.ts'
import type { KubectlContext } from '../machine.ts'
import { type OwnKubeconfig, ownKubeconfig } from '../own-kubeconfig.ts'
import { droppedFlags, flagKind, type GivenFlag, type KubectlLine, written } from './kubectl-line.ts'
import type { PrivateCopies } from './private-copies.ts'

/** A command line for the host's kubectl, with paths of copies in place of the machine's. */
export interface HostLine {
  args: string[]
  /** The kubeconfigs that kubectl looks into, joined by colons. */
  kubeconfig: string
  stdin: string
  /** A directory that it writes to. */
  writes: string | undefined
}

/** A line of the document, and the copies and proxy that it is rewritten for. */
export interface HostLineOptions {
  line: KubectlLine
  copies: PrivateCopies
  context: KubectlContext
  /** The URL of the proxy that leads to the servers. */
  proxy: string
  /** The objects of a directory with a kustomization, as YAML. */
  kustomized(dir: string): Promise<string>
}

/** A template in a file, as `-o jsonpath-file=PATH`. */
const templateFile = /^((?:jsonpath|go-template|custom-columns)-file|templatefile)(?:=(.*))?$/is

/** Throws an Error for a file that cannot be read and for a kubeconfig that cannot be used. */
export async function hostLine(options: HostLineOptions): Promise<HostLine> {
  const { line, copies, context } = options
  const flags: GivenFlag[] = []
  const result: HostLine = { args: [], kubeconfig: '', stdin: context.stdin, writes: undefined }
  const output = lastOf(line, 'output') ?? ''
  for (const flag of line.flags) {
    const { name, value } = flag
    const kind = flagKind(line.path, name)
    if (droppedFlags.has(name) || name === 'kubeconfig' || name === 'server' || name === 'cluster') continue
    if (name === 'kustomize') {
      result.stdin = await options.kustomized(value)
      flags.push({ name: 'filename', value: '-' })
    } else if (name === 'filename')
      flags.push({ name, value: csv(await mapped(readCsvRecord(value), copies)) })
    else if (name === 'from-file' || name === 'from-env-file')
      flags.push({ name, value: csv(await keyed(readCsvRecord(value), copies)) })
    else if (name === 'output') flags.push({ name, value: await outputValue(value, copies) })
    else if (name === 'template' && templateFile.test(output))
      flags.push({ name, value: await path(value, copies) })
    else if (name === 'output-directory' && value !== '-' && value !== '') {
      result.writes = value
      flags.push({ name, value: await copies.directory(value) })
    } else if (kind === 'file') flags.push({ name, value: await path(value, copies) })
    else flags.push(flag)
  }
  const cluster = await kubeconfigs(options, result)
  if (cluster !== undefined) flags.push({ name: 'cluster', value: cluster })
  result.args = written({ ...line, flags })
  return result
}

const lastOf = ({ flags }: KubectlLine, name: string): string | undefined =>
  flags.findLast((flag) => flag.name === name)?.value

async function outputValue(value: string, copies: PrivateCopies): Promise<string> {
  const [, kind, file] = templateFile.exec(value) ?? []
  return file === undefined ? value : `${kind}=${await path(file, copies)}`
}

async function path(given: string, copies: PrivateCopies): Promise<string> {
  if (given === '-' || given === '') return given
  await copies.copy(given)
  return copies.shown(given)
}

async function mapped(given: readonly string[], copies: PrivateCopies): Promise<string[]> {
  const paths: string[] = []
  for (const one of given) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(one))
      throw new BeyondMachine('no network', `this machine has no network: cannot read ${one}`)
    paths.push(await path(one, copies))
  }
  return paths
}

/** `KEY=PATH`; kubectl divides at the first `=`. */
async function keyed(given: readonly string[], copies: PrivateCopies): Promise<string[]> {
  const paths: string[] = []
  for (const one of given) {
    const at = one.indexOf('=')
    paths.push(`${one.slice(0, at + 1)}${await path(one.slice(at + 1), copies)}`)
  }
  return paths
}

/**
 * Writes the kubeconfigs that the line and the environment name, each with nothing but what it may hold, led through the proxy.
 * Answers with the cluster that is to be used where the line names a server or a cluster.
 */
async function kubeconfigs(options: HostLineOptions, result: HostLine): Promise<string | undefined> {
  const { line, context, copies, proxy } = options
  const explicit = lastOf(line, 'kubeconfig') ?? ''
  const variable = context.env.get('KUBECONFIG') ?? ''
  const listed = variable.split(':').filter((one) => one !== '')
  const paths =
    explicit !== ''
      ? [explicit]
      : listed.length > 0
        ? listed
        : [`${context.env.get('HOME') ?? '/root'}/.kube/config`]
  const { host, cwd } = context
  const own: OwnKubeconfig[] = []
  for (const one of paths) {
    const virtual = host.absolute(one, cwd)
    if (!(await host.disk.exists(virtual))) {
      if (explicit !== '') throw new Error(`stat ${one}: no such file or directory`)
      continue
    }
    own.push(await ownKubeconfig(await host.disk.readFile(virtual), one, (file) => host.disk.readFile(file)))
  }
  const config = merged(own)
  const cluster = chosenCluster(line, config)
  for (const one of config.clusters) one.cluster['proxy-url'] = proxy
  result.kubeconfig = await copies.write(
    '/.kepsim/kubeconfig',
    JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...config }),
  )
  return cluster
}

/** The first to name a thing wins, as with kubectl. */
function merged(all: readonly OwnKubeconfig[]): OwnKubeconfig {
  const first = <T extends { name: string }>(entries: T[]): T[] => [
    ...new Map(entries.toReversed().map((one) => [one.name, one])).values(),
  ]
  return {
    clusters: first(all.flatMap(({ clusters }) => clusters)),
    users: first(all.flatMap(({ users }) => users)),
    contexts: first(all.flatMap(({ contexts }) => contexts)),
    'current-context': all.map((one) => one['current-context']).find((name) => name !== '') ?? '',
  }
}

/** `--server` is a cluster of its own: by a flag alone kubectl would reach it without the proxy. */
function chosenCluster(line: KubectlLine, config: OwnKubeconfig): string | undefined {
  const server = lastOf(line, 'server') ?? ''
  const named = lastOf(line, 'cluster')
  if (server === '') return named
  const context = lastOf(line, 'context') || config['current-context']
  const name = named ?? config.contexts.find((one) => one.name === context)?.context['cluster']
  const known = config.clusters.find((one) => one.name === name)?.cluster
  const chosen = `--server=${server}`
  config.clusters.push({ name: chosen, cluster: { ...known, server } })
  return chosen
}

/** As pflag reads its string slices. */
const csv = (fields: readonly string[]): string =>
  fields
    .map((one) => (/[",\r\n]/.test(one) || one.startsWith(' ') ? `"${one.replaceAll('"', '""')}"` : one))
    .join(',')
