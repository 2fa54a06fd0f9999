// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/client.go (ClientConfig)

/** A Service that is asked, and the path there. */
export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly path?: string
  /** Default: 443. */
  readonly port?: number
}

/** The URL or Service of a webhook, and the authorities of its certificates. */
export interface WebhookClientConfig {
  readonly url?: string | undefined
  readonly service?: ServiceReference | undefined
  /** PEM in base64; empty: authorities that the host trusts. */
  readonly caBundle?: string | undefined
  /** The name that certificates of the URL must be valid for; undefined: its host. */
  readonly serverName?: string | undefined
  /** Certificates are not looked at. */
  readonly skipsVerification?: boolean
}

/** An endpoint that is asked: what the URL in errors shows, and what TLS and the connection need. */
export interface Target {
  /** Scheme, host and port: `https://a.default.svc:443`. */
  readonly origin: string
  /** The path, with a leading slash. */
  readonly path: string
  readonly ca: string
  /** The name that certificates must be valid for, where it is not the host of the URL. */
  readonly serverName?: string | undefined
  readonly skipsVerification?: boolean
  /** Headers that every request to the webhook has. */
  readonly headers?: Readonly<Record<string, string>>
  readonly service?: ServiceReference
}

/** The target of a reference. Throws an Error with upstream's text. */
export function targetOf(config: WebhookClientConfig): Target {
  const { url, service, caBundle = '', serverName: name, skipsVerification = false } = config
  const ca = Buffer.from(caBundle, 'base64').toString('utf8').trim()
  if (service != null) {
    const serverName = `${service.name}.${service.namespace}.svc`
    const origin = `https://${serverName}:${service.port || 443}`
    return { origin, path: cleanPath(service.path ?? ''), ca, serverName, service }
  }
  if (!url) throw new Error('webhook configuration must have either service or URL')
  const parsed = new URL(url)
  const rest = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)
  const origin = `${parsed.protocol}//${rest?.[1] ?? parsed.host}`
  return { origin, path: cleanPath(parsed.pathname), ca, serverName: name, skipsVerification }
}

/** The path as Go's path.Join cleans it: no empty parts, no slash at the end. */
function cleanPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
