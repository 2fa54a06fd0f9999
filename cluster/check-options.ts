import { isDNS1123Subdomain } from '../apimachinery/validation/names.ts'
import { loadRelease } from '../component-base/release.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { ClusterOptions, NodeOptions } from './cluster-options.ts'

/**
 * Checks the options of a cluster before anything starts. Throws ClusterUsageError with the option's name,
 * UnknownReleaseError.
 * @returns the nodes
 */
export function checkOptions(options: ClusterOptions): readonly NodeOptions[] {
  const { plan, port, release, seed } = options
  if (release !== undefined) loadRelease(release, plan)
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new ClusterUsageError(`seed: ${seed} is not a whole number`)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new ClusterUsageError(`port: ${port} is not a number between 0 and 65535`)
  const nodes = nodeList(options.nodes)
  for (const [i, node] of nodes.entries()) {
    const where = `nodes[${i}]`
    const [problem] = isDNS1123Subdomain(node.name)
    if (problem !== undefined) throw new ClusterUsageError(`${where}.name: "${node.name}": ${problem}`)
    if (nodes.findIndex((other) => other.name === node.name) < i)
      throw new ClusterUsageError(`${where}.name: "${node.name}" is there already`)
    for (const text of [node.kubeletRelease, node.kubeProxyRelease])
      if (text !== undefined) loadRelease(text, plan)
  }
  return nodes
}

function nodeList(nodes: ClusterOptions['nodes'] = 1): readonly NodeOptions[] {
  if (typeof nodes === 'object') return nodes
  if (!Number.isInteger(nodes) || nodes < 0)
    throw new ClusterUsageError(`nodes: ${nodes} is not a number of nodes`)
  return Array.from({ length: nodes }, (_, i) => ({ name: `node-${i + 1}` }))
}
