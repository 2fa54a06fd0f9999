// Upstream: pkg/kubelet/status/status_manager.go

import type { JsonObject } from '../../apimachinery/json.ts'
import { createTwoWayMergePatch } from '../../apimachinery/patch/create-two-way-patch.ts'
import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import { isConflict, isNotFound } from '../../client/rest-client.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pause } from '../pause.ts'
import { type Pod, podRef } from './pod.ts'

const podType = 'io.k8s.api.core.v1.Pod'

/** Sends the statuses of a pod to the server, one after the other. */
export class PodReports {
  private readonly options: KubeletOptions
  private readonly pause: Pause
  private queue: Promise<void> = Promise.resolve()

  constructor(options: KubeletOptions, pause: Pause) {
    this.options = options
    this.pause = pause
  }

  /** Resolves when the status has been told, or cannot be. @param status of the pod as the server has it then */
  report(pod: Pod, status: (current: Pod) => Pod['status']): Promise<void> {
    return this.after(pod, async (current, path) => {
      const next = { ...current, status: status(current) }
      const patch = createTwoWayMergePatch(
        current as unknown as JsonObject,
        next as unknown as JsonObject,
        podType,
        schemeOf(this.options.release),
      )
      if (Object.keys(patch).length === 0) return
      await this.options.client.patch<Pod>(`${path}/status`, {
        metadata: { uid: pod.metadata.uid! },
        ...patch,
      })
    })
  }

  /** The last word: the pod is gone then, but for its finalizers. */
  remove(pod: Pod): Promise<void> {
    return this.after(pod, async (_current, path) => {
      await this.options.client.delete(path, {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        gracePeriodSeconds: 0,
        preconditions: { uid: pod.metadata.uid },
      })
    })
  }

  private after(pod: Pod, work: (current: Pod, path: string) => Promise<void>): Promise<void> {
    const { namespace, name, uid } = pod.metadata
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`
    this.queue = this.queue.then(async () => {
      try {
        if (this.pause.stopped) return
        const current = await this.options.client.get<Pod>(path)
        if (current.metadata.uid === uid) await work(current, path)
      } catch (error) {
        // A pod that others removed or replaced needs no more reports.
        if (this.pause.stopped || isNotFound(error) || isConflict(error)) return
        const { message } = error as Error
        this.options.logger.logS('E', 'Failed to update status for pod', { pod: podRef(pod), err: message })
      }
    })
    return this.queue
  }
}
