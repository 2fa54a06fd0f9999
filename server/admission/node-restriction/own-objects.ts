// Upstream: plugin/pkg/admission/noderestriction/admission.go (admitLease, admitCSINode, admitResourceSlice, admitCSR)

import type { CertificateSigningRequest } from '../../../api/certificates-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subjectOf } from '../certificates.ts'
import { forbid } from '../forbid.ts'
import { nodeRestrictionDialect } from './dialect.ts'
import type { NodeRequest } from './request.ts'

const leaseNamespace = 'kube-node-lease'

/** The name of the object that is written: in a creation the object's own, else the name in the path. */
const nameOf = ({ attributes: { operation, object, request } }: NodeRequest): string =>
  operation === 'CREATE' ? (object?.metadata.name ?? '') : request.name

/** Throws 403 for a Lease other than the node's own in kube-node-lease. */
export function admitLease(request: NodeRequest): void {
  if (request.attributes.request.namespace !== leaseNamespace)
    throw forbid(request.attributes, `can only access leases in the "${leaseNamespace}" system namespace`)
  if (nameOf(request) !== request.node)
    throw forbid(request.attributes, 'can only access node lease with the same name as the requesting node')
}

/** Throws 403 for a CSINode other than the node's own. */
export function admitCSINode(request: NodeRequest): void {
  if (nameOf(request) !== request.node)
    throw forbid(request.attributes, 'can only access CSINode with the same name as the requesting node')
}

/** Slices of other nodes; what is between is the authorizer's work. */
export function admitResourceSlice({ attributes, node }: NodeRequest): void {
  const { operation, object, oldObject, request } = attributes
  const refuse = (slice: KubeObject | undefined, verb: string): void => {
    const spec = slice?.['spec'] as { nodeName?: string } | undefined
    // @note Up to 1.30 the field was not in a spec.
    if ((spec?.nodeName ?? slice?.['nodeName']) === node) return
    throw forbid(attributes, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`)
  }
  if (operation === 'CREATE') refuse(object, 'create')
  if (operation === 'DELETE' && nodeRestrictionDialect(request.server.release.minor).checksDeletedSlices)
    refuse(oldObject, 'delete')
}

const signers = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet']

/** Throws 403 for a request of a kubelet's certificate with another node's name. */
export function admitCertificateRequest({ attributes, node }: NodeRequest): void {
  const { operation, request, object } = attributes
  if (gateEnabled(request.server.gates, 'AllowInsecureKubeletCertificateSigningRequests')) return
  const signer = (object as unknown as CertificateSigningRequest | undefined)?.spec?.signerName ?? ''
  if (operation !== 'CREATE' || !signers.includes(signer)) return
  if (subjectOf(attributes, 'unable to parse csr').commonName === `system:node:${node}`) return
  throw forbid(attributes, `can only create a node CSR with CN=system:node:${node}`)
}
