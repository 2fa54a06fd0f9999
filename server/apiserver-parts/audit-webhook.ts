// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (LoadKubeconfig)
import type { WebhookTarget } from '../audit/webhook-backend.ts'
import type { ReadFileSync } from '../options/check-files.ts'
import { authorizationHeader } from '../webhook/auth-info.ts'
import { webhookConnection } from '../webhook/kubeconfig.ts'

/** The server that a kubeconfig leads to. Throws an Error with client-go's text. @param minor of the release */
export function webhookTarget(path: string, read: ReadFileSync, minor: number): WebhookTarget {
  const { target, credentials } = webhookConnection(path, read, minor)
  const { cert, key } = credentials
  const tls = {
    ca: target.caBundle === '' ? undefined : Buffer.from(target.caBundle ?? '', 'base64').toString('utf8'),
    cert,
    key,
    servername: target.serverName,
  }
  return {
    url: target.url!,
    headers: authorizationHeader(credentials),
    tls: {
      ...Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined)),
      rejectUnauthorized: target.skipsVerification !== true,
    },
  }
}
