// Upstream: staging/src/k8s.io/client-go/tools/leaderelection/leasecandidate.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Clock, toMicroTime } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import { leaderElectionDialect } from '../../component-base/leaderelection/dialect.ts'
import { Informer } from '../informer.ts'
import { isNotFound, type RestClient } from '../rest-client.ts'

/** The identity, versions and Lease of a candidate in a coordinated leader election. */
export interface LeaseCandidateOptions {
  client: RestClient
  clock: Clock
  logger: Logger
  /** The minor release of client-go. */
  minor: number
  /** The value of --v. */
  verbosity: number
  namespace: string
  /** The name of the LeaseCandidate, and its identity in the election. */
  name: string
  /** The name of the Lease that the candidate wants to hold. */
  leaseName: string
  /** `1.36.3`. */
  binaryVersion: string
  /** `1.35.0`. */
  emulationVersion: string
}

const strategy = 'OldestEmulationVersion'
const requeueMs = 300_000
/** The pause after a failure, doubled with each: milliseconds. */
const [shortestPause, longestPause] = [5, 1_000_000]

interface CandidateSpec {
  renewTime?: string | null
  pingTime?: string | null
}

const specOf = (candidate: KubeObject): CandidateSpec => (candidate['spec'] ?? {}) as CandidateSpec

/** Whether somebody asked for a sign of life since the last one. */
const isPinged = ({ pingTime, renewTime }: CandidateSpec): boolean =>
  !!pingTime && Date.parse(pingTime) > Date.parse(renewTime || '0001-01-01T00:00:00Z')

/** Keeps the LeaseCandidate of a component there, and renews it when it is asked to. */
export class LeaseCandidate {
  private readonly options: LeaseCandidateOptions
  private readonly rules: ReturnType<typeof leaderElectionDialect>
  private readonly informer: Informer
  private readonly collection: string
  private readonly abort = new AbortController()
  private asked = false
  private failures = 0
  private cancel = (): void => {}
  private running: Promise<void> | undefined

  constructor(options: LeaseCandidateOptions) {
    const { client, clock, minor, namespace, name } = options
    this.options = options
    this.rules = leaderElectionDialect(minor)
    const group = `/apis/coordination.k8s.io/${this.rules.candidateVersion}`
    this.collection = `${group}/namespaces/${namespace}/leasecandidates`
    const watched = this.rules.candidatesByCache ? this.collection : `${group}/leasecandidates`
    this.informer = new Informer({
      client,
      clock,
      path: `${watched}?fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`,
      handlers: {
        onChange: (candidate, old) => {
          if (old !== undefined && isPinged(specOf(candidate))) this.ask()
        },
      },
    })
  }

  /** Begins when the collection has been read once. */
  start(): this {
    this.informer.start()
    void this.informer.hasSynced().then(() => this.ask())
    return this
  }

  /** The candidate stays: it goes when nobody has renewed it for half an hour. */
  async stop(): Promise<void> {
    this.abort.abort()
    this.cancel()
    await this.informer.stop()
    await this.running
  }

  private ask(): void {
    if (this.abort.signal.aborted) return
    this.asked = true
    this.running ??= this.work().finally(() => {
      this.running = undefined
    })
  }

  private async work(): Promise<void> {
    while (this.asked) {
      this.asked = false
      try {
        await this.ensure()
        this.failures = 0
        this.later(requeueMs)
      } catch (error) {
        if (this.abort.signal.aborted) return
        this.failed(error as Error)
        this.later(Math.min(shortestPause * 2 ** this.failures++, longestPause))
      }
    }
  }

  private later(ms: number): void {
    this.cancel()
    if (!this.abort.signal.aborted) this.cancel = this.options.clock.setTimeout(() => this.ask(), ms)
  }

  private async ensure(): Promise<void> {
    const { client, name } = this.options
    const there = await this.current()
    if (there === undefined) {
      this.tell('Creating lease candidate')
      await client.create(this.collection, this.newCandidate(), this.abort.signal)
      this.tell('Created lease candidate')
      return
    }
    this.tell('Lease candidate exists. Renewing.', 'lease candidate exists. Renewing.')
    const renewed = { ...there, spec: { ...specOf(there), renewTime: this.now() } }
    await client.update(`${this.collection}/${name}`, renewed, this.abort.signal)
  }

  private async current(): Promise<KubeObject | undefined> {
    const { client, namespace, name } = this.options
    if (this.rules.candidatesByCache) return this.informer.items.get(`${namespace}/${name}`)
    try {
      return await client.get(`${this.collection}/${name}`, this.abort.signal)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  private newCandidate(): object {
    const { namespace, name, leaseName, binaryVersion, emulationVersion } = this.options
    const { candidateVersion, candidateStrategies } = this.rules
    return {
      apiVersion: `coordination.k8s.io/${candidateVersion}`,
      kind: 'LeaseCandidate',
      metadata: { name, namespace },
      spec: {
        leaseName,
        renewTime: this.now(),
        binaryVersion,
        emulationVersion,
        ...(candidateStrategies ? { preferredStrategies: [strategy] } : { strategy }),
      },
    }
  }

  private now(): string {
    return toMicroTime(this.options.clock.now())
  }

  private tell(structured: string, plain = structured): void {
    const { logger, verbosity } = this.options
    if (verbosity < 2) return
    if (this.rules.structuredLog) logger.logS('I', structured, { logger: 'leasecandidate' })
    else logger.log('I', plain)
  }

  private failed({ message: err }: Error): void {
    const [text, name] = this.rules.structuredLog
      ? ['Ensuring lease failed', 'leasecandidate']
      : ['Unhandled Error', 'UnhandledError']
    this.options.logger.logS('E', text, { err, logger: name })
  }
}
