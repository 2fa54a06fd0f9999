// Upstream: leaderElectAndRun and what calls it (cmd/kube-controller-manager/app/controllermanager.go, cmd/kube-scheduler/app/server.go)
import { EventRecorder, type RecorderParts, referenceTo } from '../client/events/event-recorder.ts'
import { LeaseCandidate } from '../client/leaderelection/lease-candidate.ts'
import { LeaseLock } from '../client/leaderelection/lease-lock.ts'
import type { RestClient } from '../client/rest-client.ts'
import { type ElectorParts, LeaderElector } from '../component-base/leaderelection/leader-elector.ts'
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import type { Controller } from './controller.ts'
import type { ElectionVersions, LeaderElectionOptions } from './options/leader-election-options.ts'

/** A component that takes part in an election, and its work while it leads. */
export interface ElectedOptions extends ElectorParts {
  component: 'kube-controller-manager' | 'kube-scheduler'
  options: LeaderElectionOptions
  /** `<hostname>_<uuid>`. */
  identity: string
  client: RestClient
  /** The client for the Lease: others know its requests by `/leader-election` behind the user agent. */
  leaseClient: RestClient
  gates: FeatureGateReader
  versions: ElectionVersions
  /** The source of the election's Events. Default: the component. */
  eventSource?: string
  /** Starts what the leader does. */
  start: () => Controller
}

/** A component that takes part in an election. */
export interface Elected {
  readonly elector: LeaderElector
  /** Resolves when it leads no more: true where it has lost its lease, else with what it does stopped. */
  readonly ended: Promise<boolean>
  /** Resolves when what it did has stopped: after a lost lease that may be later than `ended`. */
  idle(): Promise<void>
  /** Ends it well: the scheduler, and kube-controller-manager by its gate, give their lease up. */
  stop(): Promise<void>
}

const events = { perSecond: 20, burst: 30 }

/** Whether a component gives its lease up when it is told to stop. */
export const releasesOnExit = (component: ElectedOptions['component'], gates: FeatureGateReader): boolean =>
  component === 'kube-scheduler' || gateEnabled(gates, 'ControllerManagerReleaseLeaderElectionLockOnExit')

/** Takes part in an election from now on. Throws an Error where its times make no sense. */
export function startElected(options: ElectedOptions): Elected {
  const { component, gates, clock } = options
  const stopping = new AbortController()
  const recorder = new EventRecorder(recorderParts(options), { component: eventSource(options) }, events)
  const coordinated = gateEnabled(gates, 'CoordinatedLeaderElection')
  let work: Controller | undefined
  let ending: Promise<void> | undefined
  const elector = new LeaderElector(
    {
      ...options.options,
      lock: leaseLock(options, recorder, stopping.signal),
      callbacks: {
        onStartedLeading: (signal) => {
          work = options.start()
          signal.addEventListener('abort', () => {
            ending = work?.stop()
          })
        },
        onStoppedLeading: () => {},
      },
      releaseOnCancel: releasesOnExit(component, gates),
      name: component === 'kube-scheduler' ? component : options.options.resourceName,
      coordinated,
    },
    { ...options, clock },
  )
  const candidate = coordinated ? newCandidate(options).start() : undefined
  const ended = elector.run(stopping.signal).then(async () => {
    const lost = !stopping.signal.aborted
    // Nothing waits for a server that may not answer any more: what is under way ends with the process.
    if (!lost) await ending
    void candidate?.stop()
    void recorder.stop()
    return lost
  })
  return {
    elector,
    ended,
    idle: () => ended.then(() => ending),
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

const eventSource = ({ component, eventSource: source = component }: ElectedOptions): string => source

const recorderParts = ({ client, clock, random, logger }: ElectedOptions): RecorderParts => ({
  client,
  clock,
  random,
  logger,
})

function leaseLock(options: ElectedOptions, recorder: EventRecorder, stopping: AbortSignal): LeaseLock {
  const { component, gates, leaseClient, clock, identity, minor } = options
  const { resourceNamespace, resourceName, renewDeadline } = options.options
  return new LeaseLock({
    client: leaseClient,
    clock,
    namespace: resourceNamespace,
    name: resourceName,
    identity,
    renewDeadline,
    minor,
    record(lease, message) {
      // A kube-controller-manager that is told to end has no time to say so.
      if (stopping.aborted && !releasesOnExit(component, gates)) return
      recorder.record(referenceTo(lease), { type: 'Normal', reason: 'LeaderElection', message })
    },
  })
}

const newCandidate = ({ client, versions, component, identity, ...parts }: ElectedOptions): LeaseCandidate =>
  new LeaseCandidate({
    ...parts,
    client,
    namespace: 'kube-system',
    name: identity,
    leaseName: component,
    binaryVersion: versions.binary,
    emulationVersion: versions.emulation,
  })
