import type { RequestInfo } from '../endpoints/request-info.ts'

/** A resource in a version, as requests name it. */
export type GroupVersionResource = Pick<RequestInfo, 'apiGroup' | 'apiVersion' | 'resource'>

/** Knows which servers serve what. */
export interface PeerDirectory {
  start(): Promise<void>
  stop(): Promise<void>
  /** What there is to know at first is known. */
  isReady(): boolean
  /** The identities of the peers that serve the resource; none: it is this server's own business. */
  serversOf(resource: GroupVersionResource): Promise<readonly string[]>
}
