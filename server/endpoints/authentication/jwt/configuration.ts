// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/types.go (AuthenticationConfiguration)

/** A claim of a token, or an expression on its claims. Empty texts: there is none. */
export interface ClaimOrExpression {
  readonly claim: string
  readonly expression: string
}
/** A claim may get a prefix; undefined: none was given. */
export interface PrefixedClaimOrExpression extends ClaimOrExpression {
  readonly prefix: string | undefined
}
/** A key of the user's extra fields, and the expression that gives its values. */
export interface ExtraMapping {
  readonly key: string
  readonly valueExpression: string
}
/** The mappings from a token's claims to the fields of its user. */
export interface ClaimMappings {
  readonly username: PrefixedClaimOrExpression
  readonly groups: PrefixedClaimOrExpression
  readonly uid: ClaimOrExpression
  readonly extra: readonly ExtraMapping[]
}
/** A claim with its required value, or an expression that must hold. */
export interface ClaimValidationRule extends ClaimOrExpression {
  readonly requiredValue: string
  readonly message: string
}
/** An expression on the user that must hold. */
export interface UserValidationRule {
  readonly expression: string
  readonly message: string
}
/** An issuer of tokens. Empty texts: not given. */
export interface Issuer {
  readonly url: string
  readonly discoveryURL: string
  /** PEM */
  readonly certificateAuthority: string
  readonly audiences: readonly string[]
  readonly audienceMatchPolicy: string
  readonly egressSelectorType: string
}
/** The issuer, rules and mappings by which tokens of one issuer are authenticated. */
export interface JWTAuthenticatorConfig {
  readonly issuer: Issuer
  readonly claimValidationRules: readonly ClaimValidationRule[]
  readonly claimMappings: ClaimMappings
  readonly userValidationRules: readonly UserValidationRule[]
}
/** Whether, and at which paths, requests without credentials are accepted. */
export interface AnonymousConfig {
  readonly enabled: boolean
  /** The paths that may be requested anonymously; empty: all paths. */
  readonly conditions: readonly { readonly path: string }[]
}
/** A configuration of authentication, complete. */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JWTAuthenticatorConfig[]
  readonly anonymous: AnonymousConfig | undefined
}

/** The algorithms that tokens may be signed with, sorted. */
export const signingAlgorithms: readonly string[] = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
]

/** Whether a request without credentials may ask for a path; undefined: none may. */
export function anonymousPaths({
  enabled,
  conditions,
}: AnonymousConfig): ((path: string) => boolean) | undefined {
  if (!enabled) return undefined
  const paths = new Set(conditions.map(({ path }) => path))
  return (path) => paths.size === 0 || paths.has(path)
}
