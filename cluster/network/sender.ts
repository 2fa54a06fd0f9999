/** Who sends: a pod as `namespace/name`, a node by its name, or an address; one that is of no pod and node is outside the cluster. */
export type Sender = { pod: string } | { node: string } | { address: string }
