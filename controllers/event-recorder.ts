// Upstream: what each controller makes of client-go/tools/record (NewRecorder with its name)

import type { KubeObject } from '../apimachinery/json.ts'
import {
  EventRecorder,
  type EventText,
  type ObjectReference,
  type RecorderParts,
  referenceTo,
} from '../client/events/event-recorder.ts'

/** The request rate of kube-controller-manager's clients: the defaults of --kube-api-qps and --kube-api-burst. */
const clientRate = { perSecond: 20, burst: 30 }

/** The recorders of a program's controllers, each by its component. */
export class EventRecorders {
  private readonly parts: RecorderParts
  private readonly recorders = new Map<string, EventRecorder>()

  constructor(parts: RecorderParts) {
    this.parts = parts
  }

  of(component: string): EventRecorder {
    const known = this.recorders.get(component)
    if (known !== undefined) return known
    const created = new EventRecorder(this.parts, { component }, clientRate)
    this.recorders.set(component, created)
    return created
  }

  async stop(): Promise<void> {
    await Promise.all([...this.recorders.values()].map((recorder) => recorder.stop()))
  }
}

/** Records an Event of `component` about an object, in its namespace or in `default`, in the background. */
export const recordEvent = (
  { events }: { events: EventRecorders },
  component: string,
  about: KubeObject | ObjectReference,
  text: EventText,
): void => events.of(component).record('metadata' in about ? referenceTo(about as KubeObject) : about, text)
