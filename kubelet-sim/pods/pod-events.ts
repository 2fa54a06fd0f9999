// Upstream: pkg/kubelet/kuberuntime, pkg/kubelet/images/image_manager.go

import { type EventRecorder, type EventText, referenceTo } from '../../client/events/event-recorder.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import { kubeletPodDialect } from './dialect.ts'
import { type Pull, sizeTold } from './image-puller.ts'
import { type Container, type Pod, podText } from './pod.ts'
import type { PodContainer } from './pod-containers.ts'

/** Sends the kubelet's events about a pod and its containers, in the words of the release. */
export class PodEvents {
  private readonly options: KubeletOptions
  private readonly recorder: EventRecorder

  constructor(options: KubeletOptions, recorder: EventRecorder) {
    this.options = options
    this.recorder = recorder
  }

  /** @param there whether the image was on the node */
  pulled(pod: Pod, container: PodContainer, there: boolean): void {
    const { gates } = this.options
    const { image = '', imagePullPolicy = 'IfNotPresent' } = container.spec
    const quoted = goQuote(image)
    if (imagePullPolicy !== 'Always' && there) {
      const checked = gateEnabled(gates, 'KubeletEnsureSecretPulledImages')
      const access = checked ? ' and can be accessed by the pod' : ''
      const message = `Container image ${quoted} already present on machine${access}`
      this.tell(pod, container, 'Pulled', message)
      return
    }
    this.pulling(pod, container)
    this.tellPulled(pod, container, [pullTime(image), pullTime(image)], imageSize(image))
  }

  pulling(pod: Pod, container: PodContainer): void {
    this.tell(pod, container, 'Pulling', `Pulling image ${goQuote(container.spec.image ?? '')}`)
  }

  /** Records the Event Pulled of an image whose pull took time. */
  pulledIn(pod: Pod, container: PodContainer, { ms, waitedMs }: Pull): void {
    const { image = '' } = container.spec
    const times: [string, string] = [goDuration(ms), goDuration(ms + waitedMs)]
    this.tellPulled(pod, container, times, sizeTold(image) ?? imageSize(image))
  }

  private tellPulled(
    pod: Pod,
    container: PodContainer,
    [time, whole]: readonly [string, string],
    bytes: number,
  ): void {
    const { pulledTellsWaiting, pulledTellsSize } = kubeletPodDialect(this.options.release.minor)
    const quoted = goQuote(container.spec.image ?? '')
    const waiting = pulledTellsWaiting ? ` (${whole} including waiting)` : ''
    const size = pulledTellsSize ? `. Image size: ${bytes} bytes.` : ''
    this.tell(pod, container, 'Pulled', `Successfully pulled image ${quoted} in ${time}${waiting}${size}`)
  }

  started(pod: Pod, container: PodContainer): void {
    const { startedMessage } = kubeletPodDialect(this.options.release.minor)
    this.tell(pod, container, 'Started', startedMessage(container.spec.name))
  }

  killing(pod: Pod, container: PodContainer): void {
    this.tell(pod, container, 'Killing', `Stopping container ${container.spec.name}`)
  }

  /** @param message in the words of the probe */
  unhealthy(pod: Pod, container: PodContainer, message: string): void {
    this.tell(pod, container, 'Unhealthy', message, 'Warning')
  }

  /** @param probe which one failed, as `Liveness` @param restarts whether it will start again */
  killingUnhealthy(pod: Pod, container: PodContainer, probe: string, restarts: boolean): void {
    const message = `Container ${container.spec.name} failed ${probe.toLowerCase()} probe${restarts ? ', will be restarted' : ''}`
    this.tell(pod, container, 'Killing', message)
  }

  /** @param why it does not go on as it runs */
  killingChanged(pod: Pod, container: PodContainer, why = 'definition changed, will be restarted'): void {
    const message = `Container ${container.spec.name} ${why}`
    this.tell(pod, container, 'Killing', message)
  }

  deadlineExceeded(pod: Pod, message: string): void {
    this.recorder.record(referenceTo(pod), { type: 'Normal', reason: 'DeadlineExceeded', message })
  }

  /** @param output what the hook said, which older releases tell */
  preStopFailed(pod: Pod, container: PodContainer, output: string): void {
    this.tell(pod, container, 'FailedPreStopHook', this.hookText('PreStopHook failed', output), 'Warning')
  }

  /** @param output what the hook said, which older releases tell */
  postStartFailed(pod: Pod, container: PodContainer, output: string): void {
    this.tell(pod, container, 'FailedPostStartHook', this.hookText('PostStartHook failed', output), 'Warning')
    this.tell(pod, container, 'Killing', 'FailedPostStartHook')
  }

  private hookText(text: string, output: string): string {
    return kubeletPodDialect(this.options.release.minor).hooksKeepOutput ? text : output
  }

  /** A container cannot be started. @param reason of the event, which is told before `Error: …` */
  failed(pod: Pod, container: PodContainer, error: string, reason?: string, message = ''): void {
    if (reason !== undefined) this.tell(pod, container, reason, message, 'Warning')
    this.tell(pod, container, 'Failed', `Error: ${error}`, 'Warning')
  }

  created(pod: Pod, container: PodContainer): void {
    const { createdMessage } = kubeletPodDialect(this.options.release.minor)
    this.tell(pod, container, 'Created', createdMessage(container.spec.name))
  }

  pullBackOff(pod: Pod, container: PodContainer): void {
    const message = `Back-off pulling image ${goQuote(container.spec.image ?? '')}`
    this.tell(pod, container, 'BackOff', message)
    this.tell(pod, container, 'Failed', 'Error: ImagePullBackOff', 'Warning')
  }

  backOff(pod: Pod, container: PodContainer): void {
    const { backOffNamesContainer } = kubeletPodDialect(this.options.release.minor)
    const which = backOffNamesContainer ? ` ${container.spec.name} in pod ${podText(pod)}` : ''
    this.tell(pod, container, 'BackOff', `Back-off restarting failed container${which}`, 'Warning')
  }

  /** A resize waits for room, or cannot be. */
  resizePending(pod: Pod, reason: 'Deferred' | 'Infeasible', message: string): void {
    const { pendingResizeEvents: how } = kubeletPodDialect(this.options.release.minor)
    if (how === 'none') return
    const text =
      how === 'plain' ? message : resizeText(`Pod resize ${reason}`, pod, generationOf(pod), message)
    this.recorder.record(referenceTo(pod), { type: 'Warning', reason: `Resize${reason}`, message: text })
  }

  resizeStarted(pod: Pod): void {
    if (kubeletPodDialect(this.options.release.minor).pendingResizeEvents !== 'summary') return
    const message = resizeText('Pod resize started', pod, generationOf(pod))
    this.recorder.record(referenceTo(pod), { type: 'Normal', reason: 'ResizeStarted', message })
  }

  /** @param pod with what is allocated to it now @param generation of the pod that asked for it */
  resizeCompleted(pod: Pod, generation: number): void {
    const { completedResizeEvents: how } = kubeletPodDialect(this.options.release.minor)
    if (how === 'none') return
    const message = resizeText('Pod resize completed', pod, how === 'summary' ? generation : undefined)
    this.recorder.record(referenceTo(pod), { type: 'Normal', reason: 'ResizeCompleted', message })
  }

  mountFailed(pod: Pod, volume: string, reason: string): void {
    const message = `MountVolume.SetUp failed for volume ${goQuote(volume)} : ${reason}`
    this.recorder.record(referenceTo(pod), { type: 'Warning', reason: 'FailedMount', message })
  }

  private tell(
    pod: Pod,
    { spec, kind }: PodContainer,
    reason: string,
    message: string,
    type: EventText['type'] = 'Normal',
  ): void {
    const field = fields[kind]
    this.recorder.record(referenceTo(pod, `spec.${field}{${spec.name}}`), { type, reason, message })
  }
}

const generationOf = ({ metadata }: Pod): number => metadata.generation ?? 0

/** The resources of a pod's containers in an Event. Upstream: pkg/kubelet/events/resize.go (podResizeMessage) */
function resizeText(intro: string, { spec }: Pod, generation: number | undefined, error?: string): string {
  const sorted = (amounts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1)))
  const listed = ({ name, resources: { limits, requests } = {} }: Container) => ({
    name,
    resources: { ...(limits && { limits: sorted(limits) }), ...(requests && { requests: sorted(requests) }) },
  })
  const { initContainers = [], containers } = spec
  const summary = {
    ...(initContainers.length === 0 ? {} : { initContainers: initContainers.map(listed) }),
    ...{ containers: containers.map(listed), generation, error },
  }
  return `${intro}: ${JSON.stringify(summary)}`
}

const fields: Readonly<Record<PodContainer['kind'], string>> = {
  init: 'initContainers',
  sidecar: 'initContainers',
  main: 'containers',
  ephemeral: 'ephemeralContainers',
}

/** `20s`, `1m40s`: whole seconds, as larger images take. */
const goDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}

const sumOf = (text: string): number =>
  [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 100_003, 7)
/** Images are pulled within the time that a pod takes to start; each has its own. */
const pullTime = (image: string): string => `${20 + (sumOf(image) % 25)}ms`
const imageSize = (image: string): number => 1_000_000 + sumOf(image) * 997
