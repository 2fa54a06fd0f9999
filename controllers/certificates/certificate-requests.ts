// Upstream: pkg/controller/certificates/certificate_controller.go, pkg/controller/certificates/certificate_controller_utils.go
import type { CertificateSigningRequestCondition } from '../../api/certificates-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Informer } from '../../client/informer.ts'
import { type Controller, type ControllerContext, keyOf, ReconcileQueue } from '../controller.ts'

/** A CertificateSigningRequest as the server stores it. */
export interface StoredRequest extends KubeObject {
  spec: {
    /** Base64 of a PEM text. */
    request: string
    signerName: string
    expirationSeconds?: number
    usages?: string[]
    username?: string
    uid?: string
    groups?: string[]
    extra?: Record<string, string[]>
  }
  status?: { conditions?: CertificateSigningRequestCondition[]; certificate?: string }
}

/** The collection of CertificateSigningRequests. */
export const requestsPath = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

/** Whether a condition of the type is True. */
export const hasCondition = ({ status }: StoredRequest, type: string): boolean =>
  (status?.conditions ?? []).some((one) => one.type === type && one.status === 'True')

/** The PEM text of a request. */
export const requestText = ({ spec }: StoredRequest): string =>
  Buffer.from(spec.request, 'base64').toString('latin1')

/** Calls `handle` with each request that changes while it has no certificate. */
export function startForRequests(
  context: ControllerContext,
  name: string,
  handle: (request: StoredRequest) => Promise<void>,
): Controller {
  const requests: Informer = context.informers.on(requestsPath, {
    onChange: (request) => queue.add(keyOf(request)),
  })
  const queue = new ReconcileQueue(context, name, async (key) => {
    const request = requests.items.get(key) as StoredRequest | undefined
    if (request !== undefined && (request.status?.certificate ?? '') === '') await handle(request)
  })
  return queue
}
