// Upstream: apimachinery/pkg/apis/meta/internalversion/types.go (ListOptions)

/** What a list or watch asks for, checked. Selectors are still texts: the store parses them for its resource. */
export interface ListOptions {
  labelSelector: string
  fieldSelector: string
  watch: boolean
  allowWatchBookmarks: boolean
  resourceVersion: string
  resourceVersionMatch: string
  timeoutSeconds: number | undefined
  limit: number
  continue: string
  sendInitialEvents: boolean | undefined
}
