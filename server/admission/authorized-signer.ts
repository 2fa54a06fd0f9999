// Upstream: pkg/certauthorization/certauthorization.go
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import { resourceAttributes } from '../endpoints/authorization/attributes.ts'
import type { RequestContext } from '../registry/generic/strategy.ts'

/** Whether the user may do this for a signer: for it by name, or for all of its domain. */
export function mayActFor(
  authorizer: Authorizer,
  user: RequestContext['user'],
  verb: 'approve' | 'sign' | 'attest',
  signerName: string,
): boolean {
  return [signerName, `${signerName.split('/')[0]}/*`].some((name) => {
    const wanted = { apiGroup: 'certificates.k8s.io', apiVersion: '*', resource: 'signers', name }
    return authorizer.authorize(resourceAttributes(user, verb, wanted)).decision === 'allow'
  })
}
