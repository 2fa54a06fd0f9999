// How releases differ in ServiceCIDRs.
import { dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in ServiceCIDRs. */
export const serviceCIDRDialect = dialect('servicecidrs', {
  extendsCIDRs: since(
    33,
    'a ServiceCIDR of one family can get a second CIDR, and errors tell which of its CIDRs changed (KEP-1880)',
  ),
  validatesUpdatesAsNew: until(33, 'an updated ServiceCIDR is no longer validated as a new one before'),
  keepsMetaOfStatus: since(32, 'a write of the status of a ServiceCIDR leaves its metadata alone'),
  resetsFields: since(
    36,
    'a manager owns no field of a ServiceCIDR that a write through /status, or beside it, cannot set',
  ),
})
