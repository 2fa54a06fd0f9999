import type { Clock } from '../component-base/clock.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'

export interface NodeOptions {
  name: string
  /** Default: the cluster's release. */
  kubeletRelease?: string
  kubeProxyRelease?: string
  /** Gates of this node's components; default: the cluster's. */
  featureGates?: Readonly<Record<string, boolean>>
  /** Gates of this node's kube-proxy, where they are others. */
  kubeProxyFeatureGates?: Readonly<Record<string, boolean>>
}

export interface ClusterOptions {
  /** `1.34` or `1.31.0`; default: the newest recorded one. */
  release?: string
  /** Lets releases of the plan be simulated, with what it changes. */
  plan?: ReleasePlan
  featureGates?: Readonly<Record<string, boolean>>
  /** Default: one node of the name `node-1`. A number makes `node-1` … `node-N`. */
  nodes?: number | readonly NodeOptions[]
  /** A directory that keeps the store; default: in memory, gone with the cluster. */
  data?: string
  /** Default: a free port. */
  port?: number
  /** Plain HTTP in place of HTTPS. */
  http?: boolean
  clock?: Clock
  /** Makes uids, allocated addresses and generated names the same on every machine. */
  seed?: number
  /** More flags of kube-apiserver, as its command line takes them. */
  apiserverFlags?: readonly string[]
  /** Receives log lines of the components. */
  log?: (component: string, line: string) => void
  /** Receives the texts of Warning headers that clients of the cluster are sent. */
  warn?: (text: string) => void
}

/** A component that runs. */
export interface ComponentState {
  /** `kube-apiserver`, `kubelet/node-1`, `kube-proxy/node-1`. */
  name: string
  /** As given: `1.34` or `1.31.0`. */
  release: string
  /** Those that were set; of all others the release's default holds. */
  featureGates: Readonly<Record<string, boolean>>
}

/** A component refused to start. `stderr` is what it printed. */
export class ComponentFailedError extends Error {
  readonly component: string
  readonly exitCode: number
  readonly stderr: string
  constructor(component: string, exitCode: number, stderr: string) {
    super(`${component} did not start (exit code ${exitCode}): ${stderr.trim().split('\n').at(-1) ?? ''}`)
    this.name = 'ComponentFailedError'
    this.component = component
    this.exitCode = exitCode
    this.stderr = stderr
  }
}
