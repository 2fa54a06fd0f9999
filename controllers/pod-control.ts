// Upstream: pkg/controller/controller_utils.go (RealPodControl)

import type { KubeObject } from '../apimachinery/json.ts'
import { ApiError, isNotFound } from '../client/rest-client.ts'
import type { ControllerContext } from './controller.ts'
import { recordEvent } from './event-recorder.ts'

/** The owner whose pods are created and deleted, and the component that does it. */
export interface PodControlParts {
  /** The component in whose name Events about the owner are recorded: `replicaset-controller`. */
  component: string
  owner: KubeObject
  /** Called with each pod that was written, as the server answered it. */
  wrote: (pod: KubeObject) => void
}

/** Creates and deletes the pods of an owner, and records events about it. */
export class PodControl {
  private readonly context: ControllerContext
  private readonly parts: PodControlParts

  constructor(context: ControllerContext, parts: PodControlParts) {
    this.context = context
    this.parts = parts
  }

  async create(pod: object): Promise<void> {
    try {
      const created = await this.context.client.create<KubeObject>(this.path, pod)
      this.record('Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`)
      this.parts.wrote(created)
    } catch (error) {
      if (error instanceof ApiError && !namespaceEnds(error))
        this.record('Warning', 'FailedCreate', `Error creating: ${error.message}`)
      throw error
    }
  }

  /** A pod that is gone already is not deleted. */
  async delete({ metadata }: KubeObject): Promise<void> {
    try {
      const answer = await this.context.client.delete<KubeObject>(`${this.path}/${metadata.name}`)
      this.record('Normal', 'SuccessfulDelete', `Deleted pod: ${metadata.name}`)
      // Of one that is gone at once the server answers a Status.
      if (answer.kind === 'Pod') this.parts.wrote(answer)
    } catch (error) {
      if (isNotFound(error)) return
      if (error instanceof ApiError)
        this.record('Warning', 'FailedDelete', `Error deleting: ${error.message}`)
      throw error
    }
  }

  private get path(): string {
    return `/api/v1/namespaces/${this.parts.owner.metadata.namespace}/pods`
  }

  private record(type: 'Normal' | 'Warning', reason: string, message: string): void {
    const { component, owner } = this.parts
    recordEvent(this.context, component, owner, { type, reason, message })
  }
}

const namespaceEnds = ({ status }: ApiError): boolean =>
  status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true
