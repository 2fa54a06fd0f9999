// How releases differ in nodes.
import { dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in the validation of Nodes. */
export const nodeDialect = dialect('nodes', {
  keepsHandlersOfUserNamespaces: since(
    31,
    'status.runtimeHandlers of a node stays also where only UserNamespacesSupport is on (KEP-127)',
  ),
  checksSwap: since(33, 'status.nodeInfo.swap.capacity of a new node is validated (KEP-2400)'),
  checksDeclaredFeatures: since(35, 'status.declaredFeatures of a node is validated (KEP-5328)'),
  countsBadCIDR: since(
    27,
    'the internal error on podCIDRs that are no CIDRs tells which of them is meant: "invalid CIDR[1]: …"',
  ),
  refusesDuplicateCIDRs: until(
    33,
    'two equal podCIDRs of a node are no duplicates too, only two of one family',
  ),
})
