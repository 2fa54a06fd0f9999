// Which clusters of this user run, and a question to one of them.
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { UsageError } from '../usage-error.ts'
import { kindOf } from '../writable-place.ts'
import { hasClusterName, kubeconfigOf, stateOf } from './cluster-directory.ts'
import { type ControlAnswer, type ControlRequest, socketName } from './control-message.ts'

/** A cluster's directory: it runs, or its process was killed and has left its files and keys. */
export interface Found {
  directory: string
  state: 'runs' | 'killed'
}

/** Those of this user, sorted by directory. One that is starting, or ending, is not among them. */
export async function foundClusters(): Promise<Found[]> {
  const directories = readdirSync(tmpdir())
    .filter(hasClusterName)
    .map((name) => join(tmpdir(), name))
  const found = await Promise.all(directories.map(clusterIn))
  return found.flatMap((one) => one ?? []).sort((a, b) => (a.directory < b.directory ? -1 : 1))
}

async function clusterIn(directory: string): Promise<Found | undefined> {
  const state = await stateOf(directory)
  return state === undefined ? undefined : { directory, state }
}

/**
 * The cluster that is meant: what --cluster says, or $KUBECONFIG, or the only one there is. Never another one than that of a
 * $KUBECONFIG which is a cluster's own, or is not there: a cluster takes its files with it. Throws UsageError.
 */
export async function chosenCluster(wanted: string | undefined): Promise<Found> {
  if (wanted !== undefined) {
    const found = hasClusterName(resolve(wanted)) ? await clusterIn(resolve(wanted)) : undefined
    if (found === undefined) throw new UsageError(`--cluster ${wanted}: no cluster runs there`)
    return found
  }
  const all = await foundClusters()
  const running = all.filter(({ state }) => state === 'runs')
  const kubeconfig = (process.env['KUBECONFIG'] ?? '').split(delimiter)[0]!
  const path = kubeconfig === '' ? undefined : resolve(kubeconfig)
  const own = path === undefined ? undefined : await ofKubeconfig(path, all)
  if (own !== undefined) return own
  if (running.length > 0 && path !== undefined) checkForeign(path)
  if (running.length === 1) return running[0]!
  if (running.length > 1)
    throw new UsageError(
      `${running.length} clusters run: say which by --cluster: ${running.map(({ directory }) => directory).join(', ')}`,
    )
  const left = all.length === 0 ? '' : `; ${all.length} killed left files: 'kepsim down --all' removes them`
  throw new UsageError(`no cluster runs: 'kepsim up -d' starts one${left}`)
}

/** The cluster that a kubeconfig is of: in its directory, also where that is below another $TMPDIR, or a copy. */
async function ofKubeconfig(path: string, all: readonly Found[]): Promise<Found | undefined> {
  const directory = dirname(path)
  const there = hasClusterName(directory) ? await clusterIn(directory) : undefined
  return there ?? all.find((one) => isOf(path, one.directory))
}

/** Throws a UsageError where a kubeconfig is, or can have been, that of a cluster which has ended. */
function checkForeign(path: string): void {
  if (hasClusterName(dirname(path)))
    throw new UsageError('the cluster of $KUBECONFIG has ended: say by --cluster which one is meant')
  if (kindOf(path) === 'none')
    throw new UsageError(`$KUBECONFIG: there is no file ${path}: say by --cluster which cluster is meant`)
}

/** Whether a kubeconfig leads to the cluster: a copy of its own, which may have been changed since. */
function isOf(path: string, directory: string): boolean {
  try {
    // What is no file, as a pipe, is not waited for.
    const texts = [kubeconfigOf(directory), kindOf(path) === 'file' ? readFileSync(path, 'utf8') : undefined]
    const [own, copy] = texts.map((text) => parseKubeconfig(text ?? '', { readText: () => '' }))
    return own!.server === copy!.server && own!.ca === copy!.ca
  } catch {
    return false
  }
}

/** Asks a cluster and waits for its answer, however long the change takes. Throws UsageError where it ends instead, or the signal is given. */
export function ask(
  directory: string,
  request: ControlRequest,
  signal?: AbortSignal,
): Promise<ControlAnswer> {
  return new Promise((done, fail) => {
    let text = ''
    const socket = connect({ path: join(directory, socketName), allowHalfOpen: true }, () =>
      socket.end(JSON.stringify(request)),
    )
    signal?.addEventListener('abort', () => socket.destroy(new Error('nobody waits')))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    const gone = (): void => fail(new UsageError(`the cluster in ${directory} has ended`))
    socket.once('error', gone)
    socket.once('end', () => {
      try {
        done(JSON.parse(text) as ControlAnswer)
      } catch {
        // It said nothing, or not all.
        gone()
      }
    })
  })
}
