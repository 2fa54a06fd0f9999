// Upstream: pkg/kubelet/pod_workers.go and pkg/kubelet/status/status_manager.go
import { isConflict, isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import type { JsonObject } from '../../server/apimachinery/json.ts'
import { createTwoWayMergePatch } from '../../server/apimachinery/patch/create-two-way-patch.ts'
import { schemeFor } from '../../server/apimachinery/scheme/scheme.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import { commandOutcome, stoppedExitCode } from './command-outcome.ts'
import type { Pod } from './pod.ts'
import {
  newGenerationStatus,
  pendingStatus,
  rejectedStatus,
  runningStatus,
  terminatedStatus,
} from './pod-status.ts'

const podType = 'io.k8s.api.core.v1.Pod'
const startMs = 50

/** Takes one pod from Pending through Running to its end, one report after the other. */
export class PodWorker {
  private readonly options: KubeletOptions
  private readonly pause: Pause
  private readonly podIP: string
  private pod: Pod
  private queue: Promise<void>
  private terminating = false

  constructor(
    options: KubeletOptions,
    pause: Pause,
    pod: Pod,
    podIP: string,
    nodeLabels: Readonly<Record<string, string>>,
  ) {
    this.options = options
    this.pause = pause
    this.pod = pod
    this.podIP = pod.spec.hostNetwork === true ? options.settings.nodeIP : podIP
    this.queue = this.guard(() => this.begin(nodeLabels))
  }

  /** The pod as the server has it now. */
  update(pod: Pod): void {
    this.pod = { ...pod, status: { ...pod.status, ...this.pod.status } }
    if (pod.metadata.deletionTimestamp === undefined || this.terminating) return
    this.terminating = true
    this.queue = this.queue.then(() => this.guard(() => this.terminate()))
  }

  private async begin(nodeLabels: Readonly<Record<string, string>>): Promise<void> {
    const { spec, status, metadata } = this.pod
    if (metadata.deletionTimestamp !== undefined || status.phase === 'Succeeded' || status.phase === 'Failed')
      return
    const fits = Object.entries(spec.nodeSelector ?? {}).every(
      ([key, value]) => Object.hasOwn(nodeLabels, key) && nodeLabels[key] === value,
    )
    if (!fits) return this.report(rejectedStatus(this.options, this.pod))
    if (status.phase !== 'Running') {
      await this.report(pendingStatus(this.options, this.pod))
      await this.pause.for(startMs)
      await this.report(runningStatus(this.options, this.pod, this.podIP, toTime(this.options.clock.now())))
    }
    void this.guard(() => this.runToEnd())
  }

  /** Ends the pod when its restart policy lets it end and every container's command does. */
  private async runToEnd(): Promise<void> {
    const outcomes = this.pod.spec.containers.map(commandOutcome)
    if (this.pod.spec.restartPolicy === 'Always' || outcomes.some((o) => o === undefined)) return
    const exitCodes = outcomes.map((o) => o!.exitCode)
    if (this.pod.spec.restartPolicy === 'OnFailure' && exitCodes.some((c) => c !== 0)) return
    await this.pause.for(Math.max(...outcomes.map((o) => o!.afterMs)))
    if (!this.pause.stopped && !this.terminating)
      await this.report(terminatedStatus(this.options, this.pod, exitCodes))
  }

  private async terminate(): Promise<void> {
    if (this.pod.status.phase !== 'Succeeded' && this.pod.status.phase !== 'Failed') {
      const seen = newGenerationStatus(this.options, this.pod)
      if (seen !== undefined) await this.report(seen)
      const exitCodes = this.pod.spec.containers.map(stoppedExitCode)
      await this.report(terminatedStatus(this.options, this.pod, exitCodes))
    }
    const { namespace, name, uid } = this.pod.metadata
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`
    if ((await this.options.client.get<Pod>(path)).metadata.uid !== uid) return
    await this.options.client.delete(path, {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      gracePeriodSeconds: 0,
      preconditions: { uid },
    })
  }

  private async report(status: Pod['status']): Promise<void> {
    const { namespace, name, uid } = this.pod.metadata
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`
    const current = await this.options.client.get<Pod>(path)
    if (current.metadata.uid !== uid) return
    const next = { ...current, status: { ...current.status, ...status } }
    const patch = createTwoWayMergePatch(
      current as unknown as JsonObject,
      next as unknown as JsonObject,
      podType,
      schemeFor(this.options.facts),
    )
    if (Object.keys(patch).length === 0) return
    const answer = await this.options.client.patch<Pod>(`${path}/status`, {
      metadata: { uid: uid! },
      ...patch,
    })
    this.pod = {
      ...answer,
      metadata: {
        ...answer.metadata,
        ...(this.pod.metadata.deletionTimestamp === undefined
          ? {}
          : { deletionTimestamp: this.pod.metadata.deletionTimestamp }),
      },
    }
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      if (!this.pause.stopped) await work()
    } catch (error) {
      // A pod that others removed or replaced needs no more reports.
      if (this.pause.stopped || isNotFound(error) || isConflict(error)) return
      this.options.logger.logS('E', 'Failed to update status for pod', {
        pod: `${this.pod.metadata.namespace}/${this.pod.metadata.name}`,
        err: (error as Error).message,
      })
    }
  }
}
