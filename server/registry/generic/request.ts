import type { RequestContext } from './strategy.ts'

/** A request as the generic store sees it: the strategies' context, and a way to send warnings. */
export interface ApiRequest extends RequestContext {
  /** Adds a Warning header; the same text is sent once. */
  warn(text: string): void
}
