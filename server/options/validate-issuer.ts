// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/validation/validation.go (validateIssuer)

import { type FieldError, type FieldPath, field } from '../../apimachinery/field-error.ts'
import { badValue } from '../../apimachinery/go-print/bad-value.ts'
import { urlError } from '../../component-base/go/parse-url.ts'
import { trimRight } from '../../component-base/go/quote.ts'
import { certificatesError } from '../../component-base/go/x509.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import type { Issuer } from '../endpoints/authentication/jwt/configuration.ts'
import { optionsDialect } from './dialect.ts'

/** The release, gates and issuers that a configuration is validated with. */
export interface AuthenticationRules {
  readonly minor: number
  readonly gates: FeatureGateReader
  /** URLs that no issuer may have. */
  readonly disallowed: readonly string[]
}

/** The gate of most fields of a configuration. */
export const structured = 'StructuredAuthenticationConfiguration'
/** Words of findings about what the gate allows: `… is not supported when …`. */
export const withoutGate = (what: string): string =>
  `${what} not supported when ${structured} feature gate is disabled`.trimStart()

/** The findings about where an issuer is, and whom its tokens are for. */
export function validateIssuer(issuer: Issuer, path: FieldPath, rules: AuthenticationRules): FieldError[] {
  return [
    ...validateURLs(issuer, path, rules),
    ...validateAudiences(issuer, path, rules),
    ...validateAuthority(issuer.certificateAuthority, path.child('certificateAuthority')),
    ...validateEgress(issuer.egressSelectorType, path.child('egressSelectorType'), rules),
  ]
}

/** Whether fields of StructuredAuthenticationConfiguration are refused, as the release asks for the gate and it is off. */
const lacksGate = ({ minor, gates }: AuthenticationRules): boolean =>
  optionsDialect(minor).reservesExtraKeys && !gateEnabled(gates, structured)

function validateURLs(
  { url, discoveryURL }: Issuer,
  path: FieldPath,
  rules: AuthenticationRules,
): FieldError[] {
  const { tersely } = optionsDialect(rules.minor)
  const own =
    url === ''
      ? [field.required(path.child('url'), tersely ? '' : 'URL is required')]
      : validateURL(url, path.child('url'), rules.disallowed)
  if (discoveryURL === '') return own
  const at = path.child('discoveryURL')
  const trimmed = (text: string): string => trimRight(text, '/')
  return [
    ...own,
    ...(lacksGate(rules) ? [field.invalid(at, discoveryURL, withoutGate('discoveryURL is'))] : []),
    ...(url !== '' && trimmed(url) === trimmed(discoveryURL)
      ? [field.invalid(at, discoveryURL, 'discoveryURL must be different from URL')]
      : []),
    ...validateURL(discoveryURL, at, []),
  ]
}

function validateURL(url: string, path: FieldPath, disallowed: readonly string[]): FieldError[] {
  const invalid = (why: string): FieldError => field.invalid(path, url, why)
  const errors = disallowed.includes(url)
    ? [
        invalid(
          `URL must not overlap with disallowed issuers: [${[...new Set(disallowed)].sort().join(' ')}]`,
        ),
      ]
    : []
  const bad = urlError(url, false)
  if (bad !== undefined) return [...errors, invalid(bad)]
  const [, scheme = ''] = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(url) ?? []
  const authority = /^[^/?#]*\/\/([^/?#]*)/.exec(url)?.[1] ?? ''
  const [front, fragment = ''] = url.split(/#(.*)/s)
  const query = front!.split(/\?(.*)/s)[1] ?? ''
  if (scheme.toLowerCase() !== 'https') errors.push(invalid('URL scheme must be https'))
  if (authority.includes('@')) errors.push(invalid('URL must not contain a username or password'))
  if (query !== '') errors.push(invalid('URL must not contain a query'))
  if (fragment !== '') errors.push(invalid('URL must not contain a fragment'))
  return errors
}

function validateAudiences(
  { audiences, audienceMatchPolicy: policy }: Issuer,
  path: FieldPath,
  rules: AuthenticationRules,
): FieldError[] {
  const at = path.child('audiences')
  const { tersely, severalIssuers } = optionsDialect(rules.minor)
  if (audiences.length === 0) return [field.required(at, `at least one ${at} is required`)]
  if (!severalIssuers && audiences.length > 1) return [field.tooMany(at, audiences.length, 1)]
  const several = audiences.length > 1
  const errors: FieldError[] = []
  if (several && lacksGate(rules))
    errors.push(
      field.invalid(at, badValue(audiences, '[]string', rules.minor), withoutGate('multiple audiences are')),
    )
  audiences.forEach((audience, i) => {
    if (audience === '') errors.push(field.required(at.index(i), tersely ? '' : "audience can't be empty"))
    if (severalIssuers && audiences.indexOf(audience) < i) errors.push(field.duplicate(at.index(i), audience))
  })
  const policyAt = path.child('audienceMatchPolicy')
  if (several && policy !== 'MatchAny')
    errors.push(
      field.invalid(policyAt, policy, 'audienceMatchPolicy must be MatchAny for multiple audiences'),
    )
  if (!several && policy !== '' && policy !== 'MatchAny')
    errors.push(
      field.invalid(policyAt, policy, 'audienceMatchPolicy must be empty or MatchAny for single audience'),
    )
  return errors
}

function validateAuthority(pem: string, path: FieldPath): FieldError[] {
  const why = pem === '' ? undefined : certificatesError(pem)
  return why === undefined ? [] : [field.invalid(path, '<omitted>', why)]
}

function validateEgress(type: string, path: FieldPath, { gates }: AuthenticationRules): FieldError[] {
  if (type === '') return []
  const gate = `${structured}EgressSelector`
  const off = (name: string): FieldError[] =>
    gateEnabled(gates, name)
      ? []
      : [field.invalid(path, type, `egress selector is not supported when ${name} feature gate is disabled`)]
  return [
    ...off(structured),
    ...off(gate),
    ...(type === 'controlplane' || type === 'cluster'
      ? []
      : [field.invalid(path, type, 'egress selector must be either controlplane or cluster')]),
  ]
}
