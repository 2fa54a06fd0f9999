// `kepsim etcdctl …` and `kepsim etcdutl …` on the host's files: over the store of `kepsim up`, that of a data directory, or a real etcd.
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { recordedReleases } from '../component-base/release-facts.ts'
import type { EtcdApi } from '../etcdctl/api/etcd-api.ts'
import { EmbeddedEtcd } from '../etcdctl/embedded/embedded-etcd.ts'
import { restoredState } from '../etcdctl/embedded/restored-state.ts'
import { runEtcdctl, runEtcdutl } from '../etcdctl/etcdctl.ts'
import { ExitError } from '../etcdctl/exit-error.ts'
import { connectEtcd } from '../etcdctl/grpc/connect-etcd.ts'
import type { EtcdctlHost } from '../etcdctl/host.ts'
import { openFile } from '../server/storage/bbolt/byte-source.ts'
import type { Storage } from '../server/storage/interface.ts'
import { DataDirectoryError } from '../server/storage/lowdb/data-problem.ts'
import { holdsStore, restoreDirectory } from '../server/storage/lowdb/restore-directory.ts'
import { openStorage } from '../server/storage/open-storage.ts'
import type { Command } from './command.ts'

/** `--kepsim-data DIR` stands before or among the words: real ones have no such flag. */
const dataFlag = '--kepsim-data'

const command =
  (program: typeof runEtcdctl): Command =>
  async (args) => {
    const { directory, words } = dataIn(args)
    const stop = new AbortController()
    process.once('SIGINT', () => stop.abort())
    const host = new OwnHost(directory, stop.signal)
    try {
      return await program(words, host)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (!(error instanceof DataDirectoryError) && code === undefined) throw error
      process.stderr.write(`Error: ${message}\n`)
      return 1
    } finally {
      await host.close()
    }
  }

/** `kepsim etcdctl`: etcdctl 3.5 on the host. */
export const run: Command = command(runEtcdctl)
/** `kepsim etcdutl`: etcdutl 3.5 on the host. */
export const runUtl: Command = command(runEtcdutl)

function dataIn(args: readonly string[]): { directory: string | undefined; words: string[] } {
  const at = args.findIndex((arg) => arg === dataFlag || arg.startsWith(`${dataFlag}=`))
  if (at < 0) return { directory: undefined, words: [...args] }
  const inline = args[at]!.includes('=')
  const directory = inline ? args[at]!.slice(dataFlag.length + 1) : args[at + 1]
  return { directory, words: [...args.slice(0, at), ...args.slice(at + (inline ? 1 : 2))] }
}

class OwnHost implements EtcdctlHost {
  readonly env: ReadonlyMap<string, string>
  readonly signal: AbortSignal
  private readonly directory: string | undefined
  private opened: Storage | undefined

  constructor(directory: string | undefined, signal: AbortSignal) {
    this.directory = directory
    this.signal = signal
    const own = Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v] as const]))
    this.env = new Map(own)
  }

  async stdin(): Promise<Buffer> {
    return readFileSync(0)
  }

  stdout(bytes: Buffer): void {
    process.stdout.write(bytes)
  }

  stderr(text: string): void {
    process.stderr.write(text)
  }

  async connect(endpoint: Parameters<EtcdctlHost['connect']>[0]): Promise<EtcdApi> {
    if (this.directory === undefined) return connectEtcd(endpoint)
    const storage = await this.storage(this.directory)
    return new EmbeddedEtcd({ storage: () => storage, release: () => this.release })
  }

  openSource = async (path: string) => openFile(path)

  async saveFile(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    const part = `${path}.part`
    try {
      await pipeline(pieces, createWriteStream(part, { mode: 0o600 }))
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  async isEmpty(directory: string): Promise<boolean> {
    try {
      return (await readdir(directory)).length === 0
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT'
    }
  }

  /** A data directory for `kepsim up --data` and `kube-apiserver --data-dir`. */
  async restore(
    directory: string,
    snapshot: Parameters<EtcdctlHost['restore']>[1],
    bump: number,
  ): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await restoreDirectory(directory, restoredState(snapshot, bump, this.release))
  }

  now = Date.now
  sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  async close(): Promise<void> {
    await this.opened?.close()
  }

  /** That whose servers wrote last, as far as can be told: the newest one reads all. */
  private get release(): string {
    return recordedReleases().at(-1)!
  }

  private async storage(dataDir: string): Promise<Storage> {
    if (!(await holdsStore(dataDir)))
      throw new ExitError('error', `${dataDir}: no store of a kube-apiserver is there`)
    this.opened ??= await openStorage({ dataDir, writtenBy: this.release, logger: { log() {}, logS() {} } })
    return this.opened
  }
}
