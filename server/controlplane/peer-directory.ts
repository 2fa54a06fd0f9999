import type { RequestInfo } from '../endpoints/request-info.ts'

/** The group, version and resource that a request names. */
export type GroupVersionResource = Pick<RequestInfo, 'apiGroup' | 'apiVersion' | 'resource'>

/** Knows which servers serve what. */
export interface PeerDirectory {
  start(): Promise<void>
  stop(): Promise<void>
  /** Whether the first list of peers and their resources is complete. */
  isReady(): boolean
  /** The identities of the peers that serve the resource; none: it is this server's own business. */
  serversOf(resource: GroupVersionResource): Promise<readonly string[]>
}
