import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { type ServerProcess, serverFolder, startServerProcess } from '../../e2e/conformance/server-process.ts'
import type { Attack } from '../../e2e/hostile/requests/hostile-request.ts'

/** The figures of an attack. */
export interface Measured {
  readonly name: string
  /** Of all answers, each once. */
  readonly statuses: string
  readonly kilobytes: number
  readonly seconds: number
  /** The longest answer of /livez while the attack ran, in milliseconds. */
  readonly livez: number
  /** What the thread that serves computed meanwhile, at most: the same on a busy machine. Milliseconds. */
  readonly computed: number
  /** In megabytes; the peak is of the process since the attack began. */
  readonly rss: { before: number; peak: number; after: number }
  /** Less than a fifth above what it was before the first attack on this server. */
  readonly memoryIsBack: boolean
  readonly alive: boolean
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** How long memory may take to come back, where nobody says so. */
const settleMs = 12_000
/** An attack that takes longer has won: the server is ended. */
const longestMs = 40_000

/** A server in a process of its own, an attacker in another; this one measures. */
export class MeasuredServer {
  private readonly agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 1 })
  private readonly server: ServerProcess
  private readonly folder: ReturnType<typeof serverFolder>
  private readonly attacker: ChildProcess
  /** Memory before the first attack, with what it is to find there; megabytes. */
  private unhurt = 0

  private constructor(server: ServerProcess, folder: ReturnType<typeof serverFolder>) {
    this.server = server
    this.folder = folder
    this.attacker = fork(process.argv[1]!, ['--attack', server.server, '--token', server.token])
  }

  static async start(release: string, flags: readonly string[]): Promise<MeasuredServer> {
    const folder = serverFolder()
    return new MeasuredServer(await startServerProcess({ release, dir: folder.dir, flags }), folder)
  }

  async prepare(attack: Attack): Promise<void> {
    if ((attack.prepare ?? []).length > 0) {
      await this.ask(attack.name, 'prepare')
      await wait(settleMs)
    }
    this.unhurt = this.rss()
  }

  /** @param settle milliseconds after which memory is measured; default: as soon as it is back, twelve seconds at most */
  async measure(attack: Attack, settle?: number): Promise<Measured> {
    const before = this.rss()
    const running = this.ask(attack.name, 'attack')
    let [ended, livez, computed, peak] = [false, 0, 0, before]
    const probe = async (): Promise<void> => {
      const start = this.computed()
      livez = Math.max(livez, await this.livez())
      computed = Math.max(computed, this.computed() - start)
    }
    const end = running.then(() => {
      ended = true
    })
    const deadline = Date.now() + longestMs
    while (!ended && this.alive()) {
      if (Date.now() > deadline) process.kill(this.server.pid, 'SIGKILL')
      await probe()
      peak = Math.max(peak, this.rss())
      await wait(5)
    }
    await end
    await probe()
    const told = await running
    if (settle !== undefined) await wait(settle)
    const wanted = this.unhurt * 1.2
    const after = settle === undefined ? await this.settled(wanted) : this.rss()
    return {
      name: attack.name,
      ...told,
      livez,
      computed,
      rss: { before, peak, after },
      memoryIsBack: after <= wanted,
      alive: this.alive(),
    }
  }

  get url(): string {
    return this.server.server
  }
  get token(): string {
    return this.server.token
  }

  alive(): boolean {
    return this.rss() > 0
  }

  async stop(): Promise<void> {
    this.attacker.disconnect()
    this.agent.destroy()
    await this.server.stop()
    this.folder.remove()
  }

  private async ask(
    name: string,
    step: 'prepare' | 'attack',
  ): Promise<{ statuses: string; kilobytes: number; seconds: number }> {
    this.attacker.send({ name, step })
    const [told] = await once(this.attacker, 'message')
    return told
  }

  /** Milliseconds to an answer; the time until now where there is none. */
  private livez(): Promise<number> {
    const start = performance.now()
    return new Promise((resolve) => {
      const ask = request(`${this.server.server}/livez`, { agent: this.agent }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(performance.now() - start))
      })
      ask.setTimeout(longestMs, () => ask.destroy())
      ask.on('error', () => resolve(performance.now() - start))
      ask.end()
    })
  }

  /** Milliseconds of processor time of the thread that serves; 0 where the process has ended. */
  private computed(): number {
    const { pid } = this.server
    try {
      return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return 0
    }
  }

  /** Megabytes; 0 where the process has ended. */
  rss(): number {
    try {
      const status = readFileSync(`/proc/${this.server.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      return 0
    }
  }

  /** The memory once it is at `wanted` megabytes or below, or once it has had its time. */
  private async settled(wanted: number): Promise<number> {
    const end = Date.now() + settleMs
    while (this.rss() > wanted && Date.now() < end) await wait(100)
    return this.rss()
  }
}
