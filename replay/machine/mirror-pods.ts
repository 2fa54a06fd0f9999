// What a kubelet shows on the server of its static pods. Upstream: pkg/kubelet/pod/mirror_client.go

import type { PodStatus } from '../../api/core-v1.ts'
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { Informer } from '../../client/informer.ts'
import { isConflict, isNotFound, type RestClient } from '../../client/rest-client.ts'
import { type Clock, toTime } from '../../component-base/clock.ts'
import { parseDocument } from '../../component-base/yaml.ts'
import type { StaticPodName } from './kubeadm-plan.ts'

const path = '/api/v1/namespaces/kube-system/pods'
/** How long a new cluster's kubelet may take to start its static pods. */
const patienceMs = 15_000

/**
 * What renews a lease every two seconds and ends when it could not for ten (`leaderelection lost`). A server that a kubelet
 * replaces is away for longer: it takes more than ten seconds to end while clients watch it.
 */
const leaseHolders = ['kube-controller-manager', 'kube-scheduler'] as const

/** @param manifest of /etc/kubernetes/manifests, which can be read */
export function mirrorPod(manifest: string, node: string): object {
  const pod = parseDocument(manifest).toJS() as { metadata: { name: string }; spec: object }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    ...pod,
    metadata: {
      ...pod.metadata,
      name: `${pod.metadata.name}-${node}`,
      namespace: 'kube-system',
      annotations: { 'kubernetes.io/config.mirror': 'static', 'kubernetes.io/config.source': 'file' },
    },
    spec: { ...pod.spec, nodeName: node, tolerations: [{ operator: 'Exists', effect: 'NoExecute' }] },
  }
}

/** Whose time passes for the cluster, and, where that is another, for those who wait for it. */
interface Clocks {
  readonly clock: Clock
  readonly waits?: Clock | undefined
}

/** Keeps the mirror pods of a control plane's node as its static pods change and restart. */
export class MirrorPods {
  private readonly client: RestClient
  private readonly node: string
  private readonly now: () => number

  constructor(client: RestClient, node: string, now: () => number) {
    this.client = client
    this.node = node
    this.now = now
  }

  /** Another pod, in place of the one that the manifest described before. */
  async replace(name: StaticPodName, manifest: string): Promise<void> {
    await this.remove(name)
    await this.client.create(path, mirrorPod(manifest, this.node))
  }

  async remove(name: StaticPodName): Promise<void> {
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 }
    await this.client.delete(`${path}/${name}-${this.node}`, options).catch(unlessNotFound)
  }

  /** Resolves when the kubelet has said that all of them run, or does not say so in time: kubeadm waits for what they run. */
  async started(names: readonly StaticPodName[], { clock, waits = clock }: Clocks): Promise<void> {
    const missing = new Set(names.map((name) => `${name}-${this.node}`))
    let told = (): void => {}
    const all = new Promise<void>((resolve) => {
      told = resolve
    })
    const onChange = ({ metadata, status }: KubeObject & { readonly status?: PodStatus }): void => {
      if (status?.phase === 'Running') missing.delete(metadata.name ?? '')
      if (missing.size === 0) told()
    }
    const own = `${path}?fieldSelector=spec.nodeName%3D${this.node}`
    const informer = new Informer({ client: this.client, clock, path: own, handlers: { onChange } }).start()
    const end = waits.setTimeout(told, patienceMs)
    await all
    end()
    await informer.stop()
  }

  /** The server was away: what lost its lease meanwhile was started again. While no kubelet writes of it. */
  async serverWasAway(): Promise<void> {
    const time = toTime(this.now())
    for (const name of leaseHolders) {
      const own = `${path}/${name}-${this.node}`
      for (let tries = 5; ; tries--) {
        const pod = await this.client.get(own).catch(unlessNotFound)
        if (pod === undefined) break
        try {
          await this.client.update(`${own}/status`, startedAgain(pod, time))
          break
        } catch (error) {
          // The scheduler or a controller wrote in between.
          if (tries === 0 || !isConflict(error)) throw error
        }
      }
    }
  }
}

function unlessNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error
}

/** Its containers have ended with the exit code of a component that lost its lease, and run again. */
function startedAgain(pod: KubeObject, time: string): KubeObject {
  const status: PodStatus = isObject(pod['status']) ? pod['status'] : {}
  const containerStatuses = (status.containerStatuses ?? []).map((one) => ({
    ...one,
    restartCount: (one.restartCount ?? 0) + 1,
    lastState: {
      terminated: {
        exitCode: 1,
        reason: 'Error',
        startedAt: one.state?.running?.startedAt ?? time,
        finishedAt: time,
        ...(one.containerID === undefined ? {} : { containerID: one.containerID }),
      },
    },
    state: { running: { startedAt: time } },
  }))
  return { ...pod, status: { ...status, containerStatuses } }
}
