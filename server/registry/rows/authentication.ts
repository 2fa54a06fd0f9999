import { group } from './group.ts'

/** The rows of authentication.k8s.io. */
export const authenticationRows = group('authentication.k8s.io', {
  selfsubjectreviews: { gate: 'APISelfSubjectReview' },
})
