import type { NodeSpec, NodeStatus } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'

/** v1 Node, with a spec and a status. */
export type Node = KubeObject & { spec: NodeSpec; status: NodeStatus }
