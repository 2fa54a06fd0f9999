// top: there is no metrics server here.
// Upstream: kubectl/pkg/cmd/top/top.go
import { KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'

/** `kubectl top`: rejects as kubectl does where the server has no metrics. */
export async function top(session: Session, words: string[]): Promise<number> {
  const { flags, path } = session
  const sortBy = flags.string('sort-by')
  if (!['', 'cpu', 'memory'].includes(sortBy)) throw new KubectlError('--sort-by accepts only cpu or memory')
  if (words.length > 1 || (words.length === 1 && flags.string('selector') !== ''))
    throw session.usageError(path === 'top node' ? 'node [NAME | -l label]' : 'pod [NAME | -l label]')
  const groups = await session.resources()
  if (!groups.some((r) => r.group === 'metrics.k8s.io')) throw new KubectlError('Metrics API not available')
  throw new KubectlError('metrics not available yet')
}
