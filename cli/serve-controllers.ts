// What kube-controller-manager and kube-scheduler do once their command line is read: they elect a leader, and work while they lead.
// Upstream: Run (cmd/kube-controller-manager/app/controllermanager.go, cmd/kube-scheduler/app/server.go)
import { hostname as hostName } from 'node:os'
import type { ClientConfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { type Clock, realClock } from '../component-base/clock.ts'
import type { Logger } from '../component-base/klog.ts'
import { leaderElectionError } from '../component-base/leaderelection/leader-elector.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import type { Release } from '../component-base/release.ts'
import type { Controller } from '../controllers/controller.ts'
import { startControllers } from '../controllers/index.ts'
import type { IssuingOptions } from '../controllers/issuing.ts'
import { type Elected, releasesOnExit, startElected } from '../controllers/leader-election.ts'
import {
  ControllerManagerStartError,
  type ControlPlaneComponent,
} from '../controllers/options/control-plane-flags.ts'
import { controllerOptionsDialect } from '../controllers/options/dialect.ts'
import {
  type ElectionVersions,
  type LeaderElectionOptions,
  resourceLockError,
} from '../controllers/options/leader-election-options.ts'
import type { NodeNetworks } from '../controllers/options/node-networks.ts'

/** The surroundings of a component that serves. */
export interface ServeIO {
  stderr: (text: string) => void
  /** Resolves when the component is to stop. */
  stopped: () => Promise<unknown>
  /** Default: those of the host. */
  clock?: Clock
  random?: Random
  hostname?: string
}

/** What runs, as the command line says it. */
export interface ServedProgram extends Omit<RunningProgram, 'issuing' | 'nodeNetworks'> {
  /** Reads the keys and certificates that controllers work with. Throws ControllerManagerStartError. */
  issuing: () => IssuingOptions
  /** Reads what node networks are cut from. Throws ControllerManagerStartError. */
  nodeNetworks: () => NodeNetworks
}

interface RunningProgram
  extends Omit<Parameters<typeof startControllers>[0], 'client' | 'clock' | 'random' | 'logger' | 'program'> {
  component: ControlPlaneComponent
  release: Release
  logger: Logger
  config: ClientConfig
  leaderElection: LeaderElectionOptions
  versions: ElectionVersions
  /** Who tells of kube-scheduler's election in events. */
  eventSource?: string
}

/** Serves until it is told to stop, or has lost its lease. @returns the exit code */
export async function serveControllers(served: ServedProgram, io: ServeIO): Promise<number> {
  const { component, release, leaderElection, logger } = served
  logger.logS('I', component === 'kube-scheduler' ? 'Starting Kubernetes Scheduler' : 'Starting', {
    version: release.text,
  })
  const refused = leaderElection.leaderElect ? resourceLockError(leaderElection, release.minor) : undefined
  if (refused !== undefined) return lockRefused(served, refused)
  let program: RunningProgram
  try {
    program = { ...served, issuing: served.issuing(), nodeNetworks: served.nodeNetworks() }
  } catch (error) {
    if (!(error instanceof ControllerManagerStartError)) throw error
    return commandFailed(logger, error.message)
  }
  const client = clientOf(program)
  try {
    return leaderElection.leaderElect ? await elect(program, io, client) : await alone(program, io, client)
  } finally {
    client.close()
  }
}

function commandFailed(logger: Logger, err: string): number {
  logger.logS('E', 'command failed', { err })
  return 1
}

function lockRefused({ logger, release }: Pick<ServedProgram, 'logger' | 'release'>, why: string): number {
  if (controllerOptionsDialect(release.minor).fatalLock) {
    logger.log('F', `error creating lock: ${why}`)
    return 255
  }
  logger.logS('E', 'Error creating lock', { err: why })
  return 1
}

const clientOf = ({ config, component, release }: RunningProgram, part = ''): RestClient =>
  new RestClient(config, `${component}/${release.text} (linux/amd64) kubernetes/0000000${part}`)

const start = (program: RunningProgram, io: ServeIO, client: RestClient): Controller =>
  startControllers({ ...program, ...partsOf(io), program: program.component, client })

const partsOf = ({ clock = realClock, random = realRandom }: ServeIO) => ({ clock, random })

async function alone(program: RunningProgram, io: ServeIO, client: RestClient): Promise<number> {
  const controllers = start(program, io, client)
  await io.stopped()
  await controllers.stop()
  return program.component === 'kube-scheduler'
    ? commandFailed(program.logger, 'finished without leader elect')
    : 0
}

async function elect(program: RunningProgram, io: ServeIO, client: RestClient): Promise<number> {
  const { component, leaderElection, logger } = program
  const error = leaderElectionError(leaderElection)
  if (error !== undefined) {
    if (component === 'kube-scheduler')
      return commandFailed(logger, `couldn't create leader elector: ${error}`)
    io.stderr(`panic: ${error}\n`)
    return 2
  }
  const leaseClient = clientOf(program, '/leader-election')
  const parts = partsOf(io)
  const elected = startElected({
    ...program,
    ...parts,
    options: leaderElection,
    identity: `${io.hostname ?? hostName()}_${parts.random.uuid()}`,
    client,
    leaseClient,
    start: () => start(program, io, client),
  })
  try {
    return await untilEnd(program, io, elected)
  } finally {
    leaseClient.close()
  }
}

async function untilEnd(program: RunningProgram, io: ServeIO, elected: Elected): Promise<number> {
  const stopped = io.stopped().then(() => elected.stop())
  const lost = await Promise.race([stopped, elected.ended])
  const { component, logger, gates, release } = program
  if (component === 'kube-scheduler') {
    if (lost === true) logger.logS('E', 'Leaderelection lost')
    else logger.logS('I', 'Requested to terminate, exiting')
    return lost === true ? 1 : 0
  }
  const releases = releasesOnExit(component, gates)
  if (lost === true || releases) logger.logS('E', controllerOptionsDialect(release.minor).lostText)
  return lost === true && !releases ? 1 : 0
}
