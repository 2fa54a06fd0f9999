// Upstream: kubectl/pkg/cmd/clusterinfo/clusterinfo.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

const line = (title: string, link: string): string => `${title} is running at ${link}\n`
/** Green and yellow, whatever it prints to. */
const coloredLine = (title: string, link: string): string =>
  line(`\x1b[0;32m${title}\x1b[0m`, `\x1b[0;33m${link}\x1b[0m`)

/** `kubectl cluster-info`: the server's URL, and those of kube-system's services labelled as cluster services. */
export async function clusterInfo(session: Session): Promise<number> {
  const transport = await session.transport()
  const { server } = transport.config
  const isRunning = commandDialect(session.minor).colorsClusterInfo ? coloredLine : line
  const services = await transport.json<{ items: KubeObject[] }>(
    '/api/v1/namespaces/kube-system/services?labelSelector=kubernetes.io%2Fcluster-service%3Dtrue',
  )
  const lines = services.items.map((service) => {
    const { name = '', namespace = '', labels } = service.metadata
    const title = labels?.['kubernetes.io/name'] ?? name
    const port = (service['spec'] as { ports?: { name?: string }[] } | undefined)?.ports?.[0]?.name
    const link = `${server}/api/v1/namespaces/${namespace}/services/${name}${port === undefined ? '' : `:${port}`}/proxy`
    return isRunning(title, link)
  })
  session.host.stdout(
    `${isRunning('Kubernetes control plane', server)}${lines.join('')}\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n`,
  )
  return 0
}
