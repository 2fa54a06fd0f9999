// top: there is no metrics server here.
// Upstream: kubectl/pkg/cmd/top/top.go
import { KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'

export async function top(session: Session): Promise<number> {
  const groups = await session.resources()
  if (!groups.some((r) => r.group === 'metrics.k8s.io')) throw new KubectlError('Metrics API not available')
  throw new KubectlError('metrics not available yet')
}
