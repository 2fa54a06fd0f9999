// node/wire/wire-outcomes.json: what a hollow kubelet (kubemark) of a release sends to a server of the same release.

/** A request that changes something: `PATCH /api/v1/nodes/NODE/status?timeout=10s 200`, and its body. */
export interface WireWrite {
  request: string
  body?: unknown
}

/** The first half minute of a kubelet, as the server's audit log has it. NODE stands for its name, TIME, UID and HOST for what differs from run to run. */
export interface WireSequence {
  /** In the order in which they were sent; not those of Events. */
  writes: WireWrite[]
  /** GETs of single objects, each once, sorted. */
  reads: string[]
  /** The Node, Lease and CSINode as stored at the end. */
  objects: Record<'node' | 'lease' | 'csiNode', Record<string, unknown>>
}

/** Of all releases that were recorded by the project's own recorder; the only input is `new node`. */
export const wireOutcomesFile = 'node/wire/wire-outcomes.json'
