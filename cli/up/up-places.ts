// What `kepsim up` is told to use, tried before anything starts: one line says what is wrong, and nothing is left behind.
import { closeSync, mkdirSync, openSync, rmdirSync, unlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { checkOutputFiles } from '../output-files.ts'
import { UsageError } from '../usage-error.ts'
import { checkFile, checkParent, kindOf, shortened, tried } from '../writable-place.ts'
import { checkKubeconfigFile } from './kubeconfig-file.ts'

/** The places of a cluster, absolute; undefined: it has its own. */
export interface UpPlaces {
  data?: string | undefined
  kubeconfig?: string | undefined
  etcdSocket?: string | undefined
  /** `-`: none. */
  json?: string | undefined
  /** 0: a free one. */
  port: number
}

/** Throws a UsageError for what cannot be used. What it makes to find out is gone again, a directory for data too. */
export async function checkPlaces({ data, kubeconfig, etcdSocket, json, port }: UpPlaces): Promise<void> {
  if (kubeconfig !== undefined) checkKubeconfigFile(kubeconfig)
  if (etcdSocket !== undefined) checkSocket(etcdSocket)
  checkOutputFiles({ json })
  if (data !== undefined) checkDirectory(data)
  if (port !== 0) await checkPort(port)
}

/** A socket takes no file's place, nor that of one that a killed cluster has left. */
function checkSocket(path: string): void {
  checkFile('--etcd-socket', path)
  if (kindOf(path) !== 'none')
    throw new UsageError(`--etcd-socket ${shortened(path)}: is there already: name a path where nothing is`)
}

/** @note permissions alone tell nothing of /proc, or to root. */
function checkDirectory(path: string): void {
  const what = `--data ${shortened(path)}`
  checkParent(what, path)
  const kind = kindOf(path)
  if (kind === 'file' || kind === 'other') throw new UsageError(`${what}: is no directory`)
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
