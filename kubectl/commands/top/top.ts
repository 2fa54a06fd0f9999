// Upstream: kubectl/pkg/cmd/top/{top,top_node,top_pod}.go
import type { NodeStatus } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { formatDuration } from '../../../component-base/go/duration.ts'
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import { type NodeUsage, nodeTable, type PodUsage, podTable } from './usage-tables.ts'

const api = '/apis/metrics.k8s.io/v1beta1'
/** Milliseconds that a pod may have no metrics for. */
const creationDelay = 120_000

/** `kubectl top node|pod`. Rejects as kubectl does where the server has no metrics. */
export async function top(session: Session, words: string[]): Promise<number> {
  const { flags, path, host } = session
  const ofNodes = path === 'top node'
  const sortBy = flags.string('sort-by')
  if (!['', 'cpu', 'memory'].includes(sortBy)) throw new KubectlError('--sort-by accepts only cpu or memory')
  const selects = flags.string('selector') !== '' || (!ofNodes && flags.string('field-selector') !== '')
  if (words.length === 1 && selects)
    throw new KubectlError(`only one of NAME or ${ofNodes ? '--selector' : 'selector'} can be provided`)
  if (words.length > 1) throw session.usageError(ofNodes ? 'node [NAME | -l label]' : 'pod [NAME | -l label]')
  const groups = await session.resources()
  if (!groups.some((r) => r.group === 'metrics.k8s.io')) throw new KubectlError('Metrics API not available')
  host.stdout(await (ofNodes ? topNodes(session, words[0]) : topPods(session, words[0])))
  return 0
}

/** What selects, as a query. */
function query({ flags, path }: Session): string {
  const given = ['label', ...(path === 'top pod' ? ['field'] : [])].map(
    (of) => [`${of}Selector`, flags.string(of === 'label' ? 'selector' : 'field-selector')] as const,
  )
  const text = new URLSearchParams(Object.fromEntries(given.filter(([, value]) => value !== '')))
  return text.size === 0 ? '' : `?${text}`
}

/** The object of a name, or all that are selected. */
async function read<T extends KubeObject>(
  session: Session,
  path: string,
  name: string | undefined,
): Promise<T[]> {
  const transport = await session.transport()
  if (name !== undefined) return [await transport.json<T>(`${path}/${encodeURIComponent(name)}`)]
  return (await transport.json<{ items: T[] }>(`${path}${query(session)}`)).items
}

async function topNodes(session: Session, name: string | undefined): Promise<string> {
  const { flags, minor } = session
  const metrics = await read<NodeUsage>(session, `${api}/nodes`, name)
  if (metrics.length === 0) throw new KubectlError('metrics not available yet')
  const nodes = await read<KubeObject & { status?: NodeStatus }>(session, '/api/v1/nodes', name)
  return nodeTable(metrics, nodes, {
    minor,
    noHeaders: flags.bool('no-headers'),
    sortBy: flags.string('sort-by'),
    capacity: flags.bool('show-capacity'),
    swap: session.changed('show-swap') && flags.bool('show-swap'),
  })
}

async function topPods(session: Session, name: string | undefined): Promise<string> {
  const { flags } = session
  const everywhere = name === undefined && flags.bool('all-namespaces')
  const within = everywhere ? '' : `/namespaces/${await session.namespace()}`
  const metrics = await read<PodUsage>(session, `${api}${within}/pods`, name)
  if (metrics.length === 0) {
    await sayWhyNone(session, within, name)
    return ''
  }
  return podTable(metrics, {
    noHeaders: flags.bool('no-headers'),
    sortBy: flags.string('sort-by'),
    containers: flags.bool('containers'),
    namespaces: flags.bool('all-namespaces'),
    sum: flags.bool('sum'),
    swap: session.changed('show-swap') && flags.bool('show-swap'),
  })
}

async function sayWhyNone(session: Session, within: string, name: string | undefined): Promise<void> {
  const { host, flags } = session
  const pods = await read<KubeObject>(session, `/api/v1${within}/pods`, name)
  if (pods.length === 0) {
    host.stderr(
      flags.bool('all-namespaces')
        ? 'No resources found\n'
        : `No resources found in ${await session.namespace()} namespace.\n`,
    )
    return
  }
  for (const { metadata } of pods) {
    const age = host.now() - Date.parse(metadata.creationTimestamp ?? '')
    if (age > creationDelay)
      throw new KubectlError(
        `Metrics not available for pod ${metadata.namespace}/${metadata.name}, age: ${formatDuration(age)}`,
      )
  }
  throw new KubectlError('metrics not available yet')
}
