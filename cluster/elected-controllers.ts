// The controllers and the scheduler of one of several control plane nodes.
import type { RestClient } from '../client/rest-client.ts'
import { electionMetrics } from '../component-base/leaderelection/election-metrics.ts'
import { leaderElectionError } from '../component-base/leaderelection/leader-elector.ts'
import type { Metric } from '../component-base/metrics/metrics-text.ts'
import type { Controller } from '../controllers/controller.ts'
import { type ControllersOptions, startControllers } from '../controllers/index.ts'
import { type Elected, startElected } from '../controllers/leader-election.ts'
import {
  ControllerManagerStartError,
  type ControlPlaneComponent,
} from '../controllers/options/control-plane-flags.ts'
import { controllerOptionsDialect } from '../controllers/options/dialect.ts'
import { defaultLeaderElection, resourceLockError } from '../controllers/options/leader-election-options.ts'
import type { PreparedControllerManager } from '../controllers/options/prepare-controller-manager.ts'
import { type Restarted, restartedWhenLost } from './restarted-when-lost.ts'

/** Controllers that run, and what their pages tell of an election. */
export interface RunningControllers extends Controller {
  metrics?(): Metric[]
  /** Resolves when it works, or has found others at work; undefined: it works at once. */
  settled?: Promise<unknown>
  /** The error of kube-controller-manager's check leaderElection; undefined: the check passes. */
  check?(): string | undefined
}

type ElectedControllersOptions = ControllersOptions &
  Pick<PreparedControllerManager, 'leaderElection' | 'versions'> & {
    /** `<hostname>_<uuid>`. */
    identity: string
    leaseClient: RestClient
  }

/** Throws a ControllerManagerStartError where the flags of an election make no sense: there, the real program panics or exits. */
export function checkElection({ leaderElection, minor }: PreparedControllerManager): void {
  if (!leaderElection.leaderElect) return
  const lock = resourceLockError(leaderElection, minor)
  if (lock !== undefined) throw new ControllerManagerStartError(lock)
  const error = leaderElectionError(leaderElection)
  if (error !== undefined) throw new ControllerManagerStartError(`panic: ${error}`, { plain: true })
}

/** The milliseconds for which a lease may be held after its end before the process is unhealthy. */
const tolerance = 20_000

/**
 * kube-controller-manager and kube-scheduler, each of which works while it holds its lease. One that loses it ends, as its process
 * would, and is started anew, as a kubelet does it with a static pod.
 */
export function electControllers(options: ElectedControllersOptions): RunningControllers {
  const manager = elected('kube-controller-manager', options)
  const scheduler = elected('kube-scheduler', options)
  return {
    metrics: () => electionMetrics([manager.now().elector], options.minor),
    settled: Promise.all([manager, scheduler].map((one) => one.now().elector.attempted)),
    check: () => manager.now().elector.check(tolerance),
    async stop() {
      await Promise.all([manager.stop(), scheduler.stop()])
    },
  }
}

/** The scheduler is a process of its own: a lease, and a candidate for one, is known by who holds it. */
const otherIdentity = (identity: string): string =>
  identity.slice(0, -1) + (identity.endsWith('0') ? '1' : '0')

function elected(component: ControlPlaneComponent, options: ElectedControllersOptions): Restarted {
  const { minor, logger, leaderElection } = options
  const isManager = component === 'kube-controller-manager'
  const start = (): Elected =>
    startElected({
      ...options,
      component,
      identity: isManager ? options.identity : otherIdentity(options.identity),
      options: isManager ? leaderElection : defaultLeaderElection(component),
      ...(isManager ? {} : { eventSource: 'default-scheduler' }),
      start: () => startControllers({ ...options, program: component }),
    })
  return restartedWhenLost(start, () =>
    logger.logS('E', isManager ? controllerOptionsDialect(minor).lostText : 'Leaderelection lost'),
  )
}
