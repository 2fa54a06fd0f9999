// Where the host keeps what outlives a program of the machine.
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The private directory of a machine on the host, and the stores of the etcds that run on the machine. */
export class Stores {
  private hostDir: string | undefined
  /** By the path on the machine that an etcd has its data in. */
  private readonly stores = new Map<string, string>()
  private made = 0
  private running: string | undefined

  /** The private directory on the host (mode 0700) for stores and for what a real kubectl reads; made on first use. */
  async privateDir(): Promise<string> {
    if (this.hostDir === undefined) {
      this.hostDir = await mkdtemp(join(tmpdir(), 'kepsim-machine-'))
      process.once('exit', this.forget)
    }
    return this.hostDir
  }

  /** The data directory of the etcd that runs: kube-apiserver may restart without losing anything. */
  get etcdDir(): string | undefined {
    return this.running
  }

  /** Where the host keeps the store of the etcd that has its data in `path` on the machine, and runs from now on. */
  async dataDirOf(path: string): Promise<string> {
    this.running = path
    return this.keptIn(path)
  }

  /** Where the host keeps the store of `path`, whether or not an etcd runs with it. */
  async keptIn(path: string): Promise<string> {
    const known = this.stores.get(path)
    if (known !== undefined) return known
    const dir = join(await this.privateDir(), `store-${this.made++}`)
    this.stores.set(path, dir)
    return dir
  }

  /** What an etcd kept in `path` is gone. */
  forgetData(path: string): void {
    this.stores.delete(path)
  }

  async close(): Promise<void> {
    process.off('exit', this.forget)
    if (this.hostDir !== undefined) await rm(this.hostDir, { recursive: true, force: true })
    this.hostDir = undefined
  }

  /** For a process that ends before `close()`. */
  private readonly forget = (): void => {
    if (this.hostDir !== undefined) rmSync(this.hostDir, { recursive: true, force: true })
  }
}
