// A cluster that tests ask for: started within a limit of its own, with what it logged while a test ran.
import { type CallSite, pointAt } from '../call-site.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import type { ClusterOptions } from '../cluster-options.ts'
import { ComponentLogs, type LogLine } from '../component-logs.ts'
import { WaitTimeoutError } from '../wait.ts'

/** The options of a cluster, or a function that gives them when the cluster is started. */
export type OptionsOfTests = ClusterOptions | (() => ClusterOptions | Promise<ClusterOptions>)

// Tests may replace the timers of the process by ones that stand still.
const { setTimeout, clearTimeout } = globalThis
const linesShown = 60

/** A cluster of one test, or of the tests that share it. */
export class TestCluster {
  /** Whether vitest has given the cluster to a test, and so ends it. */
  claimed = false
  private readonly logs = new ComponentLogs()
  private readonly options: OptionsOfTests
  private readonly limit: number
  private readonly site: CallSite
  private readonly lastLines = new Map<string, number>()
  private started: Promise<Cluster> | undefined
  private startMs = 0
  private ended: number | undefined

  /** @param limit milliseconds that the start may take @param site where the options were given */
  constructor(options: OptionsOfTests, limit: number, site: CallSite) {
    this.options = options
    this.limit = limit
    this.site = site
  }

  /** Starts it, once. Rejects as startCluster, or where that takes too long. @param defined where the test stands that asks first */
  start(...defined: readonly CallSite[]): Promise<Cluster> {
    this.started ??= this.startInTime().catch((error: unknown) => {
      throw pointAt(error, this.site, ...defined)
    })
    return this.started
  }

  async stop(): Promise<void> {
    this.ended ??= this.logs.count
    const cluster = await this.started?.catch(() => undefined)
    await cluster?.stop()
  }

  /** A place in the log, for {@link report}. */
  get mark(): number {
    return this.logs.count
  }

  /** The cluster's log since a mark, for the report of a failed test. */
  report(since: number): string {
    const lines = this.logs.between(since, this.ended ?? this.logs.count)
    const head = `The test's cluster (its start, ${seconds(this.startMs)}, is no part of the test's time) logged while the test ran`
    if (lines.length === 0) return `${head}: nothing\n`
    const left = lines.length - linesShown
    const omitted = left > 0 ? `  (${left} lines before these: cluster.logs(component))\n` : ''
    return `${head}:\n${omitted}${table(lines.slice(-linesShown))}`
  }

  private async startInTime(): Promise<Cluster> {
    const began = performance.now()
    const elapsed = (): number => performance.now() - began
    const late = new AbortController()
    let part = 'the function that gives its options has not ended'
    const timer = setTimeout(() => late.abort(this.tooSlow(part)), this.limit)
    try {
      const options = await ended(this.given(), late.signal)
      part = ''
      const signals = [late.signal, ...(options.signal === undefined ? [] : [options.signal])]
      const log = (component: string, line: string, node?: string): void => {
        this.lastLines.set(nameOf(component, node), elapsed())
        this.logs.append(component, line, node)
        options.log?.(component, line, node)
      }
      return await startCluster({ ...options, log, signal: AbortSignal.any(signals) })
    } finally {
      clearTimeout(timer)
      this.startMs = elapsed()
    }
  }

  private async given(): Promise<ClusterOptions> {
    return typeof this.options === 'function' ? this.options() : this.options
  }

  private tooSlow(part: string): WaitTimeoutError {
    const heard = [...this.lastLines].map(([name, at]) => `${name} after ${seconds(at)}`).join(', ')
    const slow = part || `it was heard last of ${heard || 'no component'}`
    return new WaitTimeoutError(
      `The test's cluster did not start within ${seconds(this.limit)}: ${slow}. ` +
        'This is no part of the time of the test: give clusterTest({ … }, { startTimeoutMs }) more, ' +
        'or share one cluster among tests, by { scope: "file" }',
    )
  }
}

/** Answers as the promise, or rejects when the signal is aborted. */
function ended<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    promise.then(resolve, reject)
  })
}

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(2))} s`

const nameOf = (component: string, node: string | undefined): string =>
  node === undefined ? component : `${component}/${node}`

function table(lines: readonly LogLine[]): string {
  const names = lines.map(({ component, node }) => nameOf(component, node))
  const width = Math.max(...names.map((name) => name.length))
  return lines.map(({ line }, i) => `${names[i]!.padEnd(width)} | ${line.trimEnd()}\n`).join('')
}
