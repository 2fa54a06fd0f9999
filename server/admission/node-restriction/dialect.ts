// How releases differ in what NodeRestriction lets nodes do.
import { dialect, since } from '../../../featuregates/release-changes.ts'

/** Differences between releases in what NodeRestriction lets nodes do. */
export const nodeRestrictionDialect = dialect('noderestriction', {
  refusesAllReferences: since(
    34,
    'a mirror pod may refer to no object of the API, whatever the volume, and messages name the resource',
  ),
  refusesResourceClaims: since(31, 'a node may not create mirror pods with resourceClaims (KEP-4381)'),
  keepsExtendedClaims: since(
    34,
    'a node may not change status.extendedResourceClaimStatus of a pod (KEP-5004)',
  ),
  checksDeletedSlices: since(31, 'a node may delete its own ResourceSlices only (KEP-4381)'),
  keepsOwnerReferences: since(31, 'a node may not change its ownerReferences'),
  asksAuthorizerForAudience: since(
    33,
    'a node may ask for tokens of audiences that RBAC allows: request-serviceaccounts-token-audience (KEP-4412)',
  ),
})
