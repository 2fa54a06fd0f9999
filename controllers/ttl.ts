// Upstream: pkg/controller/ttl/ttl_controller.go
import { type Controller, type ControllerContext, ReconcileQueue } from './controller.ts'

const annotation = 'node.alpha.kubernetes.io/ttl'

/** The seconds for which kubelets may believe a Secret that they know, in clusters of from `least` to `most` nodes. */
const steps = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: Number.POSITIVE_INFINITY, seconds: 300 },
] as const

/** The step of a cluster that has come from one to another number of nodes, one by one. */
export function ttlStep(step: number, nodes: number): number {
  if (nodes > steps[step]!.most) return step + 1
  return nodes < steps[step]!.least ? step - 1 : step
}

/** Notes on each node how long its kubelet may keep what it has read: the longer, the more nodes there are. */
export function startTTL(context: ControllerContext): Controller {
  let [count, step] = [0, 0]
  const counts = (change: number): void => {
    count += change
    step = ttlStep(step, count)
  }
  const nodes = context.informers.on('/api/v1/nodes', {
    onChange: ({ metadata }, old) => {
      if (old === undefined) counts(1)
      queue.add(metadata.name!)
    },
    onDelete: () => counts(-1),
  })
  const queue = new ReconcileQueue(context, 'ttl', async (name) => {
    const seconds = String(steps[step]!.seconds)
    const node = nodes.items.get(name)
    if (node === undefined || node.metadata.annotations?.[annotation] === seconds) return
    const body = { metadata: { annotations: { [annotation]: seconds } } }
    await context.client.json({ method: 'PATCH', path: `/api/v1/nodes/${name}`, body, unread: true })
  })
  return queue
}
