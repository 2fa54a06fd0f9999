import { gateEnabled } from '../../featuregates/reader.ts'
import { type CreateOnly, createOnlyResources } from '../endpoints/authentication/create-only-resources.ts'
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import type { Authentication } from './authentication.ts'
import type { Foundation } from './foundation.ts'

/** Access and token reviews and token requests, which are answered and never stored. */
export function reviews(
  { config, clock }: Foundation,
  { authenticator, tokens, tokenOptions }: Authentication,
  authorizer: Authorizer,
): ReadonlyMap<string, CreateOnly> {
  const { audiences, flags, gates, release } = config
  return createOnlyResources({
    authenticator,
    authorizer,
    clock,
    minor: release.minor,
    audiences,
    selectors: gateEnabled(gates, 'AuthorizeWithSelectors'),
    tokenRequests: {
      tokens,
      token: tokenOptions,
      maxSeconds: flags.duration('service-account-max-token-expiration') / 1000,
      extend: flags.bool('service-account-extend-token-expiration', true),
      minor: release.minor,
    },
  })
}
