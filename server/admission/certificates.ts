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
  async validate(attributes) {
    if (!concerns(attributes, 'approval')) return
    const signer = asRequest(attributes.oldObject).spec?.signerName ?? ''
    if (await mayActFor(authorizer, attributes.request.user, 'approve', signer)) return
    throw forbid(attributes, `user not permitted to approve requests with signerName ${goQuote(signer)}`)
  },
})

/** The plugin CertificateSigning: whoever writes a certificate or conditions must be allowed to sign for the signer. */
export const certificateSigning = (authorizer: Authorizer): AdmissionPlugin => ({
  name: 'CertificateSigning',
  handles: (operation) => operation === 'UPDATE',
  async validate(attributes) {
    if (!concerns(attributes, 'status')) return
    const [now, old] = [asRequest(attributes.object), asRequest(attributes.oldObject)]
    const sameCertificate = (now.status?.certificate ?? '') === (old.status?.certificate ?? '')
    if (sameCertificate && semanticDeepEqual(now.status?.conditions, old.status?.conditions)) return
    const signer = old.spec?.signerName ?? ''
    if (await mayActFor(authorizer, attributes.request.user, 'sign', signer)) return
    throw forbid(attributes, `user not permitted to sign requests with signerName ${goQuote(signer)}`)
  },
})

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
  async validate(attributes) {
    const { request, object, oldObject, operation } = attributes
    if (request.group !== 'certificates.k8s.io' || request.resource !== 'clustertrustbundles') return
    if (!gateEnabled(request.server.gates, 'ClusterTrustBundle')) return
    const signer = (object?.['spec'] as { signerName?: string } | undefined)?.signerName ?? ''
    if (signer === '') return
    if (operation === 'UPDATE' && changesOnlyGarbageCollection(object!, oldObject)) return
    if (await mayActFor(authorizer, request.user, 'attest', signer)) return
    throw forbid(attributes, `user not permitted to attest for signerName ${goQuote(signer)}`)
  },
})
