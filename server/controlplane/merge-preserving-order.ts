// Upstream: staging/src/k8s.io/apimachinery/pkg/util/sort/sort.go (MergePreservingRelativeOrder)

interface Node {
  readonly followers: Set<string>
  before: number
}

/**
 * All names of the lists, each once: what stands before another in a list does so in the answer, and otherwise they are in the
 * order of their names, as are all where the lists contradict each other. A list that has them all is the answer.
 */
export function mergePreservingOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const graph = graphOf(lists)
  const whole = lists.find((list) => list.length === graph.size && new Set(list).size === list.length)
  return whole ?? sorted(graph) ?? [...graph.keys()].sort()
}

function graphOf(lists: readonly (readonly string[])[]): Map<string, Node> {
  const graph = new Map<string, Node>()
  const nodeOf = (name: string): Node => {
    let node = graph.get(name)
    if (node === undefined) {
      node = { followers: new Set(), before: 0 }
      graph.set(name, node)
    }
    return node
  }
  for (const list of lists)
    for (const [i, name] of list.entries()) {
      const node = nodeOf(name)
      const next = list[i + 1]
      if (next === undefined || node.followers.has(next)) continue
      node.followers.add(next)
      nodeOf(next).before++
    }
  return graph
}

/** Undefined where the lists contradict each other. */
function sorted(graph: ReadonlyMap<string, Node>): string[] | undefined {
  const result: string[] = []
  const free = [...graph].filter(([, { before }]) => before === 0).map(([name]) => name)
  while (free.length > 0) {
    const [name] = free.sort().splice(0, 1)
    result.push(name!)
    for (const follower of graph.get(name!)!.followers) {
      const node = graph.get(follower)!
      if (--node.before === 0) free.push(follower)
    }
  }
  return result.length === graph.size ? result : undefined
}
