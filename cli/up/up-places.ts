// What `kepsim up` is told to use, tried before anything starts: one line says what is wrong, and nothing is left behind.
import { closeSync, mkdirSync, openSync, rmdirSync, statSync, unlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { UsageError } from '../usage-error.ts'

/** The places of a cluster, absolute; undefined: it has its own. */
export interface UpPlaces {
  data?: string | undefined
  kubeconfig?: string | undefined
  etcdSocket?: string | undefined
  /** 0: a free one. */
  port: number
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the file system is read-only',
  ENOENT: 'nothing can be made there',
  ENOSPC: 'the disk is full',
}

/** Throws a UsageError for what cannot be used. What it makes to find out is gone again, a directory for data too. */
export async function checkPlaces({ data, kubeconfig, etcdSocket, port }: UpPlaces): Promise<void> {
  if (kubeconfig !== undefined) checkFile('--kubeconfig', kubeconfig)
  if (etcdSocket !== undefined) checkFile('--etcd-socket', etcdSocket)
  if (data !== undefined) checkDirectory(data)
  if (port !== 0) await checkPort(port)
}

const kindOf = (path: string): 'directory' | 'other' | 'none' => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? 'none' : found.isDirectory() ? 'directory' : 'other'
}

function tried(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new UsageError(`${what}: ${reasons[code] ?? message}`)
  }
}

function checkParent(what: string, path: string): void {
  let kind: string | undefined
  // A part of the path that is a file.
  tried(what, () => {
    kind = kindOf(dirname(path))
  })
  if (kind !== 'directory') throw new UsageError(`${what}: there is no directory ${dirname(path)}`)
}

function checkFile(option: string, path: string): void {
  const what = `${option} ${path}`
  checkParent(what, path)
  const kind = kindOf(path)
  if (kind === 'directory') throw new UsageError(`${what}: is a directory`)
  if (kind === 'other' && statSync(path).isSocket()) return
  tried(what, () => {
    closeSync(openSync(path, kind === 'none' ? 'wx' : 'r+', 0o600))
    if (kind === 'none') unlinkSync(path)
  })
}

/** @note permissions alone tell nothing of /proc, or to root. */
function checkDirectory(path: string): void {
  const what = `--data ${path}`
  checkParent(what, path)
  const kind = kindOf(path)
  if (kind === 'other') throw new UsageError(`${what}: is no directory`)
  tried(what, () => {
    if (kind === 'none') {
      mkdirSync(path, { mode: 0o700 })
      rmdirSync(path)
      return
    }
    const file = join(path, `.kepsim-${process.pid}`)
    closeSync(openSync(file, 'wx', 0o600))
    unlinkSync(file)
  })
}

async function checkPort(port: number): Promise<void> {
  const code = await listenProblem(port)
  if (code === undefined) return
  if (code === 'EADDRINUSE')
    throw new UsageError(
      `--port ${port}: something listens there already; try --port ${await freeAfter(port)}, or leave it out for a free one`,
    )
  throw new UsageError(`--port ${port}: ${code === 'EACCES' ? 'you may not listen there' : code}`)
}

/** The next port that is free; 0 where there is none near. */
async function freeAfter(port: number): Promise<number> {
  for (let other = port + 1; other <= Math.min(65535, port + 100); other++)
    if ((await listenProblem(other)) === undefined) return other
  return 0
}

const listenProblem = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
