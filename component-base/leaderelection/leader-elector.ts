// Upstream: staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go
import { type Clock, toMicroTime } from '../clock.ts'
import type { Logger } from '../klog.ts'
import type { Random } from '../random.ts'
import { leaderElectionDialect } from './dialect.ts'
import { ElectionLog } from './election-log.ts'
import { type LeaderElectionRecord, rawRecord } from './election-record.ts'
import { deadline, pause } from './pause.ts'

/** The object that candidates hold one after the other. Its requests reject with what the server answered, or why none came. */
export interface ResourceLock {
  readonly identity: string
  /** `namespace/name`. */
  readonly description: string
  get(signal: AbortSignal): Promise<LeaderElectionRecord>
  create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>
  /** Writes the record over the one that was read or written last; rejects where another has changed it. */
  update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>
  isNotFound(error: unknown): boolean
  /** Tells in an event what the holder does: `became leader`. */
  recordEvent(text: string): void
}

/** The lock, times and callbacks of a leader election. All times are milliseconds. */
export interface LeaderElectionConfig {
  lock: ResourceLock
  /** The time for which other candidates wait where they see no renewal. */
  leaseDuration: number
  /** The time for which a holder tries to renew before it gives up. */
  renewDeadline: number
  /** The time between two attempts. */
  retryPeriod: number
  callbacks: LeaderCallbacks
  /** Gives the lease up at a clean end. */
  releaseOnCancel: boolean
  /** The name of the election in metrics and errors. */
  name: string
  /** Somebody else chooses the holder (KEP-4355). */
  coordinated?: boolean
}

/** Called when a candidate begins and when it stops leading. */
export interface LeaderCallbacks {
  /** @param signal aborts when it leads no more */
  onStartedLeading(signal: AbortSignal): void
  /** Called at the end in any case, even where the candidate never led. */
  onStoppedLeading(): void
}

/** Time, chance, log and release of an elector. */
export interface ElectorParts {
  clock: Clock
  random: Random
  logger: Logger
  /** The minor release of client-go. */
  minor: number
  /** The value of --v. */
  verbosity: number
}

const jitterFactor = 1.2

/** Why there can be no elector with these times. Undefined: there can. */
export function leaderElectionError({
  leaseDuration,
  renewDeadline,
  retryPeriod,
}: Pick<LeaderElectionConfig, 'leaseDuration' | 'renewDeadline' | 'retryPeriod'>): string | undefined {
  if (leaseDuration <= renewDeadline) return 'leaseDuration must be greater than renewDeadline'
  if (renewDeadline <= jitterFactor * retryPeriod)
    return 'renewDeadline must be greater than retryPeriod*JitterFactor'
  if (leaseDuration <= 0) return 'leaseDuration must be greater than zero'
  if (renewDeadline <= 0) return 'renewDeadline must be greater than zero'
  return retryPeriod <= 0 ? 'retryPeriod must be greater than zero' : undefined
}

const nobody: LeaderElectionRecord = {
  holderIdentity: '',
  leaseDurationSeconds: 0,
  leaderTransitions: 0,
  strategy: '',
  preferredHolder: '',
}

/** A candidate for a lock: waits until it holds it, and renews it until it cannot. */
export class LeaderElector {
  readonly name: string
  /** Whether it leads, as metrics tell it; that of a lease that was lost is false at once. */
  leading = false
  /** Resolves when it was tried once whether it can lead, or it will not be tried. */
  readonly attempted: Promise<void>
  private tried = (): void => {}
  /** The number of renewals that had to read the lock first. */
  slowPaths = 0
  private readonly config: LeaderElectionConfig
  private readonly parts: ElectorParts
  private readonly log: ElectionLog
  private readonly rules: ReturnType<typeof leaderElectionDialect>
  private observed = nobody
  /** When the observed record was seen for the first time, by the own clock: those of others may go wrong. */
  private observedAt = Number.NEGATIVE_INFINITY
  private observedRaw: string | undefined

  /** Throws what {@link leaderElectionError} says. */
  constructor(config: LeaderElectionConfig, parts: ElectorParts) {
    const error = leaderElectionError(config)
    if (error !== undefined) throw new Error(error)
    this.config = config
    this.parts = parts
    this.name = config.name
    this.attempted = new Promise((resolve) => {
      this.tried = resolve
    })
    this.log = new ElectionLog({ ...parts, lock: config.lock.description })
    this.rules = leaderElectionDialect(parts.minor)
  }

  /** Resolves when it leads no more, or when the signal comes first. */
  async run(signal: AbortSignal): Promise<void> {
    const { onStartedLeading, onStoppedLeading } = this.config.callbacks
    const term = new AbortController()
    const end = (): void => term.abort()
    signal.addEventListener('abort', end)
    try {
      if (!(await this.acquire(signal))) return
      onStartedLeading(term.signal)
      this.tried()
      await this.renew(signal)
    } finally {
      this.tried()
      signal.removeEventListener('abort', end)
      term.abort()
      onStoppedLeading()
    }
  }

  /** Whether the record that was seen last names this candidate. */
  isLeader(): boolean {
    return this.observed.holderIdentity === this.config.lock.identity
  }

  /** What a health check says: a leader should have stopped long ago. Undefined: all is well. @param tolerance milliseconds after the lease's end */
  check(tolerance: number): string | undefined {
    if (!this.isLeader()) return undefined
    const since = this.parts.clock.now() - this.observedAt
    return since > this.config.leaseDuration + tolerance
      ? `failed election to renew leadership on lease ${this.name}`
      : undefined
  }

  private async acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, random } = this.parts
    const { retryPeriod, lock } = this.config
    this.log.attempting()
    while (!signal.aborted) {
      if (await this.attempt(signal)) {
        lock.recordEvent('became leader')
        this.leading = true
        this.log.acquired()
        return true
      }
      this.tried()
      this.log.notAcquired()
      const jitter = random.int(Math.max(1, Math.floor(jitterFactor * retryPeriod)))
      await pause(clock, retryPeriod + jitter, signal)
    }
    return false
  }

  private async renew(signal: AbortSignal): Promise<void> {
    const { retryPeriod, releaseOnCancel, lock } = this.config
    const { clock } = this.parts
    let failed = false
    let renewedAt = Number.NEGATIVE_INFINITY
    do {
      // Where a clock stands still a renewal would change nothing.
      if (clock.now() === renewedAt) continue
      renewedAt = clock.now()
      const error = await this.renewInTime(signal)
      failed = error !== undefined
      if (error === undefined) this.log.renewed()
      else if (!signal.aborted) this.log.notRenewed(error)
    } while (!failed && (await pause(clock, retryPeriod, signal)))
    this.leading = false
    if (releaseOnCancel) await this.release()
    if (failed || this.rules.alwaysStopsLeading) lock.recordEvent('stopped leading')
  }

  /** Tries at each tick of the retry period, or at once where one is over, until the renew deadline. @returns why it failed */
  private async renewInTime(signal: AbortSignal): Promise<string | undefined> {
    const { clock } = this.parts
    const { renewDeadline, retryPeriod } = this.config
    const time = deadline(clock, renewDeadline, signal)
    let tick = clock.now()
    try {
      while (!time.signal.aborted) {
        if (await this.attempt(time.signal)) return undefined
        tick = Math.max(tick + retryPeriod, clock.now())
        await pause(clock, tick - clock.now(), time.signal)
      }
      return this.rules.deadlineText
    } finally {
      time.end()
    }
  }

  private attempt(signal: AbortSignal): Promise<boolean> {
    return this.config.coordinated === true
      ? this.tryCoordinatedRenew(signal)
      : this.tryAcquireOrRenew(signal)
  }

  private async tryAcquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { lock } = this.config
    const record = this.newRecord()
    if (this.rules.optimistic !== undefined && this.isLeader() && this.isLeaseValid()) {
      if (await this.updated({ ...record, ...termOf(this.observed) }, signal, 'notUpdatedBlindly'))
        return true
    }
    let old: LeaderElectionRecord
    try {
      old = await lock.get(signal)
    } catch (error) {
      if (lock.isNotFound(error)) return this.created(record, signal)
      this.log.notRead(error)
      return false
    }
    this.observe(old)
    if (old.holderIdentity !== '' && this.isHeld() && !this.isLeader()) {
      this.log.held(old.holderIdentity)
      return false
    }
    return this.updated({ ...record, ...this.nextTerm(old) }, signal, 'notUpdated')
  }

  /** Renews what somebody else has given to this candidate. */
  private async tryCoordinatedRenew(signal: AbortSignal): Promise<boolean> {
    const { lock } = this.config
    let old: LeaderElectionRecord
    try {
      old = await lock.get(signal)
    } catch (error) {
      if (lock.isNotFound(error)) this.log.notThere(error)
      else this.log.notRead(error)
      return false
    }
    this.observe(old)
    if (this.observedAt + old.leaseDurationSeconds * 1000 < this.parts.clock.now()) this.log.expired()
    else if (!this.isLeader()) this.log.heldByChosen(old.holderIdentity)
    else if (old.preferredHolder !== '') this.log.endOfTerm()
    else {
      this.slowPaths++
      const { strategy } = old
      return this.updated({ ...this.newRecord(), ...termOf(old), strategy }, signal, 'notRenewedByChosen')
    }
    return false
  }

  private newRecord(): LeaderElectionRecord {
    const { lock, leaseDuration } = this.config
    const now = toMicroTime(this.parts.clock.now())
    const leaseDurationSeconds = Math.trunc(leaseDuration / 1000)
    return {
      ...nobody,
      holderIdentity: lock.identity,
      leaseDurationSeconds,
      acquireTime: now,
      renewTime: now,
    }
  }

  /** The term of the next record: a holder goes on with its term, another candidate begins a term. */
  private nextTerm(old: LeaderElectionRecord): Partial<LeaderElectionRecord> {
    if (!this.isLeader()) return { leaderTransitions: old.leaderTransitions + 1 }
    this.slowPaths++
    return termOf(old)
  }

  private async created(record: LeaderElectionRecord, signal: AbortSignal): Promise<boolean> {
    try {
      await this.config.lock.create(record, signal)
    } catch (error) {
      this.log.notCreated(error)
      return false
    }
    this.setObserved(record)
    return true
  }

  private async updated(
    record: LeaderElectionRecord,
    signal: AbortSignal,
    failure: 'notUpdated' | 'notUpdatedBlindly' | 'notRenewedByChosen' | 'notReleased',
  ): Promise<boolean> {
    try {
      await this.config.lock.update(record, signal)
    } catch (error) {
      this.log[failure](error)
      return false
    }
    this.setObserved(record)
    return true
  }

  private async release(): Promise<void> {
    const time = deadline(this.parts.clock, this.config.renewDeadline, new AbortController().signal)
    try {
      const old = this.rules.readsBeforeRelease ? await this.readForRelease(time.signal) : this.observed
      if (old === undefined || !this.isLeader()) return
      const { acquireTime, renewTime } = this.newRecord()
      const { leaderTransitions } = old
      const left = { ...nobody, acquireTime, renewTime, leaderTransitions, leaseDurationSeconds: 1 }
      await this.updated(left, time.signal, 'notReleased')
    } finally {
      time.end()
    }
  }

  private async readForRelease(signal: AbortSignal): Promise<LeaderElectionRecord | undefined> {
    const { lock } = this.config
    try {
      return await lock.get(signal)
    } catch (error) {
      if (lock.isNotFound(error)) this.log.goneForRelease()
      else this.log.notReadForRelease(error)
      return undefined
    }
  }

  /** Notes a record as a sign of life, unless it is the same as before. */
  private observe(record: LeaderElectionRecord): void {
    const raw = rawRecord(record)
    if (raw === this.observedRaw) return
    this.setObserved(record)
    this.observedRaw = raw
  }

  private setObserved(record: LeaderElectionRecord): void {
    this.observed = record
    this.observedAt = this.parts.clock.now()
  }

  private isLeaseValid(): boolean {
    return this.observedAt + this.observed.leaseDurationSeconds * 1000 > this.parts.clock.now()
  }

  /** Whether the lock is held, so that other candidates have to wait. */
  private isHeld(): boolean {
    if (this.rules.waitsAsHolderSays) return this.isLeaseValid()
    return this.observedAt + this.config.leaseDuration > this.parts.clock.now()
  }
}

/** The beginning of a record's term, and the number of terms before it. */
const termOf = ({ acquireTime, leaderTransitions }: LeaderElectionRecord): Partial<LeaderElectionRecord> => ({
  acquireTime,
  leaderTransitions,
})
