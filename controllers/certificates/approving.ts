// Upstream: pkg/controller/certificates/approver/sarapprove.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { signerNames } from '../issuing.ts'
import {
  hasCondition,
  requestsPath,
  requestText,
  type StoredRequest,
  startForRequests,
} from './certificate-requests.ts'
import { clientRequestError } from './kubelet-requests.ts'

const own = {
  subresource: 'selfnodeclient',
  message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
}
const others = {
  subresource: 'nodeclient',
  message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
}

/** A request that was recognized and that its author may not make; it is tried again later. */
class NotApproved extends Error {}

/** Approves what kubelets ask for to speak to kube-apiserver, where those who ask may do so. */
export function startCertificateApproving(context: ControllerContext): Controller {
  const { client } = context
  return startForRequests(context, 'csrapproving', async (request) => {
    if (hasCondition(request, 'Approved') || hasCondition(request, 'Denied')) return
    const ways = await waysToApprove(request)
    for (const { subresource, message } of ways) {
      if (!(await mayCreate(context, request, subresource))) continue
      const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message }
      const status = { ...request.status, conditions: [...(request.status?.conditions ?? []), condition] }
      await client.update(`${requestsPath}/${request.metadata.name}/approval`, { ...request, status })
      return
    }
    const tried = ways.map(({ subresource }) => subresource).join(' ')
    if (tried !== '')
      throw new NotApproved(
        `recognized csr "${request.metadata.name}" as [${tried}] but subject access review was not approved`,
      )
  })
}

async function waysToApprove(request: StoredRequest): Promise<(typeof own)[]> {
  const { signerName, username, usages = [] } = request.spec
  if (signerName !== signerNames['kubelet-client']) return []
  const { readCertificateRequest } = await import('../../component-base/certificate-signing.ts')
  const read = readCertificateRequest(requestText(request))
  if (clientRequestError(read, usages) !== undefined) return []
  return username === read.commonName ? [own, others] : [others]
}

async function mayCreate(
  { client }: ControllerContext,
  { spec }: StoredRequest,
  subresource: string,
): Promise<boolean> {
  const { username, uid, groups, extra } = spec
  const resourceAttributes = {
    group: 'certificates.k8s.io',
    resource: 'certificatesigningrequests',
    verb: 'create',
    subresource,
    version: '*',
  }
  const review = await client.create<KubeObject>('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    spec: { user: username, uid, groups, extra, resourceAttributes },
  })
  return (review['status'] as { allowed?: boolean } | undefined)?.allowed === true
}
