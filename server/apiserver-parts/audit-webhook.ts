// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (LoadKubeconfig)
import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import type { WebhookTarget } from '../audit/webhook-backend.ts'
import type { ReadFileSync } from '../options/check-files.ts'

interface Named<T> {
  readonly name?: string
  readonly cluster?: T
  readonly user?: T
  readonly context?: T
}
type Texts = Readonly<Record<string, string | undefined>>

interface Kubeconfig {
  readonly 'current-context'?: string
  readonly clusters?: readonly Named<Texts & { readonly 'insecure-skip-tls-verify'?: boolean }>[]
  readonly users?: readonly Named<Texts>[]
  readonly contexts?: readonly Named<Texts>[]
}

/** The server that a kubeconfig's current context leads to. Throws where a file cannot be read, or names none. */
export function webhookTarget(path: string, read: ReadFileSync): WebhookTarget {
  const config = (parseYaml(read(path)).value ?? {}) as Kubeconfig
  const context = config.contexts?.find(({ name }) => name === config['current-context'])?.context
  const cluster = config.clusters?.find(({ name }) => name === context?.['cluster'])?.cluster ?? {}
  const user = config.users?.find(({ name }) => name === context?.['user'])?.user ?? {}
  const url = cluster['server']
  if (url === undefined || url === '')
    throw new Error(
      'invalid configuration: no server address has been provided: name the webhook in clusters[].cluster.server',
    )
  const text = (from: Texts, key: string): string | undefined => {
    const data = from[`${key}-data`]
    if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8')
    const file = from[key]
    return file === undefined || file === '' ? undefined : read(file)
  }
  const token =
    user['token'] ?? (user['tokenFile'] === undefined ? undefined : read(user['tokenFile']).trim())
  const basic = user['username'] === undefined ? undefined : `${user['username']}:${user['password'] ?? ''}`
  const tls = {
    ca: text(cluster, 'certificate-authority'),
    cert: text(user, 'client-certificate'),
    key: text(user, 'client-key'),
    servername: cluster['tls-server-name'],
  }
  return {
    url,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(basic === undefined ? {} : { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
    },
    tls: {
      ...Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined)),
      rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
    },
  }
}
