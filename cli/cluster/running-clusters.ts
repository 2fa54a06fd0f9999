// Which clusters of this user run, and a question to one of them.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { UsageError } from '../usage-error.ts'
import { statOf } from '../writable-place.ts'
import { type ControlAnswer, type ControlRequest, socketName } from './control-message.ts'

/** How startCluster names its private directory. */
const directoryName = /^kepsim-cluster-/

/** A cluster's directory: it runs, or its process was killed and has left its files and keys. */
interface Found {
  directory: string
  state: 'runs' | 'killed'
}

/** Those of this user, sorted by directory. One that is starting, or ending, is not among them. */
export async function foundClusters(): Promise<Found[]> {
  const directories = readdirSync(tmpdir())
    .filter((name) => directoryName.test(name))
    .map((name) => join(tmpdir(), name))
  const states = await Promise.all(directories.map(stateOf))
  return directories
    .flatMap((directory, i) => (states[i] === undefined ? [] : [{ directory, state: states[i] }]))
    .sort((a, b) => (a.directory < b.directory ? -1 : 1))
}

async function stateOf(directory: string): Promise<Found['state'] | undefined> {
  const socket = socketOf(directory)
  if (socket === undefined) return undefined
  const refusal = await refusalOf(socket)
  if (refusal === undefined) return 'runs'
  return refusal === 'ECONNREFUSED' ? 'killed' : undefined
}

/** The socket in a directory; undefined where there is none of this user's. */
function socketOf(directory: string): string | undefined {
  const path = join(directory, socketName)
  const found = statOf(path)
  if (found === undefined) return undefined
  const own = process.getuid === undefined || found.uid === process.getuid()
  return found.isSocket() && own ? path : undefined
}

/** Why nobody answers there, as a code of the system; undefined where somebody does. */
const refusalOf = (path: string): Promise<string | undefined> =>
  new Promise((done) => {
    const socket = connect(path, () => {
      socket.destroy()
      done(undefined)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => done(code ?? ''))
  })

/**
 * The cluster that is meant: what --cluster says, or $KUBECONFIG, or the only one there is. Never another one than that of a
 * $KUBECONFIG which is a cluster's own. Throws UsageError.
 */
export async function chosenCluster(wanted: string | undefined): Promise<Found> {
  if (wanted !== undefined) {
    const directory = resolve(wanted)
    const state = await stateOf(directory)
    if (state === undefined) throw new UsageError(`--cluster ${wanted}: no cluster runs there`)
    return { directory, state }
  }
  const all = await foundClusters()
  const running = all.filter(({ state }) => state === 'runs')
  const kubeconfig = (process.env['KUBECONFIG'] ?? '').split(delimiter)[0]!
  const own = kubeconfig === '' ? undefined : ofKubeconfig(resolve(kubeconfig), all)
  if (own !== undefined) return own
  if (running.length === 1) return running[0]!
  if (running.length > 1)
    throw new UsageError(
      `${running.length} clusters run: say which by --cluster: ${running.map(({ directory }) => directory).join(', ')}`,
    )
  const left = all.length === 0 ? '' : `; ${all.length} killed left files: 'kepsim down --all' removes them`
  throw new UsageError(`no cluster runs: 'kepsim up -d' starts one${left}`)
}

/** Undefined where it is not a file of a cluster of `kepsim up`. Throws UsageError where that has ended. */
function ofKubeconfig(path: string, all: readonly Found[]): Found | undefined {
  const directory = dirname(path)
  const own = all.find((one) => one.directory === directory) ?? all.find((one) => isOf(path, one.directory))
  if (own === undefined && dirname(directory) === tmpdir() && directoryName.test(basename(directory)))
    throw new UsageError(`the cluster of $KUBECONFIG has ended: say by --cluster which one is meant`)
  return own
}

/** Whether a kubeconfig leads to the cluster: a copy of its own, which may have been changed since. */
function isOf(path: string, directory: string): boolean {
  try {
    const [own, copy] = [join(directory, 'kubeconfig'), path].map((file) =>
      parseKubeconfig(readFileSync(file, 'utf8')),
    )
    return own!.server === copy!.server && own!.ca === copy!.ca
  } catch {
    return false
  }
}

/** Removes what a killed cluster has left. Throws UsageError for a directory that is none of `kepsim up`. */
export function removeLeft(directory: string): void {
  if (!directoryName.test(basename(directory)))
    throw new UsageError(`${directory}: this is no directory of a cluster`)
  rmSync(directory, { recursive: true })
}

/** Asks a cluster and waits for its answer, however long the change takes. Throws UsageError where it ends instead. */
export function ask(directory: string, request: ControlRequest): Promise<ControlAnswer> {
  return new Promise((done, fail) => {
    let text = ''
    const socket = connect({ path: join(directory, socketName), allowHalfOpen: true }, () =>
      socket.end(JSON.stringify(request)),
    )
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    const gone = (): void => fail(new UsageError(`the cluster in ${directory} has ended`))
    socket.once('error', gone)
    socket.once('end', () => (text === '' ? gone() : done(JSON.parse(text) as ControlAnswer)))
  })
}
