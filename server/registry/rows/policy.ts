import { disruptionBudgetRules } from '../poddisruptionbudget/strategy.ts'
import { podSecurityPolicyRules } from '../podsecuritypolicy/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import * as work from '../tables/workloads.ts'
import { group } from './group.ts'

/** The rows of policy. */
export const policyRows = group('policy', {
  poddisruptionbudgets: {
    rules: disruptionBudgetRules,
    table: work.printPodDisruptionBudget,
    generation: true,
    conditionalUpdate: true,
  },
  podsecuritypolicies: {
    rules: podSecurityPolicyRules,
    table: cluster.printPodSecurityPolicy,
    answersDeleted: true,
    keyPrefix: 'podsecuritypolicy',
  },
})
