// Upstream: pkg/kubelet/kubelet_node_status.go (registerWithAPIServer)
import { isAlreadyExists } from '../client/rest-client.ts'
import type { KubeletOptions } from './kubelet-options.ts'
import { initialNode, reconcileNode } from './node-status/initial-node.ts'
import type { Node } from './node-status/node.ts'
import { patchNodeStatus } from './node-status/patch-node-status.ts'
import type { Pause } from './pause.ts'

/** Creates the Node or brings an existing one up to date; tries until it succeeds. Undefined where the kubelet stops before. */
export async function registerNode(options: KubeletOptions, pause: Pause): Promise<Node | undefined> {
  options.logger.logS('I', 'Attempting to register node', { node: options.nodeName })
  for (let ms = 100; !pause.stopped; ms = Math.min(2 * ms, 7000)) {
    try {
      return await tryRegister(options)
    } catch (error) {
      if (pause.stopped) return undefined
      options.logger.logS('E', 'Unable to register node with API server', {
        err: (error as Error).message,
        node: options.nodeName,
      })
      await pause.for(ms)
    }
  }
  return undefined
}

async function tryRegister(options: KubeletOptions): Promise<Node> {
  const { client, nodeName, logger } = options
  try {
    const body = initialNode(options, { csiNodeReady: false, images: [] })
    const created = await client.json<Node>({ method: 'POST', path: '/api/v1/nodes', body, shared: true })
    logger.logS('I', 'Successfully registered node', { node: nodeName })
    return created
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
  }
  const existing = await client.get<Node>(`/api/v1/nodes/${nodeName}`, undefined, { shared: true })
  const wanted = reconcileNode(existing, options)
  const node = wanted === existing ? existing : await patchNodeStatus(options, existing, wanted, '')
  logger.logS('I', 'Node was previously registered', { node: nodeName })
  return node
}
