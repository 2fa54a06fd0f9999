// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (AuthenticateToken after the token is verified)
import type { JsonObject } from '../../../../apimachinery/json.ts'
import type { CelValue } from '../../../../cel/values/value.ts'
import type { UserInfo } from '../user-info.ts'
import { boolClaim, claimsValue, textClaim, textsClaim, textsOf, userValue } from './claims.ts'
import type { JWTAuthenticatorConfig, PrefixedClaimOrExpression } from './configuration.ts'
import { jwtDialect } from './dialect.ts'
import { evaluated, type Runnable, type Subject } from './expressions.ts'

/** The expressions of a configuration, compiled; those that it does not have are undefined or not in the list. */
export interface Expressions {
  readonly username: Runnable | undefined
  readonly groups: Runnable | undefined
  readonly uid: Runnable | undefined
  readonly extra: readonly { readonly key: string; readonly expression: Runnable }[]
  readonly claimRules: readonly Rule[]
  readonly userRules: readonly Rule[]
}
/** An expression that must hold, and what is told where it does not. */
export interface Rule {
  readonly expression: Runnable
  readonly message: string
}

/** The claims of a token, with the configuration and expressions that map them. */
interface Mapping {
  readonly config: JWTAuthenticatorConfig
  readonly expressions: Expressions
  readonly claims: JsonObject
  readonly minor: number
  readonly value: CelValue
}

function failing<T>(frame: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(`${frame}: ${(error as Error).message}`, { cause: error })
  }
}

/** The user that the claims of a verified token come to. Throws an Error with upstream's text. */
export function userOfClaims(
  config: JWTAuthenticatorConfig,
  expressions: Expressions,
  claims: JsonObject,
  minor: number,
): UserInfo {
  const mapping: Mapping = { config, expressions, claims, minor, value: claimsValue(claims, minor) }
  const name = usernameOf(mapping)
  const groups = groupsOf(mapping)
  const uid = uidOf(mapping)
  const extra = extraOf(mapping)
  const user: UserInfo = {
    name,
    groups,
    ...(uid === '' ? {} : { uid }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
  requireClaims(mapping)
  failing('oidc: error evaluating claim validation expression', () =>
    requireRules(expressions.claimRules, 'claims', mapping.value),
  )
  failing('oidc: error evaluating user info validation rule', () =>
    requireRules(expressions.userRules, 'user', userValue(user, minor)),
  )
  return user
}

const prefixed = ({ prefix = '' }: PrefixedClaimOrExpression, text: string): string => prefix + text

/** The text that an expression gives. */
function textBy(expression: Runnable, value: CelValue, what: string): string {
  return failing(`oidc: error evaluating ${what} claim expression`, () => {
    const result = evaluated(expression, 'claims', value)
    if (typeof result !== 'string') throw new Error(`${what} claim expression must return a string`)
    return result
  })
}

function usernameOf({ config, expressions, claims, value, minor }: Mapping): string {
  if (expressions.username !== undefined) {
    const name = textBy(expressions.username, value, 'username')
    if (name === '' && jwtDialect(minor).refusesEmptyUsers)
      throw new Error('oidc: empty username via CEL expression is not allowed')
    return name
  }
  const { username } = config.claimMappings
  const name = failing(`oidc: parse username claims ${JSON.stringify(username.claim)}`, () =>
    textClaim(claims, username.claim),
  )
  if (username.claim === 'email' && Object.hasOwn(claims, 'email_verified')) {
    const verified = failing("oidc: parse 'email_verified' claim", () => boolClaim(claims, 'email_verified'))
    if (!verified) throw new Error('oidc: email not verified')
  }
  return prefixed(username, name)
}

function groupsOf({ config, expressions, claims, value }: Mapping): string[] {
  const { groups } = config.claimMappings
  if (groups.claim !== '' && Object.hasOwn(claims, groups.claim))
    return failing(`oidc: parse groups claim ${JSON.stringify(groups.claim)}`, () =>
      textsClaim(claims, groups.claim).map((one) => prefixed(groups, one)),
    )
  const { groups: expression } = expressions
  if (expression === undefined) return []
  return failing('oidc: error evaluating group claim expression', () =>
    textsOf(evaluated(expression, 'claims', value)),
  )
}

function uidOf({ config, expressions, claims, value }: Mapping): string {
  const { claim } = config.claimMappings.uid
  if (claim !== '')
    return failing(`oidc: parse uid claim ${JSON.stringify(claim)}`, () => textClaim(claims, claim))
  return expressions.uid === undefined ? '' : textBy(expressions.uid, value, 'uid')
}

function extraOf({ expressions, claims, value, minor }: Mapping): Record<string, string[]> {
  const { jti } = claims
  const entries: [string, string[]][] =
    jwtDialect(minor).namesCredentials && typeof jti === 'string' && jti !== ''
      ? [['authentication.kubernetes.io/credential-id', [`JTI=${jti}`]]]
      : []
  const results = expressions.extra.map(
    ({ key, expression }) => [key, expression, evaluated(expression, 'claims', value)] as const,
  )
  for (const [key, { text }, result] of results) {
    const texts = failing(`oidc: error evaluating extra claim expression: ${text}`, () => textsOf(result))
    if (texts.length > 0) entries.push([key, texts])
  }
  return Object.fromEntries(entries)
}

function requireClaims({ config, claims }: Mapping): void {
  for (const { claim, requiredValue } of config.claimValidationRules) {
    if (claim === '') continue
    if (!Object.hasOwn(claims, claim))
      throw new Error(`oidc: required claim ${claim} not present in ID token`)
    const value = failing(`oidc: parse claim ${claim}`, () => textClaim(claims, claim))
    if (value !== requiredValue)
      throw new Error(
        `oidc: required claim ${claim} value does not match. Got = ${value}, want = ${requiredValue}`,
      )
  }
}

function requireRules(rules: readonly Rule[], subject: Subject, value: CelValue): void {
  const results = rules.map((rule) => [rule, evaluated(rule.expression, subject, value)] as const)
  for (const [{ expression, message }, result] of results) {
    if (typeof result !== 'boolean') throw new Error('validation expression must return a boolean')
    if (!result) throw new Error(`validation expression '${expression.text}' failed: ${message}`)
  }
}
