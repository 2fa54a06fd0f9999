import type { GroupResource } from '../../../apimachinery/status-error.ts'
import type { RequestContext } from './strategy.ts'

/** A request as the generic store sees it: the strategies' context, and a way to send warnings. */
export interface ApiRequest extends RequestContext {
  /** Adds a Warning header; the same text is sent once. */
  warn(text: string): void
  /**
   * Notes an annotation of the request's audit event; undefined where nothing is audited. The first value of a key stays.
   * @param level events that tell less leave it out; default: Metadata. Upstream: audit.AddAuditAnnotation, admission.Attributes
   */
  annotate?:
    | ((key: string, value: string, level?: 'Metadata' | 'Request' | 'RequestResponse') => void)
    | undefined
  /** Notes how long a webhook took, in seconds; those that validate are asked at once. */
  tookElsewhere?(step: 'admit' | 'validate', seconds: number): void
  /** Whether the request takes long, so that others are to be served between two of its steps. */
  isLarge?(): boolean
  /** Notes what the request works on besides its body: it takes long where that is large. */
  noteBytes?(bytes: number): void
}

/** How messages name the resource: by the group of the request, also where another group's store answers (events). */
export const requestedResource = (request: RequestContext): GroupResource => ({
  group: request.group,
  resource: request.resource,
})
