import type { Random } from '../../component-base/random.ts'
import { ask } from '../api-request.ts'
import { FaultCluster } from './fault-cluster.ts'
import { doubledWrites, lostWrites, wrongEvents } from './judge.ts'
import { ResumingWatcher } from './resuming-watcher.ts'
import { Witness } from './witness.ts'
import { objectsPath, Writers } from './writers.ts'

/** What is done to the servers, and how long. Seconds. */
export interface FaultsPlan {
  readonly release: string
  readonly servers: number
  /** Of writing, at least. */
  readonly seconds: number
  /** Between a server's start and the end of the next one. */
  readonly killEvery: number
  /** How long the first server is without its etcd, at least. */
  readonly cut: number
  readonly random: Random
}

/** What was seen. `bad`: what must not be. */
export interface FaultsReport {
  readonly lines: string[]
  readonly bad: string[]
}

const watchers = 6
/** How long a server may take to notice that etcd is away. */
const notices = 10
const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000 * seconds))

/** Waits until it holds. Whether it does within `seconds`. */
async function within(seconds: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + 1000 * seconds
  while (!(await holds())) {
    if (performance.now() > end) return false
    await wait(0.05)
  }
  return true
}

/** Servers are killed, etcd is restarted, stopped, compacted and cut off from a server under writers and watchers. */
export async function runFaults(plan: FaultsPlan): Promise<FaultsReport> {
  const cluster = await FaultCluster.start(plan.release, plan.servers)
  const witness = await Witness.open(cluster.etcd.url, cluster.keyPrefix)
  try {
    return await new Faults(plan, cluster, witness).run()
  } finally {
    witness.close()
    await cluster.stop()
  }
}

class Faults {
  private readonly plan: FaultsPlan
  private readonly cluster: FaultCluster
  private readonly witness: Witness
  private readonly bad: string[] = []
  private readonly lines: string[] = []
  private kills = 0
  private compactions = 0

  constructor(plan: FaultsPlan, cluster: FaultCluster, witness: Witness) {
    this.plan = plan
    this.cluster = cluster
    this.witness = witness
  }

  async run(): Promise<FaultsReport> {
    const writing = new Writers(this.cluster)
    const watching = Array.from(
      { length: watchers },
      (_, i) => new ResumingWatcher(this.cluster, i, (i % 2) * this.plan.killEvery),
    )
    const ends = [writing.run(), ...watching.map((one) => one.run())]
    try {
      const end = performance.now() + 1000 * this.plan.seconds
      await this.killsAndRestarts()
      await this.cutOff()
      while (performance.now() < end) await this.killsAndRestarts()
      writing.end()
      await ends[0]
      await this.catchUp(watching)
    } finally {
      writing.end()
      for (const one of watching) one.end()
      await Promise.all(ends)
    }
    return this.judge(writing, watching)
  }

  /** Each server once, and etcd. */
  private async killsAndRestarts(): Promise<void> {
    const { cluster, plan } = this
    for (let i = 0; i < cluster.size; i++) {
      await wait(plan.killEvery)
      await this.witness.compact()
      this.compactions++
      const index = plan.random.int(cluster.size)
      await cluster.killServer(index)
      this.kills++
      if (i === 0) await this.restartEtcd()
      await cluster.startServer(index)
    }
  }

  private async restartEtcd(): Promise<void> {
    await this.cluster.etcd.kill()
    await this.cluster.etcd.start()
  }

  /** The first server loses its etcd: it says so, knows what it knew, and serves again after. */
  private async cutOff(): Promise<void> {
    const { cluster, plan } = this
    const url = cluster.url(0)!
    const get = (path: string, timeout = 10_000) => ask(url + path, { method: 'GET', timeout, agent: false })
    const told = async (): Promise<boolean> => {
      const { status, text } = await get('/readyz?verbose')
      return status === 500 && text.includes('[-]etcd failed') && text.includes('[-]etcd-readiness failed')
    }
    const isReady = async (): Promise<boolean> => (await get('/readyz')).status === 200
    const start = performance.now()
    cluster.proxy.cut()
    try {
      if (!(await within(notices, told)))
        this.bad.push(`readyz says nothing ${notices} s after etcd was cut off`)
      else this.lines.push(`etcd cut off: readyz told it after ${seconds(start)}`)
      const known = await get(`${objectsPath}?resourceVersion=0`)
      if (known.status !== 200)
        this.bad.push(`a list of resourceVersion=0 without etcd: status ${known.status}`)
      const left = plan.cut - (performance.now() - start) / 1000
      await this.answersNothing(() => get(objectsPath, Math.max(500, 1000 * left)))
      await wait(Math.max(0, plan.cut - (performance.now() - start) / 1000))
    } finally {
      cluster.proxy.mend()
    }
    const mended = performance.now()
    if (!(await within(15, isReady))) this.bad.push('the server is not ready 15 s after etcd was back')
    else this.lines.push(`etcd back: ready after ${seconds(mended)}`)
    const { status } = await get(objectsPath, 15_000).catch(() => ({ status: 0 }))
    if (status !== 200) this.bad.push(`a list after etcd was back: status ${status}`)
  }

  /** What needs etcd is not answered while it is away. */
  private async answersNothing(list: () => Promise<{ status: number }>): Promise<void> {
    const status = await list().then(
      (answer) => answer.status,
      () => 0,
    )
    if (status !== 0) this.bad.push(`a list of the newest state without etcd: status ${status}`)
  }

  private async catchUp(watching: readonly ResumingWatcher[]): Promise<void> {
    const { changes } = this.witness
    const last = (): number => changes.at(-1)?.revision ?? 0
    for (const one of watching) one.hurry()
    const all = await within(30, () => watching.every(({ revision }) => revision >= last()))
    if (!all) this.bad.push(`a watcher stands at ${watching.map((w) => w.revision)}, etcd at ${last()}`)
  }

  private judge({ report }: Writers, watching: readonly ResumingWatcher[]): FaultsReport {
    const { changes, failure } = this.witness
    if (failure !== undefined) this.bad.push(failure)
    if (report.acknowledged.length === 0) this.bad.push('no write was acknowledged')
    const events = watching.flatMap(({ stretches }) => stretches.flatMap((one) => one.changes)).length
    const sum = (of: (one: ResumingWatcher) => number): number => watching.reduce((n, one) => n + of(one), 0)
    this.lines.push(
      `${this.kills} kills of ${this.cluster.size} servers, ${this.compactions} compactions`,
      `${report.acknowledged.length} writes acknowledged, ${report.unanswered} not answered, ${changes.length} in etcd`,
      `${watchers} watchers: ${events} events, ${sum((w) => w.resumed)} times resumed, ${sum((w) => w.stretches.length - 1)} times listed anew`,
      ...[...report.failures].map(([what, times]) => `  ${times} × ${what}`),
    )
    this.bad.push(
      ...report.bad,
      ...lostWrites(report.acknowledged, changes),
      ...doubledWrites(changes),
      ...watching.flatMap((one) => wrongEvents(one.stretches, changes)),
    )
    return { lines: this.lines, bad: this.bad }
  }
}

const seconds = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`
