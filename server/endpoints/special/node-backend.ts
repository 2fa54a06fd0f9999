// What kubelets answer through the server. Upstream: pkg/kubelet/client/kubelet_client.go (ConnectionInfoGetter)
import type { Duplex } from 'node:stream'
import type { KubeObject } from '../../../apimachinery/json.ts'

/** A line of a container's output. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  at: number
  /** The line with its line break. */
  text: string
}

/** The answer of a node's component. */
export interface NodeAnswer {
  status: number
  contentType: string
  body: string
}

/** The kubelets behind a server. */
export interface NodeBackend {
  /**
   * Of the instance of a component that runs, or of the one before it. Undefined for a pod that is none of a component's; 'none'
   * where there was no instance.
   */
  podLog(pod: KubeObject, previous: boolean): readonly LogLine[] | 'none' | undefined
  /**
   * A connection to the kubelet's own API, over HTTP/1.1. Undefined for a node whose kubelet is not reached.
   * @param translates the server takes it on itself to understand what its clients speak
   */
  connect(node: string, translates: boolean): Duplex | undefined
  /**
   * A connection to a port of a pod. Undefined where its containers are not simulated, or not here.
   * @throws Error with code ECONNREFUSED where nothing listens
   */
  dial(node: string, namespace: string, pod: string, port: number): Promise<Duplex> | undefined
}
