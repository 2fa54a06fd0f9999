// Upstream: pkg/controlplane/controller/leaderelection/leaderelection_controller.go
import type { LeaseSpec } from '../../../api/coordination-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import { type Clock, toMicroTime } from '../../../component-base/clock.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import type { Logger } from '../../../component-base/klog.ts'
import { leaderElectionDialect } from '../../../component-base/leaderelection/dialect.ts'
import type { OwnObjects } from '../own-objects.ts'
import {
  type Candidate,
  candidateOf,
  candidateValidMs,
  isCandidateExpired,
  owesAnswer,
} from './candidates.ts'
import { commonStrategy, oldestCandidate, oldestEmulationVersion, strategyOfNewest } from './election.ts'
import { ElectionQueue } from './election-queue.ts'

/** The leases and candidates of a server, and its surroundings. */
export interface ElectionControllerOptions {
  leases: OwnObjects
  candidates: OwnObjects
  clock: Clock
  logger: Logger
  /** The minor release of the server. */
  minor: number
}

/** Milliseconds after which a lease is looked at again, and for which candidates may answer a ping. */
const [requeueMs, electionMs] = [5000, 5000]
const leaseSeconds = 5

/** Gives leases to the candidate with the oldest emulation version, among those that answer. */
export class LeaderElectionController {
  private readonly options: ElectionControllerOptions
  private readonly queue: ElectionQueue
  private readonly stops: (() => void)[] = []
  private readonly strategyOf: (candidates: readonly Candidate[]) => string

  constructor(options: ElectionControllerOptions) {
    this.options = options
    const { clock, minor } = options
    this.queue = new ElectionQueue(clock, (lease) => this.reconcileReporting(lease))
    this.strategyOf = leaderElectionDialect(minor).candidateStrategies ? commonStrategy : strategyOfNewest
  }

  /** Looks at all leases with candidates, and at each that changes from now on. */
  async start(): Promise<void> {
    const { leases, candidates } = this.options
    const changed = (object: KubeObject): void => this.candidateChanged(candidateOf(object))
    this.stops.push(
      leases.watch(({ metadata }) => this.queue.add(`${metadata.namespace}/${metadata.name}`)),
      candidates.watch(changed),
    )
    for (const object of await candidates.list()) changed(object)
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop()
    await this.queue.stop()
  }

  /** Queues the Lease of a changed candidate; a candidate that owes an answer to a ping is part of an election already. */
  private candidateChanged(candidate: Candidate): void {
    if (!owesAnswer(candidate)) this.queue.add(`${candidate.namespace}/${candidate.leaseName}`)
  }

  private async reconcileReporting(lease: string): Promise<number | undefined> {
    const step = new ElectionStep(this.options, this.strategyOf, lease)
    try {
      return await step.run()
    } catch (error) {
      const { namesElectionStep } = leaderElectionDialect(this.options.minor)
      const values = { err: (error as Error).message, ...(namesElectionStep ? { key: lease } : {}) }
      const text = namesElectionStep ? 'Failed to reconcile election step' : 'Unhandled Error'
      this.options.logger.logS('E', text, { ...values, logger: 'UnhandledError' })
      return step.retries ? requeueMs : undefined
    }
  }
}

/** One reconciliation of a Lease with its LeaseCandidates. */
class ElectionStep {
  /** Whether a step that fails is to be tried again. */
  retries = true
  private readonly options: ElectionControllerOptions
  private readonly strategyOf: (candidates: readonly Candidate[]) => string
  private readonly lease: string
  private readonly namespace: string
  private readonly name: string
  private readonly now: number

  constructor(
    options: ElectionControllerOptions,
    strategyOf: (candidates: readonly Candidate[]) => string,
    lease: string,
  ) {
    const slash = lease.indexOf('/')
    this.options = options
    this.strategyOf = strategyOf
    this.lease = lease
    this.namespace = lease.slice(0, slash)
    this.name = lease.slice(slash + 1)
    this.now = options.clock.now()
  }

  /** Milliseconds until the next look; undefined: at the next change. */
  async run(): Promise<number | undefined> {
    const candidates = await this.admissible()
    if (candidates.length === 0) return undefined
    if (!(await this.isNeeded(candidates))) return requeueMs
    if (!(await this.mayVote(candidates))) return requeueMs
    this.retries = false
    if (candidates.some((one) => owesAnswer(one) && one.pinged! + electionMs > this.now)) return undefined
    const answered = candidates.filter(({ renewed }) => renewed! + electionMs > this.now)
    if (answered.length === 0) throw new Error('no available candidates')
    await this.give(answered)
    return requeueMs
  }

  private async admissible(): Promise<Candidate[]> {
    const all = (await this.options.candidates.list())
      .map(candidateOf)
      .filter(({ namespace, leaseName }) => namespace === this.namespace && leaseName === this.name)
    for (const one of all)
      if (isCandidateExpired(one, this.now)) this.tell(`LeaseCandidate ${one.name} is expired`)
    return all.filter((one) => !isCandidateExpired(one, this.now))
  }

  private async isNeeded(candidates: readonly Candidate[]): Promise<boolean> {
    const lease = await this.options.leases.get(this.namespace, this.name, true)
    if (lease === undefined) return true
    const spec = specOf(lease)
    if (this.isExpired(spec) || !spec.holderIdentity) return true
    // Every quarter of an hour all candidates have to say that they are still there.
    if (candidates.some(({ renewed }) => renewed! + candidateValidMs / 2 < this.now)) return true
    if (this.strategyOf(candidates) !== oldestEmulationVersion) return false
    const best = oldestCandidate(candidates)
    return best !== undefined && best.name !== spec.holderIdentity
  }

  /** Asks all who have not been heard of lately. @returns whether there is nobody to wait for */
  private async mayVote(candidates: readonly Candidate[]): Promise<boolean> {
    const waiting = candidates.some((one) => owesAnswer(one) && one.pinged! + electionMs > this.now)
    const silent = candidates.filter(
      (one) =>
        one.renewed! + electionMs <= this.now &&
        (one.pinged === undefined || (one.pinged + electionMs < this.now && !owesAnswer(one))),
    )
    await Promise.all(silent.map((one) => this.ping(one)))
    return !waiting && silent.length === 0
  }

  private async ping({ object }: Candidate): Promise<void> {
    const spec = { ...specOf(object), pingTime: toMicroTime(this.now) }
    await this.options.candidates.update({ ...object, spec } as KubeObject)
  }

  private async give(candidates: readonly Candidate[]): Promise<void> {
    const strategy = this.strategyOf(candidates)
    const holder = strategy === oldestEmulationVersion ? oldestCandidate(candidates)?.name : undefined
    if (strategy === oldestEmulationVersion && holder === undefined)
      throw new Error('should not happen, could not find suitable electee')
    if (!(await this.created(strategy, holder))) await this.change(strategy, holder)
  }

  /** Whether there was no lease. @param holder undefined: somebody else says it */
  private async created(strategy: string, holder: string | undefined): Promise<boolean> {
    const spec: LeaseSpec = {
      strategy,
      leaseDurationSeconds: leaseSeconds,
      renewTime: this.time(),
      ...(holder === undefined ? {} : { holderIdentity: holder }),
    }
    try {
      await this.options.leases.create({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { namespace: this.namespace, name: this.name },
        spec,
      } as KubeObject)
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'AlreadyExists') throw error
      return false
    }
    this.tell(
      `Created lease ${this.lease} ${holder === undefined ? 'without leader' : `for ${goQuote(holder)}`}`,
    )
    return true
  }

  private async change(strategy: string, holder: string | undefined): Promise<void> {
    const lease = await this.options.leases.get(this.namespace, this.name)
    if (lease === undefined) throw new Error(`leases.coordination.k8s.io ${goQuote(this.name)} not found`)
    const old = specOf(lease)
    if (old.strategy !== strategy) this.tell(`Lease ${this.lease} strategy changed to ${goQuote(strategy)}`)
    const spec = { ...old, strategy, ...(holder === undefined ? {} : this.handOver(old, holder)) }
    if (!sameSpec(old, spec)) await this.options.leases.update({ ...lease, spec } as KubeObject)
  }

  /** A lease that nobody keeps is given at once; a holder learns who is to follow it, and renews no more. */
  private handOver(old: LeaseSpec, holder: string): Partial<Record<keyof LeaseSpec, unknown>> {
    const { holderIdentity: before = '' } = old
    if (before === holder) return {}
    if (before !== '' && !this.isExpired(old)) {
      this.tell(`Lease ${this.lease} holder changed from ${goQuote(before)} to ${goQuote(holder)}`)
      return { preferredHolder: holder }
    }
    const why = before === '' ? 'had no holder,' : 'expired, resetting it and'
    this.tell(`Lease ${this.lease} ${why} setting holder to ${goQuote(holder)}`)
    return {
      preferredHolder: undefined,
      holderIdentity: holder,
      renewTime: this.time(),
      leaseDurationSeconds: leaseSeconds,
      acquireTime: undefined,
    }
  }

  private isExpired({ renewTime, leaseDurationSeconds }: LeaseSpec): boolean {
    if (!renewTime || typeof leaseDurationSeconds !== 'number') return true
    return Date.parse(renewTime) + leaseDurationSeconds * 1000 < this.options.clock.now()
  }

  private time(): string {
    return toMicroTime(this.options.clock.now())
  }

  private tell(text: string): void {
    this.options.logger.log('I', text)
  }
}

const specOf = (object: KubeObject): LeaseSpec => (object['spec'] ?? {}) as LeaseSpec

const sameSpec = (a: object, b: object): boolean => {
  const entries = (spec: object): string =>
    JSON.stringify(
      Object.entries(spec)
        .filter(([, value]) => value !== undefined)
        .sort(),
    )
  return entries(a) === entries(b)
}
