// Upstream: apimachinery/pkg/apis/meta/internalversion/types.go (ListOptions)
import type { Selectors } from './selection.ts'

/** What a list or watch asks for, checked. Whether the resource selects by these fields is asked of its store. */
export interface ListOptions {
  selectors: Selectors
  watch: boolean
  allowWatchBookmarks: boolean
  resourceVersion: string
  resourceVersionMatch: string
  timeoutSeconds: number | undefined
  limit: number
  continue: string
  sendInitialEvents: boolean | undefined
}
