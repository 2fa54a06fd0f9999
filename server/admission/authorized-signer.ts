// Upstream: pkg/certauthorization/certauthorization.go
import { type Authorizer, allows, resourceAttributes } from '../endpoints/authorization/attributes.ts'
import type { RequestContext } from '../registry/generic/strategy.ts'

/** Whether the user may do this for a signer: for it by name, or for all of its domain. */
export async function mayActFor(
  authorizer: Authorizer,
  user: RequestContext['user'],
  verb: 'approve' | 'sign' | 'attest',
  signerName: string,
): Promise<boolean> {
  for (const name of [signerName, `${signerName.split('/')[0]}/*`]) {
    const wanted = { apiGroup: 'certificates.k8s.io', apiVersion: '*', resource: 'signers', name }
    if (await allows(authorizer, resourceAttributes(user, verb, wanted))) return true
  }
  return false
}
