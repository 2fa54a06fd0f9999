import { leaseRules } from '../lease/strategy.ts'
import { leaseCandidateRules } from '../leasecandidate/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import { group } from './group.ts'

/** The rows of coordination.k8s.io. */
export const coordinationRows = group('coordination.k8s.io', {
  leasecandidates: {
    rules: leaseCandidateRules,
    table: cluster.printLeaseCandidate,
    createOnUpdate: true,
    conditionalUpdate: true,
  },
  leases: { rules: leaseRules, table: cluster.printLease },
})
