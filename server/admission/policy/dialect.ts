// How releases differ in admission by policies.
import { dialect, since } from '../../../featuregates/release-changes.ts'

/** Differences between releases in what policies do. */
export const policyDialect = dialect('admission policies', {
  leavesOutReviews: since(
    30,
    'policies are not asked about reviews (SubjectAccessReview, TokenReview and the like)',
  ),
  selectsParams: since(
    28,
    'policies find their parameters in the namespace of the request, or by a selector, and may do without',
  ),
  actsByBinding: since(27, 'a ValidatingAdmissionPolicyBinding says what is done (validationActions)'),
})
