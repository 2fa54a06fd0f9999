// Upstream: pkg/kubelet/allocation/allocation_manager.go (handlePodResourcesResize), pkg/kubelet/status/status_manager.go (SetPodResizePendingCondition)
import type { ResourceRequirements } from '../../api/core-v1.ts'
import { podResources } from '../../apimachinery/quota/pod-resources.ts'
import { toTime } from '../../component-base/clock.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { kubeletPodDialect } from './dialect.ts'
import type { Pod } from './pod.ts'
import { type PodContainer, podContainers } from './pod-containers.ts'
import type { PodSurroundings } from './pod-surroundings.ts'
import { changedResources, isResizable, type ResizeRefusal, resizeRefusal, restartsFor } from './resize.ts'

/** The time that a running container takes for other limits. */
const actuationMs = 100

/** A condition of a resize, with the generation of the pod that it speaks of. */
interface ResizeState {
  readonly reason: string
  readonly message: string
  readonly generation: number
  /** RFC 3339: when it was set, and since when it has had its reason. */
  readonly set: string
  readonly since: string
}

/** The state of a pod's resize, as its status tells it. */
export interface ResizeTold {
  readonly pending: ResizeState | undefined
  readonly inProgress: ResizeState | undefined
  /** The resources in force of containers whose resize is under way, by container. */
  readonly actual: ReadonlyMap<string, ResourceRequirements>
  /** The resources of the pod as a whole that are allocated, and those in force. */
  readonly podLevel: { readonly allocated: Resources; readonly actual: Resources }
}
type Resources = ResourceRequirements | undefined

/** The parts of a pod worker that resizes need. */
export interface ResizePlace {
  pod(): Pod
  containers(): PodContainer[]
  report(): Promise<void>
  /** Ends a container and starts it again with its new resources. */
  restart(container: PodContainer): Promise<void>
  wait(ms: number): Promise<void>
  stopped(): boolean
}

/** Follows the resources that a pod asks for, as far as its node has them. */
export class PodResize {
  private readonly node: PodSurroundings
  private readonly place: ResizePlace
  private pending: ResizeState | undefined
  private inProgress: ResizeState | undefined
  private readonly actual = new Map<string, ResourceRequirements>()
  private allocatedLevel: Resources
  private actualLevel: Resources
  /** Counts resizes: one that is overtaken does not tell its end. */
  private last = 0
  /** Each pod that the node takes asks for what all others have: that of a pod and a resize is put together once. */
  private known: { of: Pod; last: number; allocated: Pod } | undefined

  constructor(node: PodSurroundings, place: ResizePlace, pod: Pod) {
    this.node = node
    this.place = place
    this.allocatedLevel = this.actualLevel = pod.spec.resources
  }

  get told(): ResizeTold {
    const { pending, inProgress, actual, allocatedLevel: allocated, actualLevel } = this
    return { pending, inProgress, actual: new Map(actual), podLevel: { allocated, actual: actualLevel } }
  }

  /** Whether the pod waits for room. */
  get isDeferred(): boolean {
    return this.pending?.reason === 'Deferred'
  }

  /** Since when the pod's resize has been waiting: RFC 3339. */
  get waitsSince(): string {
    return this.pending?.since ?? ''
  }

  /** The pod with the resources that are allocated to it, which others leave it. */
  get allocated(): Pod {
    const of = this.place.pod()
    if (this.known?.of !== of || this.known.last !== this.last)
      this.known = { of, last: this.last, allocated: this.withAllocated(of) }
    return this.known.allocated
  }

  private withAllocated(pod: Pod): Pod {
    const of = new Map(this.place.containers().map(({ spec }) => [spec.name, spec.resources]))
    const { containers, initContainers, resources: _, ...rest } = pod.spec
    const withOwn = <C extends { name: string }>(one: C): C => ({ ...one, resources: of.get(one.name) })
    const spec = {
      ...rest,
      ...(this.allocatedLevel === undefined ? {} : { resources: this.allocatedLevel }),
      containers: containers.map(withOwn),
      ...(initContainers === undefined ? {} : { initContainers: initContainers.map(withOwn) }),
    }
    return { ...pod, spec }
  }

  /** Whether the pod asks for more than it has now, and not only for less. Upstream: isResizeIncreasingRequests */
  get increases(): boolean {
    const [now, wanted] = [this.allocated, this.place.pod()].map((pod) => podResources(pod, 'requests'))
    return ['cpu', 'memory'].some((name) => {
      const [before, after] = [now!.get(name), wanted!.get(name)]
      return after !== undefined && (before === undefined || after.compare(before) > 0)
    })
  }

  /** Carries out what the pod's resources ask for now, or says why not. Resolves when it is done. */
  async settle(wanted = podContainers(this.place.pod())): Promise<void> {
    const { options } = this.node
    if (!gateEnabled(options.gates, 'InPlacePodVerticalScaling') || this.place.stopped()) return
    const changes = this.changes(wanted)
    const names = [...new Set(changes.flatMap(({ names: own }) => own))]
    if (changes.length === 0 && !this.levelChanged()) {
      if (this.pending === undefined) return
      this.pending = undefined
      return this.place.report()
    }
    const others = this.node
      .running()
      .filter(({ metadata }) => metadata.uid !== this.place.pod().metadata.uid)
    const allocatable = this.node.allocatable()
    const refusal = resizeRefusal(options, this.place.pod(), names, { others, allocatable })
    if (refusal !== undefined) return this.wait(refusal)
    await this.carryOut(changes)
  }

  private changes(
    wanted: readonly PodContainer[],
  ): { known: PodContainer; fresh: PodContainer; names: string[] }[] {
    return wanted.flatMap((fresh) => {
      const known = this.place.containers().find(({ spec }) => spec.name === fresh.spec.name)
      if (known === undefined || !isResizable(known.kind, this.node.options)) return []
      const names = changedResources(known.spec.resources, fresh.spec.resources)
      return names.length === 0 ? [] : [{ known, fresh, names }]
    })
  }

  private levelChanged(): boolean {
    return (
      gateEnabled(this.node.options.gates, 'InPlacePodLevelResourcesVerticalScaling') &&
      changedResources(this.allocatedLevel, this.place.pod().spec.resources).length > 0
    )
  }

  private wait({ reason, message }: ResizeRefusal): Promise<void> {
    const before = this.pending
    const next = this.state(reason, message)
    const isNews = before?.reason !== reason || before.generation !== next.generation
    if (!isNews && before.message === message) return Promise.resolve()
    this.pending = before?.reason === reason ? { ...next, since: before.since } : next
    if (isNews) this.node.events.resizePending(this.place.pod(), reason, message)
    return this.place.report()
  }

  private state(reason = '', message = ''): ResizeState {
    const generation = this.place.pod().metadata.generation ?? 0
    const now = toTime(this.node.options.clock.now())
    return { reason, message, generation, set: now, since: now }
  }

  private async carryOut(changes: ReturnType<PodResize['changes']>): Promise<void> {
    const { node, place } = this
    this.last += 1
    const own = this.last
    this.pending = undefined
    this.inProgress = this.state()
    for (const { known, fresh } of changes) {
      if (known.state.running && !this.actual.has(fresh.spec.name))
        this.actual.set(fresh.spec.name, known.spec.resources ?? {})
      known.spec = fresh.spec
    }
    this.allocatedLevel = place.pod().spec.resources
    node.events.resizeStarted(place.pod())
    await place.report()
    for (const { known, names } of changes)
      if (known.state.running && restartsFor(known.spec, names)) await place.restart(known)
    await place.wait(actuationMs)
    if (own !== this.last || place.stopped()) return
    const { generation } = this.inProgress
    this.inProgress = undefined
    this.actual.clear()
    this.actualLevel = this.allocatedLevel
    node.events.resizeCompleted(this.allocated, generation)
    await place.report()
    node.roomChanged()
  }
}

const qosRank = ({ status }: Pod): number => (status.qosClass === 'Guaranteed' ? 0 : 1)

/** The order in which resizes are tried again. Upstream: sortPendingResizes */
export const resizesBefore = (a: WaitingResize, b: WaitingResize): number =>
  Number(a.resize.increases) - Number(b.resize.increases) ||
  (b.pod.spec.priority ?? 0) - (a.pod.spec.priority ?? 0) ||
  qosRank(a.pod) - qosRank(b.pod) ||
  (a.resize.waitsSince < b.resize.waitsSince ? -1 : 1)

interface WaitingResize {
  readonly pod: Pod
  readonly resize: PodResize
}

/** The conditions on a pod's resize; none in releases that tell it in status.resize. */
export function resizeConditions(
  { pending, inProgress }: ResizeTold,
  minor: number,
): {
  type: string
  status: string
  reason?: string
  message?: string
  set: string
  since: string
  generation: number | undefined
}[] {
  const { resizeTold, resizeKeepsGeneration } = kubeletPodDialect(minor)
  if (resizeTold !== 'conditions') return []
  const told = (type: string, state: ResizeState | undefined) =>
    state === undefined
      ? []
      : [
          {
            ...{ type, status: 'True', set: state.set, since: state.since },
            ...(state.reason === '' ? {} : { reason: state.reason }),
            ...(state.message === '' ? {} : { message: state.message }),
            generation: resizeKeepsGeneration ? state.generation : undefined,
          },
        ]
  return [...told('PodResizePending', pending), ...told('PodResizeInProgress', inProgress)]
}

/** The field status.resize of a pod; undefined in releases that tell of resizes in conditions. */
export function resizeField({ pending, inProgress }: ResizeTold, minor: number): string | undefined {
  if (kubeletPodDialect(minor).resizeTold !== 'status.resize') return undefined
  return pending?.reason ?? (inProgress === undefined ? undefined : 'InProgress')
}
