// Upstream: pkg/kubelet/kuberuntime/kuberuntime_container.go (startContainer), pkg/kubelet/images/image_manager.go
import { toTime } from '../../component-base/clock.ts'
import { parseNormalizedNamed } from '../../component-base/go/image-reference.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { EnvObjects } from '../../containers/env-objects.ts'
import { noProgramMessage } from '../../containers/images/no-program.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { configError } from './container-config.ts'
import { containerHashes } from './container-hash.ts'
import { lifecycleSleep } from './container-hooks.ts'
import { kubeletPodDialect } from './dialect.ts'
import { pullFailure } from './image-names.ts'
import type { Pod } from './pod.ts'
import { markNotStarted, type PodContainer } from './pod-containers.ts'
import type { PodPrograms } from './pod-programs.ts'
import type { PodSurroundings } from './pod-surroundings.ts'

/** A pod whose containers could not be started is looked at again. */
const syncMs = 10_000
/** The milliseconds between two looks of a kubelet at its containers. */
export const relistMs = 1000
const longestPullWaitMs = 300_000

/** The end of a start: `failed` in what the container's state tells, `unwell` in the hook after it. */
export type StartEnd = 'started' | 'stopped' | 'failed' | 'unwell'

/** The pod whose containers are started. */
export interface StartingPod {
  pod(): Pod
  /** The containers in the order of their starts. */
  containers(): readonly PodContainer[]
  programs: PodPrograms
  /** Whether the pod is to end, so that nothing is started any more. */
  stopped(): boolean
  /** Aborts when the pod is to end. */
  ending: AbortSignal
  wait(ms: number): Promise<void>
  report(): Promise<void>
}

/** Why a container waits. */
interface Waiting {
  reason: string
  message: string
}

/** Starts containers of a pod, as often as that has to be tried. */
export class ContainerStarts {
  private readonly node: PodSurroundings
  private readonly place: StartingPod
  private readonly onWaits = new Map<PodContainer, () => void>()

  constructor(node: PodSurroundings, place: StartingPod) {
    this.node = node
    this.place = place
  }

  /** Once its image is there and its configuration can be made. @param onWait is called when that is not so at once */
  async start(container: PodContainer, onWait: () => void = () => {}): Promise<StartEnd> {
    this.onWaits.set(container, onWait)
    const { events, options } = this.node
    const { place } = this
    for (;;) {
      if ((await this.pulled(container)) === 'stopped') return 'stopped'
      const objects = new EnvObjects(options.client, place.pod().metadata.namespace!)
      const error = await configError(objects, place.pod(), container.spec)
      if (place.stopped()) return 'stopped'
      if (error === undefined) {
        container.origin = {
          by: this.node.origin.by,
          ...containerHashes(container.spec, options),
          stopSignal: gateEnabled(options.gates, 'ContainerStopSignals')
            ? container.spec.lifecycle?.stopSignal
            : undefined,
          objects: objects.empty ? undefined : objects,
        }
        break
      }
      events.failed(place.pod(), container, error)
      await this.waits(container, { reason: 'CreateContainerConfigError', message: error }, syncMs)
      if (place.stopped()) return 'stopped'
    }
    events.created(place.pod(), container)
    if (container.lastState.terminated !== undefined) container.restarts++
    const missing = noProgramMessage(container.spec)
    if (missing !== undefined) {
      events.failed(place.pod(), container, missing)
      markNotStarted(place.pod(), container, missing, toTime(options.clock.now()))
      return 'failed'
    }
    events.started(place.pod(), container)
    const startedAt = Math.max(options.clock.now(), endBefore(container, place.containers()))
    container.state = { running: { startedAt: toTime(startedAt) } }
    place.programs.started(container)
    return this.postStart(container)
  }

  private async postStart(container: PodContainer): Promise<StartEnd> {
    const { place } = this
    const handler = container.spec.lifecycle?.postStart
    if (handler === undefined) return 'started'
    const { running } = container.state
    const slept = lifecycleSleep(handler, this.node.options.gates)
    const why =
      slept === undefined
        ? await place.programs.hook(container, handler, place.ending)
        : void (await place.wait(slept))
    if (place.stopped()) return 'stopped'
    if (why === undefined || container.state.running !== running) return 'started'
    this.node.events.postStartFailed(place.pod(), container, why)
    container.failedStart = { reason: 'PostStartHookError', message: why }
    return 'unwell'
  }

  private async waits(container: PodContainer, waiting: Waiting, ms: number): Promise<void> {
    container.state = { waiting }
    await this.place.report()
    this.onWaits.get(container)?.()
    await this.place.wait(ms)
  }

  /** Resolves when the image is on the node. */
  private async pulled(container: PodContainer): Promise<'there' | 'stopped'> {
    const { events, pull } = this.node
    const { place } = this
    await this.named(container)
    if (place.stopped()) return 'stopped'
    const there = pull(container.spec.image ?? '')
    if (typeof there === 'boolean') events.pulled(place.pod(), container, there)
    else {
      events.pulling(place.pod(), container)
      const took = await there
      if (place.stopped()) return 'stopped'
      events.pulledIn(place.pod(), container, took)
    }
    return 'there'
  }

  /** Resolves when the image can be had: the name of one that cannot may be changed. */
  private async named(container: PodContainer): Promise<void> {
    const { events } = this.node
    const { place } = this
    for (let waitMs = syncMs; !place.stopped(); ) {
      const refused = this.refusal(container)
      if (refused !== undefined) {
        events.failed(place.pod(), container, refused.reason, refused.event, refused.message)
        await this.waits(container, refused, syncMs)
        continue
      }
      const { image = '' } = container.spec
      const message = pullFailure(image)
      if (message === undefined) return
      events.pulling(place.pod(), container)
      events.failed(
        place.pod(),
        container,
        'ErrImagePull',
        'Failed',
        `Failed to pull image ${goQuote(image)}: ${message}`,
      )
      await this.waits(container, { reason: 'ErrImagePull', message }, relistMs)
      if (place.stopped()) return
      events.pullBackOff(place.pod(), container)
      await this.waits(container, this.pullWait(image, message), waitMs - relistMs)
      waitMs = Math.min(2 * waitMs, longestPullWaitMs)
    }
  }

  private pullWait(image: string, error: string): Waiting {
    const { pullBackOffTellsWhy } = kubeletPodDialect(this.node.options.release.minor)
    const why = pullBackOffTellsWhy ? `: ErrImagePull: ${error}` : ''
    return { reason: 'ImagePullBackOff', message: `Back-off pulling image ${goQuote(image)}${why}` }
  }

  /** Why no image of that name is looked for. */
  private refusal({ spec }: PodContainer): (Waiting & { event: string }) | undefined {
    const { image = '', imagePullPolicy } = spec
    const { namesRepository } = kubeletPodDialect(this.node.options.release.minor)
    const parsed = parseNormalizedNamed(image, namesRepository)
    if (parsed instanceof Error) {
      const quoted = goQuote(image)
      const message = `Failed to apply default image tag ${quoted}: couldn't parse image name ${quoted}: ${parsed.message}`
      return { reason: 'InvalidImageName', event: 'InspectFailed', message }
    }
    if (imagePullPolicy !== 'Never' || this.node.hasImage(image)) return undefined
    const message = `Container image ${goQuote(image)} is not present with pull policy of Never`
    return { reason: 'ErrImageNeverPull', event: 'ErrImageNeverPull', message }
  }
}

/** When the last of what a container's start waits for has ended: that lies ahead of a clock whose short waits take no time. */
function endBefore(container: PodContainer, containers: readonly PodContainer[]): number {
  const before = containers.slice(0, containers.indexOf(container)).filter(({ kind }) => kind === 'init')
  const states = [
    container.lastState,
    ...(container.kind === 'ephemeral' ? [] : before.map(({ state }) => state)),
  ]
  const ends = states.flatMap(({ terminated }) =>
    terminated === undefined ? [] : Date.parse(terminated.finishedAt),
  )
  return Math.max(Number.NEGATIVE_INFINITY, ...ends)
}

/** Why a container waits that the runtime could not start. */
export const notStarted = ({ state }: PodContainer): Waiting | undefined =>
  state.terminated?.reason === 'StartError'
    ? { reason: 'RunContainerError', message: state.terminated.message ?? '' }
    : undefined
