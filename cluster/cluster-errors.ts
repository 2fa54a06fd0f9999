import type { StartReason } from '../component-base/start-refusal.ts'
import type { StartFailure } from './component-start.ts'

/** A component refused to start. What it had before stays on record, so that `restart` can bring it back. */
export class ComponentFailedError extends Error {
  /** `kube-apiserver`, `kubelet`, `kube-proxy`, … */
  readonly component: string
  /** The exit code of the real program. */
  readonly exitCode: number
  /** All that it printed, line by line as the real program writes it. */
  readonly stderr: string
  /** The node that it should run on; undefined for those of the control plane. */
  readonly node: string | undefined
  /** The part of stderr that a user can act on. */
  readonly says: string
  /** Why, as data; undefined where that is not known. */
  readonly reason: StartReason | undefined
  constructor(component: string, failure: Omit<StartFailure, 'ok'>, node?: string) {
    const { exitCode, stderr, says, reason } = failure
    const where = node === undefined ? '' : ` on ${node}`
    const last = stderr.trim().split('\n').at(-1) ?? ''
    super(`${component} did not start${where} (exit code ${exitCode}): ${last}`)
    this.name = 'ComponentFailedError'
    this.component = component
    this.exitCode = exitCode
    this.stderr = stderr
    this.node = node
    this.says = says ?? last
    this.reason = reason
  }

  /** One line with the component, its node and the reason. */
  get brief(): string {
    return `${this.component} did not start${this.node === undefined ? '' : ` on ${this.node}`}: ${this.says}`
  }
}

/** The cluster was asked for what it cannot do: an unknown node, a cluster that has been stopped. Nothing was changed. */
export class ClusterUsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ClusterUsageError'
  }
}

/** What was asked for needs a kube-apiserver, and none runs: one that refused to start is down until it is restarted. */
export class ServerDownError extends ClusterUsageError {
  constructor() {
    super('the kube-apiserver does not run')
  }
}
