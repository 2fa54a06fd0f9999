// Upstream: plugin/pkg/admission/noderestriction/admission.go, pkg/auth/nodeidentifier/default.go
import { goQuote } from '../../../apimachinery/field-error.ts'
import { nodesGroup } from '../../endpoints/authentication/user-info.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { RequestContext, ServerContext } from '../../registry/generic/strategy.ts'
import type { AdmissionPlugin } from '../chain.ts'
import { forbid } from '../forbid.ts'
import { admitClaim } from './claim-status.ts'
import { admitNode } from './nodes.ts'
import { admitCertificateRequest, admitCSINode, admitLease, admitResourceSlice } from './own-objects.ts'
import { admitPodCertificateRequest } from './pod-certificates.ts'
import { admitPod } from './pods.ts'
import type { NodeRequest } from './request.ts'
import { admitToken } from './tokens.ts'

const prefix = 'system:node:'

/** The rule for writes by a node, by `group/resource`; throws where the write is not allowed. */
const rules: ReadonlyMap<string, (request: NodeRequest) => Promise<void> | void> = new Map([
  ['/pods', admitPod],
  ['/nodes', admitNode],
  ['/persistentvolumeclaims', admitClaim],
  ['/serviceaccounts', admitToken],
  ['coordination.k8s.io/leases', admitLease],
  ['storage.k8s.io/csinodes', admitCSINode],
  ['resource.k8s.io/resourceslices', admitResourceSlice],
  ['certificates.k8s.io/certificatesigningrequests', admitCertificateRequest],
  ['certificates.k8s.io/podcertificaterequests', admitPodCertificateRequest],
])

const nodeNameOf = ({ name, groups }: RequestContext['user']): string | undefined =>
  name.startsWith(prefix) && groups.includes(nodesGroup) ? name.slice(prefix.length) : undefined

/** Keeps kubelets to what is theirs: their Node, its pods, and what belongs to both. */
export function nodeRestriction({ storage }: ServerContext, authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'NodeRestriction',
    handles: (operation) => operation !== 'CONNECT',
    admit(attributes) {
      const { user, group, resource } = attributes.request
      const node = nodeNameOf(user)
      if (node === undefined) return
      if (node === '') throw forbid(attributes, `could not determine node from user ${goQuote(user.name)}`)
      return rules.get(`${group}/${resource}`)?.({ attributes, node, storage, authorizer })
    },
  }
}
