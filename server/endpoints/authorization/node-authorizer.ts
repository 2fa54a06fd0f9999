// Upstream: plugin/pkg/auth/authorizer/node/node_authorizer.go
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { nodeOfUser, nodesGroup } from '../authentication/user-info.ts'
import type { Attributes, Authorizer, AuthorizerAnswer } from './attributes.ts'
import { type PolicyRule, ruleAllows } from './rbac-rules.ts'

const all = ['create', 'get', 'list', 'watch', 'update', 'patch', 'delete']
/** Upstream: plugin/pkg/auth/authorizer/rbac/bootstrappolicy NodeRules. */
const nodeRules: readonly PolicyRule[] = [
  { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
  {
    apiGroups: ['authorization.k8s.io'],
    resources: ['subjectaccessreviews', 'localsubjectaccessreviews'],
    verbs: ['create'],
  },
  { apiGroups: [''], resources: ['services'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['nodes'], verbs: ['create', 'get', 'list', 'watch', 'update', 'patch'] },
  { apiGroups: [''], resources: ['nodes/status'], verbs: ['update', 'patch'] },
  { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'update', 'patch'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch', 'create', 'delete'] },
  { apiGroups: [''], resources: ['pods/status'], verbs: ['update', 'patch'] },
  { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
  { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['persistentvolumeclaims', 'persistentvolumes'], verbs: ['get'] },
  { apiGroups: [''], resources: ['endpoints'], verbs: ['get'] },
  {
    apiGroups: ['certificates.k8s.io'],
    resources: ['certificatesigningrequests'],
    verbs: ['create', 'get', 'list', 'watch'],
  },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: all },
  { apiGroups: ['storage.k8s.io'], resources: ['volumeattachments'], verbs: ['get'] },
  { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] },
  { apiGroups: [''], resources: ['persistentvolumeclaims/status'], verbs: ['get', 'update', 'patch'] },
  { apiGroups: ['storage.k8s.io'], resources: ['csidrivers'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['storage.k8s.io'], resources: ['csinodes'], verbs: all },
  { apiGroups: ['node.k8s.io'], resources: ['runtimeclasses'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['resource.k8s.io'], resources: ['resourceclaims'], verbs: ['get'] },
  { apiGroups: ['resource.k8s.io'], resources: ['resourceslices'], verbs: all },
]

/**
 * What kubelets may do.
 * Deviates: which secrets, config maps and claims the pods of a node use is not looked at; a node may read all of them.
 */
export function nodeAuthorizer(gates: FeatureGateReader): Authorizer {
  const selectors = gateEnabled(gates, 'AuthorizeNodeWithSelectors')
  return {
    authorize(a: Attributes): AuthorizerAnswer {
      const node = a.user.groups.includes(nodesGroup) ? nodeOfUser(a.user.name) : undefined
      if (node === undefined) return { decision: 'noOpinion', reason: '' }
      if (a.resource === 'leases' && a.namespace !== 'kube-node-lease')
        return {
          decision: 'noOpinion',
          reason: 'can only access leases in the "kube-node-lease" system namespace',
        }
      if (a.resource === 'leases' && a.name !== '' && a.name !== node)
        return {
          decision: 'noOpinion',
          reason: 'can only access node lease with the same name as the requesting node',
        }
      if (selectors && a.resource === 'nodes' && a.verb === 'get' && a.name !== '' && a.name !== node)
        return {
          decision: 'noOpinion',
          reason: `node '${node}' cannot read '${a.name}', only its own Node object`,
        }
      return { decision: nodeRules.some((rule) => ruleAllows(rule, a)) ? 'allow' : 'noOpinion', reason: '' }
    },
    rulesFor: () => ({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      error: 'node authorizer does not support user rule resolution',
    }),
  }
}
