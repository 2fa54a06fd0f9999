// Upstream: pkg/routes/openidmetadata.go, pkg/serviceaccount/openidmetadata.go

import type { PublicKey } from '../../../component-base/signed-token.ts'
import {
  acceptsRoute,
  type EndpointAnswer,
  type EndpointRequest,
  notProduced,
  wrongMethod,
} from '../discovery/endpoint-answer.ts'
import { keySet } from './json-web-token.ts'

/** The issuers and keys that the OpenID documents show. */
export interface OpenIDOptions {
  readonly issuers: readonly string[]
  readonly publicKeys: readonly PublicKey[]
  /** --service-account-jwks-uri, or made from the server's address. */
  readonly keysURI: string
}

const keysType = 'application/jwk-set+json'

/** Answers the two documents of service account token discovery; they are there where the issuer is an https URL. */
export function openIDAnswer(
  options: OpenIDOptions,
  request: EndpointRequest,
  minor: number,
): EndpointAnswer | undefined {
  const keys = request.path === '/openid/v1/jwks'
  if (!keys && request.path !== '/.well-known/openid-configuration') return undefined
  if (!options.issuers[0]?.startsWith('https://')) return undefined
  if (request.method !== 'GET') throw wrongMethod()
  const contentType = keys ? keysType : 'application/json'
  requireAccepted(request, contentType, minor)
  const headers = { 'Cache-Control': 'public, max-age=3600' }
  if (keys) return { status: 200, headers, contentType, body: JSON.stringify(keySet(options.publicKeys)) }
  const body = {
    issuer: options.issuers[0],
    jwks_uri: options.keysURI,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(options.publicKeys.map((k) => k.algorithm))].sort(),
  }
  return { status: 200, headers, contentType, body: JSON.stringify(body) }
}

/** Throws 406 unless Accept takes the only type that a route produces. */
export function requireAccepted(request: EndpointRequest, contentType: string, minor: number): void {
  if (!acceptsRoute(request.headers.accept, [contentType])) throw notProduced([contentType], minor)
}
