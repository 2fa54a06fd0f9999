// Upstream: pkg/controller/controller_utils.go (RealPodControl)

import type { KubeObject } from '../apimachinery/json.ts'
import { ApiError, isNotFound } from '../client/rest-client.ts'
import type { ControllerContext } from './controller.ts'
import { recordEvent } from './event-recorder.ts'

/** Creates and deletes the pods of an owner, and records events of `component` about it. */
export class PodControl {
  private readonly context: ControllerContext
  private readonly component: string
  private readonly owner: KubeObject

  constructor(context: ControllerContext, component: string, owner: KubeObject) {
    this.context = context
    this.component = component
    this.owner = owner
  }

  async create(pod: object): Promise<KubeObject> {
    try {
      const created = await this.context.client.create<KubeObject>(this.path, pod)
      this.record('Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`)
      return created
    } catch (error) {
      if (error instanceof ApiError && !namespaceEnds(error))
        this.record('Warning', 'FailedCreate', `Error creating: ${error.message}`)
      throw error
    }
  }

  /** @returns the pod while it terminates; undefined where it is gone */
  async delete({ metadata }: KubeObject): Promise<KubeObject | undefined> {
    try {
      const answer = await this.context.client.delete<KubeObject>(`${this.path}/${metadata.name}`)
      this.record('Normal', 'SuccessfulDelete', `Deleted pod: ${metadata.name}`)
      return answer.kind === 'Pod' ? answer : undefined
    } catch (error) {
      if (isNotFound(error)) return undefined
      if (error instanceof ApiError)
        this.record('Warning', 'FailedDelete', `Error deleting: ${error.message}`)
      throw error
    }
  }

  private get path(): string {
    return `/api/v1/namespaces/${this.owner.metadata.namespace}/pods`
  }

  private record(type: 'Normal' | 'Warning', reason: string, message: string): void {
    recordEvent(this.context, this.component, this.owner, { type, reason, message })
  }
}

const namespaceEnds = ({ status }: ApiError): boolean =>
  status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true
