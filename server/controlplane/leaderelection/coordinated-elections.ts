// Upstream: pkg/controlplane/apiserver/server.go (start-kube-apiserver-coordinated-leader-election-controller),
// pkg/controlplane/controller/leaderelection/run_with_leaderelection.go
import { leaderElectionDialect } from '../../../component-base/leaderelection/dialect.ts'
import { LeaderElector } from '../../../component-base/leaderelection/leader-elector.ts'
import { pause } from '../../../component-base/leaderelection/pause.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { Foundation } from '../../apiserver-parts/foundation.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { OwnObjects } from '../own-objects.ts'
import { LeaderElectionController } from './leader-election-controller.ts'
import { collectCandidates } from './lease-candidate-gc.ts'
import { OwnLeaseLock } from './own-lease-lock.ts'

const name = 'leader-election-controller'

/** The controller that elects leaders by LeaseCandidates, in the server that leads those that share its store. */
export interface CoordinatedElections {
  start(): void
  /** Ends the election and gives up its Lease. */
  stop(): Promise<void>
}

/** The server's coordinated elections; undefined without the gate CoordinatedLeaderElection. */
export function coordinatedElections(
  apiserver: GenericAPIServer,
  foundation: Foundation,
): CoordinatedElections | undefined {
  if (!gateEnabled(apiserver.context.gates, 'CoordinatedLeaderElection')) return undefined
  const leases = OwnObjects.of(apiserver, 'coordination.k8s.io/v1', 'leases')
  return leases === undefined ? undefined : new Elections(apiserver, foundation, leases)
}

class Elections implements CoordinatedElections {
  private readonly foundation: Foundation
  private readonly leases: OwnObjects
  /** Undefined where the release's version of LeaseCandidates is not served: then the leader waits for it in vain. */
  private readonly candidates: OwnObjects | undefined
  private readonly rules: ReturnType<typeof leaderElectionDialect>
  private readonly identity: string
  private readonly abort = new AbortController()
  private running: Promise<void> | undefined
  /** The work of the leader, since this server became it; undefined before. */
  private work: Promise<void> | undefined

  constructor(apiserver: GenericAPIServer, foundation: Foundation, leases: OwnObjects) {
    const { config, hostname, random } = foundation
    this.foundation = foundation
    this.leases = leases
    this.rules = leaderElectionDialect(config.release.minor)
    const version = `coordination.k8s.io/${this.rules.candidateVersion}`
    this.candidates = OwnObjects.of(apiserver, version, 'leasecandidates')
    this.identity = `${hostname}_${random.uuid()}`
  }

  start(): void {
    this.running ??= this.run()
  }

  async stop(): Promise<void> {
    this.abort.abort()
    await this.running
    await this.work
  }

  private async run(): Promise<void> {
    const { clock, config, logger } = this.foundation
    const ms = (flag: string, otherwise: number): number =>
      config.flags.duration(`coordinated-leadership-${flag}`, otherwise)
    const retryPeriod = ms('retry-period', 2000)
    do {
      try {
        await this.newElector(ms('lease-duration', 15_000), ms('renew-deadline', 10_000), retryPeriod).run(
          this.abort.signal,
        )
      } catch (error) {
        logger.log('I', `Error creating leader elector: ${(error as Error).message}`)
      }
    } while (
      this.rules.serversElectAgain &&
      (await pause(clock, Math.max(retryPeriod, 1), this.abort.signal))
    )
  }

  private newElector(leaseDuration: number, renewDeadline: number, retryPeriod: number): LeaderElector {
    const { clock, random, logger, config } = this.foundation
    const onStartedLeading = (signal: AbortSignal): void => {
      this.work = this.lead(signal)
    }
    return new LeaderElector(
      {
        lock: new OwnLeaseLock(this.leases, name, this.identity),
        leaseDuration,
        renewDeadline,
        retryPeriod,
        callbacks: { onStartedLeading, onStoppedLeading: () => {} },
        releaseOnCancel: this.rules.serversElectAgain,
        name,
      },
      { clock, random, logger, minor: config.release.minor, verbosity: config.flags.number('v', 0) },
    )
  }

  private async lead(signal: AbortSignal): Promise<void> {
    const { clock, logger, config } = this.foundation
    const { leases, candidates } = this
    if (candidates === undefined) return
    const { minor } = config.release
    const controller = new LeaderElectionController({ leases, candidates, clock, logger, minor })
    await controller.start()
    await collectCandidates(candidates, { clock, logger }, signal)
    await controller.stop()
  }
}
