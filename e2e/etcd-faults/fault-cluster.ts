import { basename } from 'node:path'
import { type EtcdProcess, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { type ServerProcess, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { EtcdProxy } from './etcd-proxy.ts'

/** Servers on one etcd, each a process; the first reaches etcd through a network that can be cut. */
export class FaultCluster {
  readonly etcd: EtcdProcess
  readonly proxy: EtcdProxy
  private readonly folder = serverFolder()
  private readonly release: string
  /** Undefined while it is not there. */
  private readonly servers: (ServerProcess | undefined)[]

  private constructor(etcd: EtcdProcess, proxy: EtcdProxy, release: string, size: number) {
    this.etcd = etcd
    this.proxy = proxy
    this.release = release
    this.servers = Array.from({ length: size }, () => undefined)
  }

  static async start(release: string, size: number): Promise<FaultCluster> {
    const etcd = await startEtcd()
    const cluster = new FaultCluster(etcd, await EtcdProxy.open(etcd.url), release, size)
    try {
      // Certificates and first objects are made by one.
      await cluster.startServer(0)
      await Promise.all(cluster.servers.slice(1).map((_, i) => cluster.startServer(i + 1)))
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  get size(): number {
    return this.servers.length
  }

  /** Of the writers' keys in etcd. */
  get keyPrefix(): string {
    return `/${basename(this.folder.dir)}/configmaps/default/`
  }

  /** The address of a server; where it is not there, that of the next one. */
  url(index: number): string | undefined {
    for (let i = 0; i < this.size; i++) {
      const server = this.servers[(index + i) % this.size]
      if (server !== undefined) return server.server
    }
    return undefined
  }

  async startServer(index: number): Promise<void> {
    const etcd = index === 0 ? this.proxy.url : this.etcd.url
    const { release } = this
    this.servers[index] = await startServerProcess({ release, dir: this.folder.dir, flags: [], etcd })
  }

  /** As `kill -9` does. */
  async killServer(index: number): Promise<void> {
    const server = this.servers[index]
    if (server === undefined) return
    this.servers[index] = undefined
    process.kill(server.pid, 'SIGKILL')
    await server.stop()
  }

  async stop(): Promise<void> {
    this.proxy.mend()
    for (let i = 0; i < this.size; i++) await this.killServer(i)
    this.proxy.close()
    await this.etcd.stop()
    this.folder.remove()
  }
}
