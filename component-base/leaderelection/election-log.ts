// Upstream: the lines of staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go
import type { Logger } from '../klog.ts'
import { leaderElectionDialect } from './dialect.ts'

/** The logger, release and lock of an election's log lines. */
export interface ElectionLogOptions {
  logger: Logger
  /** The minor release of client-go. */
  minor: number
  /** The value of --v. */
  verbosity: number
  /** `namespace/name` of the lease. */
  lock: string
}

type Values = Readonly<Record<string, unknown>>

/** The log lines of a leader election, in the words of the release. */
export class ElectionLog {
  private readonly options: ElectionLogOptions
  private readonly structured: boolean

  constructor(options: ElectionLogOptions) {
    this.options = options
    this.structured = leaderElectionDialect(options.minor).structuredLog
  }

  attempting(): void {
    this.info(
      0,
      `attempting to acquire leader lease ${this.lock}...`,
      'Attempting to acquire leader lease...',
    )
  }
  acquired(): void {
    this.info(0, `successfully acquired lease ${this.lock}`, 'Successfully acquired lease')
  }
  notAcquired(): void {
    this.info(4, `failed to acquire lease ${this.lock}`, 'Failed to acquire lease')
  }
  renewed(): void {
    this.info(5, `successfully renewed lease ${this.lock}`, 'Successfully renewed lease')
  }
  notRenewed(err: string): void {
    this.info(0, `failed to renew lease ${this.lock}: ${err}`, 'Failed to renew lease', { err })
  }
  held(holder: string): void {
    const plain = `lock is held by ${holder} and has not yet expired`
    this.info(4, plain, 'Lease is held by and has not yet expired', { holder })
  }
  notRead(error: unknown): void {
    const plain = `error retrieving resource lock ${this.lock}`
    this.error(error, plain, 'Error retrieving lease lock')
  }
  notCreated(error: unknown): void {
    this.error(
      error,
      'error initially creating leader election record',
      'Error initially creating lease lock',
    )
  }
  notUpdated(error: unknown): void {
    this.error(error, 'Failed to update lock', 'Failed to update lease')
  }
  /** Logs that an update without a read before it failed, as another had changed the lease. */
  notUpdatedBlindly(error: unknown): void {
    const { words = '', quiet = false } = leaderElectionDialect(this.options.minor).optimistic ?? {}
    const structured = 'Failed to update lease optimistically, falling back to slow path'
    const err = textOf(error)
    if (quiet) this.info(2, `${words}: ${err}, falling back to slow path`, structured, { err })
    else if (this.structured) this.error(error, words, structured)
    else this.options.logger.log('E', `${words}: ${err}, falling back to slow path`)
  }
  notReleased(error: unknown): void {
    this.error(error, 'Failed to release lock', 'Failed to release lease')
  }
  notReadForRelease(error: unknown): void {
    this.error(error, `error retrieving resource lock ${this.lock}`, 'error retrieving resource lock')
  }
  goneForRelease(): void {
    this.info(0, `lease lock not found: ${this.lock}`, 'lease lock not found')
  }

  // Lines of coordinated elections, in which somebody else chooses the holder.
  notThere(error: unknown): void {
    const err = textOf(error)
    this.info(0, `lease lock not found: ${this.lock}`, 'Lease lock not found', { err })
  }
  expired(): void {
    this.info(0, `lock has expired: ${this.lock}`, 'Lease has expired')
  }
  heldByChosen(holder: string): void {
    const plain = `lock is held by ${holder} and has not yet expired: ${this.lock}`
    this.info(6, plain, 'Lease is held and has not yet expired', { holder })
  }
  endOfTerm(): void {
    this.info(4, `lock is marked as 'end of term': ${this.lock}`, "Lease is marked as 'end of term'")
  }
  notRenewedByChosen(error: unknown): void {
    this.error(error, 'Failed to update lock', 'Failed to update lock')
  }

  private get lock(): string {
    return this.options.lock
  }

  private info(verbosity: number, plain: string, structured: string, values: Values = {}): void {
    if (verbosity > this.options.verbosity) return
    if (this.structured) this.options.logger.logS('I', structured, { lock: this.lock, ...values })
    else this.options.logger.log('I', plain)
  }

  private error(error: unknown, plain: string, structured: string): void {
    const err = textOf(error)
    if (this.structured) this.options.logger.logS('E', structured, { err, lock: this.lock })
    else this.options.logger.log('E', `${plain}: ${err}`)
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
