// The private directory of a cluster of `kepsim up`: what stands there of its process, and what may be removed once that is gone.
import { lstatSync, readFileSync, rmdirSync, type Stats, unlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { isObject } from '../../apimachinery/json.ts'
import { privatePrefix } from '../../cluster/private-directory.ts'
import { systemReason } from '../../component-base/system-error.ts'
import { processStart } from '../../server/storage/lowdb/process-start.ts'
import { leadsOnlyTo } from '../up/kubeconfig-file.ts'
import { socketName } from './control-message.ts'

const processName = 'process'
const kubeconfigName = 'kubeconfig'
/** All that a cluster of `kepsim up` makes there; the last two are how it is found, and go last. */
const ownNames: readonly string[] = [kubeconfigName, 'etcd.sock', socketName, processName]

/** Whether a directory is named as startCluster names its private one. */
export const hasClusterName = (directory: string): boolean => basename(directory).startsWith(privatePrefix)

/** Says in a cluster's directory that it is this process's. @param kubeconfig a copy of its kubeconfig elsewhere, an absolute path */
export async function writeProcess(directory: string, kubeconfig: string | undefined): Promise<void> {
  const own = { host: hostname(), pid: process.pid, start: await processStart(process.pid), kubeconfig }
  writeFileSync(join(directory, processName), JSON.stringify(own), { mode: 0o600, flag: 'wx' })
}

/**
 * What became of the cluster in a directory. Undefined where there is none of this user's, or one of which nothing can be said: it
 * starts, it ends, or its process is another host's.
 */
export async function stateOf(directory: string): Promise<'runs' | 'killed' | undefined> {
  // As mkdtemp makes it: what others may write to, or a link leads to, says nothing of this user's clusters.
  const found = ownStat(directory)
  if (found?.isDirectory() !== true || (process.getuid !== undefined && (found.mode & 0o077) !== 0))
    return undefined
  const socket = join(directory, socketName)
  if (ownStat(socket)?.isSocket() !== true) return undefined
  const refusal = await refusalOf(socket)
  if (refusal === undefined) return 'runs'
  return refusal === 'ECONNREFUSED' && (await hasEnded(directory)) ? 'killed' : undefined
}

/** What stands at a path itself; undefined where there is nothing of this user's. */
function ownStat(path: string): Stats | undefined {
  try {
    const found = lstatSync(path)
    return process.getuid === undefined || found.uid === process.getuid() ? found : undefined
  } catch {
    return undefined
  }
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

/** Whether the process of a cluster is known to be gone: who does not listen may be about to. */
async function hasEnded(directory: string): Promise<boolean> {
  const { host, pid, start } = processOf(directory)
  if (host !== hostname() || !isProcess(pid)) return false
  return (await processStart(pid)) !== start
}

/** Looked for as often until the system has taken a killed process away. */
const [looks, lookMs] = [200, 25]

/** Kills the process of a cluster (SIGKILL), and waits until it is gone. False where it is not known to be its, or it stays. */
export async function killCluster(directory: string): Promise<boolean> {
  const { host, pid, start } = processOf(directory)
  if (host !== hostname() || !isProcess(pid) || pid === process.pid) return false
  // Another one may have the number by now: only the boot and the tick at which it started tell.
  if (typeof start !== 'string' || !/^\S+ \d+$/.test(start) || (await processStart(pid)) !== start)
    return false
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
  for (let look = 0; look < looks; look++) {
    if ((await processStart(pid)) !== start) return true
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  return false
}

/** Whether it can be the number of a cluster's process: 0 and negative ones are groups of them, and 1 is the system's first. */
const isProcess = (pid: unknown): pid is number => Number.isSafeInteger(pid) && (pid as number) > 1

/** What {@link writeProcess} wrote; nothing where that cannot be read. */
function processOf(directory: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(ownText(join(directory, processName)) ?? '')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The kubeconfig of the cluster in a directory; undefined where there is none of this user's. */
export const kubeconfigOf = (directory: string): string | undefined =>
  ownText(join(directory, kubeconfigName))

/** Of this user's regular file: a pipe would be waited for. */
function ownText(path: string): string | undefined {
  if (ownStat(path)?.isFile() !== true) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Removes what a killed cluster has left: the files that it made there, the directory, and the copy of its kubeconfig, unless that
 * is another's by now. @returns what stays: `PATH stays: reason`
 */
export function removeLeft(directory: string): string[] {
  const { kubeconfig: copy } = processOf(directory)
  const own = kubeconfigOf(directory)
  const stays: string[] = []
  const tried = (path: string, remove: (path: string) => void): void => {
    try {
      remove(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        stays.push(`${path} stays: ${systemReason(error)}`)
    }
  }
  if (typeof copy === 'string' && ownStat(copy) !== undefined) {
    if (own !== undefined && leadsOnlyTo(copy, own)) tried(copy, unlinkSync)
    else stays.push(`${copy} stays: it is not as it was written`)
  }
  for (const name of ownNames) tried(join(directory, name), unlinkSync)
  tried(directory, rmdirSync)
  return stays
}
