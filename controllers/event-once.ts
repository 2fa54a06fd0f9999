import type { KubeObject } from '../apimachinery/json.ts'
import type { EventText } from '../client/events/event-recorder.ts'
import type { ControllerContext } from './controller.ts'
import { recordEvent } from './event-recorder.ts'

/** Records an event about an object only where the last one about it was another. */
export class EventOnce {
  private readonly context: ControllerContext
  private readonly component: string
  private readonly last = new Map<string, string>()

  constructor(context: ControllerContext, component: string) {
    this.context = context
    this.component = component
  }

  normal(object: KubeObject, reason: string, message: string): void {
    this.record(object, { type: 'Normal', reason, message })
  }

  warning(object: KubeObject, reason: string, message: string): void {
    this.record(object, { type: 'Warning', reason, message })
  }

  private record(object: KubeObject, event: EventText): void {
    const { uid } = object.metadata
    if (this.last.get(uid!) === event.message) return
    this.last.set(uid!, event.message)
    recordEvent(this.context, this.component, object, event)
  }
}
