// Upstream: plugin/pkg/admission/certificates/{approval,signing,subjectrestriction,ctbattest}/admission.go

import type { CertificateSigningRequest } from '../../api/certificates-v1.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import {
  type CertificateSubject,
  parseCertificateRequest,
} from '../registry/certificatesigningrequest/certificate-request.ts'
import { CertificateRequestError } from '../registry/certificatesigningrequest/der.ts'
import { semanticDeepEqual } from '../registry/core/semantic-deep-equal.ts'
import { mayActFor } from './authorized-signer.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'
import { changesOnlyGarbageCollection } from './garbage-collection-fields.ts'

const certificateRequests = new Set(['certificates.k8s.io/certificatesigningrequests'])
const concerns = ({ request }: AdmissionAttributes, subresource: string): boolean =>
  request.group === 'certificates.k8s.io' &&
  request.resource === 'certificatesigningrequests' &&
  request.subresource === subresource

const asRequest = (object: KubeObject | undefined): CertificateSigningRequest =>
  (object ?? {}) as unknown as CertificateSigningRequest

/** The plugin CertificateApproval: an approver must be allowed to approve for the signer that the stored request names. */
export const certificateApproval = (authorizer: Authorizer): AdmissionPlugin => ({
  name: 'CertificateApproval',
  handles: (operation) => operation === 'UPDATE',
  validate(attributes) {
    if (!concerns(attributes, 'approval')) return undefined
    return checkActor(authorizer, attributes, 'approve', asRequest(attributes.oldObject).spec?.signerName)
  },
})

/** The plugin CertificateSigning: whoever writes a certificate or conditions must be allowed to sign for the signer. */
export const certificateSigning = (authorizer: Authorizer): AdmissionPlugin => ({
  name: 'CertificateSigning',
  handles: (operation) => operation === 'UPDATE',
  validate(attributes) {
    if (!concerns(attributes, 'status')) return undefined
    const [now, old] = [asRequest(attributes.object), asRequest(attributes.oldObject)]
    const sameCertificate = (now.status?.certificate ?? '') === (old.status?.certificate ?? '')
    if (sameCertificate && semanticDeepEqual(now.status?.conditions, old.status?.conditions)) return undefined
    return checkActor(authorizer, attributes, 'sign', old.spec?.signerName)
  },
})

/** Throws 403 where the user may not do this for a signer. @param what as the message has it */
async function checkActor(
  authorizer: Authorizer,
  attributes: AdmissionAttributes,
  verb: 'approve' | 'sign' | 'attest',
  signer = '',
  what = 'requests with',
): Promise<void> {
  if (await mayActFor(authorizer, attributes.request.user, verb, signer)) return
  throw forbid(attributes, `user not permitted to ${verb} ${what} signerName ${goQuote(signer)}`)
}

/** The subject that a request asks for. Throws 403 with `trouble` before what is wrong. */
export function subjectOf(attributes: AdmissionAttributes, trouble: string): CertificateSubject {
  try {
    return parseCertificateRequest(asRequest(attributes.object).spec?.request ?? '')
  } catch (error) {
    if (error instanceof CertificateRequestError) throw forbid(attributes, `${trouble}: ${error.message}`)
    throw error
  }
}

const clientSigner = 'kubernetes.io/kube-apiserver-client'
const masters = 'system:masters'

/** Nobody asks for a client certificate of the group that may do everything. */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  handles: (operation) => operation === 'CREATE',
  resources: certificateRequests,
  validate(attributes) {
    if (!concerns(attributes, '') || asRequest(attributes.object).spec?.signerName !== clientSigner) return
    if (!subjectOf(attributes, 'failed to parse CSR').organizations.includes(masters)) return
    throw forbid(attributes, `use of ${clientSigner} signer with ${masters} group is not allowed`)
  },
}

/** The plugin ClusterTrustBundleAttest: whoever writes a signer's bundle must be allowed to attest for the signer. */
export const clusterTrustBundleAttest = (authorizer: Authorizer): AdmissionPlugin => ({
  name: 'ClusterTrustBundleAttest',
  handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
  validate(attributes) {
    const { request, object, oldObject, operation } = attributes
    if (request.group !== 'certificates.k8s.io' || request.resource !== 'clustertrustbundles')
      return undefined
    if (!gateEnabled(request.server.gates, 'ClusterTrustBundle')) return undefined
    const signer = (object?.['spec'] as { signerName?: string } | undefined)?.signerName ?? ''
    if (signer === '') return undefined
    if (operation === 'UPDATE' && changesOnlyGarbageCollection(object!, oldObject)) return undefined
    return checkActor(authorizer, attributes, 'attest', signer, 'for')
  },
})
