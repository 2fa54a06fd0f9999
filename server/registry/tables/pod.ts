// Upstream: pkg/printers/internalversion/printers.go (printPod)

import type { Ages } from '../../../apimachinery/human-duration.ts'
import type { JsonObject, JsonValue } from '../../../apimachinery/json.ts'
import { age, at, int, isDeleted, list, name, type RowCondition, type RowOptions, text } from './cells.ts'
import { tablesDialect } from './dialect.ts'

const rowConditions: Readonly<Record<string, RowCondition>> = {
  Succeeded: {
    type: 'Completed',
    status: 'True',
    reason: 'Succeeded',
    message: 'The pod has completed successfully.',
  },
  Failed: { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
}

/** A finished pod's row says so. */
export function podRowConditions(pod: JsonObject): readonly RowCondition[] | undefined {
  const phase = text(pod, 'status', 'phase')
  return Object.hasOwn(rowConditions, phase) ? [rowConditions[phase]!] : undefined
}

/** Cells of Pods: name, ready containers, status, restarts, age; IP, node and gates in wide output. */
export function printPod(pod: JsonObject, options: RowOptions): JsonValue[] {
  const summary = new PodSummary(pod, options.minor)
  return [
    name(pod),
    `${summary.ready}/${summary.total}`,
    summary.shownReason(),
    summary.restarts(options.ages),
    age(pod, options),
    text(list(pod, 'status', 'podIPs')[0], 'ip') || text(pod, 'status', 'podIP') || '<none>',
    text(pod, 'spec', 'nodeName') || '<none>',
    text(pod, 'status', 'nominatedNodeName') || '<none>',
    readinessGates(pod),
  ]
}

/** What the STATUS, READY and RESTARTS columns say. */
class PodSummary {
  ready = 0
  readonly total: number
  private reason: string
  private count = 0
  private lastRestart = ''
  private readonly pod: JsonObject
  private readonly minor: number
  private readonly sidecars: ReadonlySet<string>

  constructor(pod: JsonObject, minor: number) {
    this.pod = pod
    this.minor = minor
    this.reason = text(pod, 'status', 'reason') || text(pod, 'status', 'phase')
    const scheduled =
      tablesDialect(minor).showsSchedulingGates &&
      list(pod, 'status', 'conditions').some(
        (c) => text(c, 'type') === 'PodScheduled' && text(c, 'reason') === 'SchedulingGated',
      )
    if (scheduled) this.reason = 'SchedulingGated'
    const restartable = list(pod, 'spec', 'initContainers').filter(
      (c) => text(c, 'restartPolicy') === 'Always',
    )
    this.sidecars = new Set(restartable.map((c) => text(c, 'name')))
    this.total = list(pod, 'spec', 'containers').length + restartable.length
    const initializing = this.readInitContainers()
    if (!initializing || text(firstCondition(pod, 'Initialized'), 'status') === 'True') this.readContainers()
  }

  shownReason(): string {
    const phase = text(this.pod, 'status', 'phase')
    if (!isDeleted(this.pod)) return this.reason
    if (text(this.pod, 'status', 'reason') === 'NodeLost') return 'Unknown'
    const finished =
      tablesDialect(this.minor).showsFinishedReason && (phase === 'Succeeded' || phase === 'Failed')
    return finished ? this.reason : 'Terminating'
  }

  restarts(ages: Ages): string {
    return this.count !== 0 && this.lastRestart !== ''
      ? `${this.count} (${ages.of(this.lastRestart)} ago)`
      : String(this.count)
  }

  private countRestarts(status: JsonObject): void {
    this.count += int(status, 'restartCount')
    const finished = text(status, 'lastState', 'terminated', 'finishedAt')
    if (finished !== '' && (this.lastRestart === '' || Date.parse(this.lastRestart) < Date.parse(finished)))
      this.lastRestart = finished
  }

  /** @returns whether an init container is still to finish. */
  private readInitContainers(): boolean {
    const total = list(this.pod, 'spec', 'initContainers').length
    for (const [i, status] of list(this.pod, 'status', 'initContainerStatuses').entries()) {
      this.countRestarts(status)
      const terminated = at(status, 'state', 'terminated')
      if (terminated !== undefined && int(terminated, 'exitCode') === 0) continue
      if (this.sidecars.has(text(status, 'name')) && at(status, 'started') === true) {
        if (at(status, 'ready') === true) this.ready++
        continue
      }
      const waiting = text(status, 'state', 'waiting', 'reason')
      if (terminated !== undefined) this.reason = `Init:${exitReason(terminated)}`
      else if (waiting !== '' && waiting !== 'PodInitializing') this.reason = `Init:${waiting}`
      else this.reason = `Init:${i}/${total}`
      return true
    }
    return false
  }

  /** Restarts of plain init containers count no more once the others run. */
  private readContainers(): void {
    this.count = 0
    this.lastRestart = ''
    for (const status of this.sidecarStatuses()) this.countRestarts(status)
    let running = false
    let failure = ''
    for (const status of list(this.pod, 'status', 'containerStatuses').toReversed()) {
      this.countRestarts(status)
      const waiting = text(status, 'state', 'waiting', 'reason')
      const terminated = at(status, 'state', 'terminated')
      if (waiting !== '') this.reason = waiting
      else if (terminated !== undefined) {
        this.reason = exitReason(terminated)
        if (int(terminated, 'exitCode') !== 0) failure = this.reason
      } else if (at(status, 'ready') === true && at(status, 'state', 'running') !== undefined) {
        running = true
        this.ready++
      }
    }
    this.correctCompleted(running, failure)
  }

  /** One container that completed does not make the pod completed while others run (or, in some releases, failed). */
  private correctCompleted(running: boolean, failure: string): void {
    if (this.reason !== 'Completed') return
    const isReady = list(this.pod, 'status', 'conditions').some(
      (c) => text(c, 'type') === 'Ready' && text(c, 'status') === 'True',
    )
    if (running && isReady) this.reason = 'Running'
    else if (failure !== '' && tablesDialect(this.minor).showsFailureOfOthers) this.reason = failure
    else if (running) this.reason = 'NotReady'
  }

  /** Statuses of restartable init containers, as far as the loop over all of them went. */
  private sidecarStatuses(): JsonObject[] {
    const out: JsonObject[] = []
    for (const status of list(this.pod, 'status', 'initContainerStatuses')) {
      const isSidecar = this.sidecars.has(text(status, 'name'))
      if (isSidecar) out.push(status)
      const terminated = at(status, 'state', 'terminated')
      const done = terminated !== undefined && int(terminated, 'exitCode') === 0
      if (!done && !(isSidecar && at(status, 'started') === true)) break
    }
    return out
  }
}

const firstCondition = (pod: JsonObject, type: string): JsonObject | undefined =>
  list(pod, 'status', 'conditions').find((c) => text(c, 'type') === type)

function exitReason(terminated: JsonValue): string {
  const signal = int(terminated, 'signal')
  return (
    text(terminated, 'reason') ||
    (signal !== 0 ? `Signal:${signal}` : `ExitCode:${int(terminated, 'exitCode')}`)
  )
}

function readinessGates(pod: JsonObject): string {
  const gates = list(pod, 'spec', 'readinessGates')
  if (gates.length === 0) return '<none>'
  const met = gates.filter(
    (gate) => text(firstCondition(pod, text(gate, 'conditionType')), 'status') === 'True',
  )
  return `${met.length}/${gates.length}`
}
