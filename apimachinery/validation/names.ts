// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go, pkg/api/validation/generic.go
import { validationDialect } from './dialect.ts'
import { byteLength, maxLenError, regexError } from './messages.ts'

/** A validator of names, which answers the texts of errors of a release. `prefix`: the text is a generateName. */
export type NameValidator = (name: string, prefix: boolean, minor: number) => string[]

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = `${label}(\\.${label})*`
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const underscoreLabel = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const underscoreSubdomain = `${underscoreLabel}(\\.${underscoreLabel})*`
const labelPattern = new RegExp(`^${label}$`)
const subdomainPattern = new RegExp(`^${subdomain}$`)
const caselessPattern = new RegExp(`^${subdomain}$`, 'i')
const label1035Pattern = new RegExp(`^${label1035}$`)
const underscoreSubdomainPattern = new RegExp(`^${underscoreSubdomain}$`)
const wildcardSubdomain = `\\*\\.${subdomain}`
const wildcardPattern = new RegExp(`^${wildcardSubdomain}$`)

const labelText =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
const subdomainText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
const caselessText =
  "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
const label1035Text =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character"
const underscoreText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character"
const wildcardText =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character"

const tooLongFor = (value: string, max: number): string[] =>
  byteLength(value) > max ? [maxLenError(max)] : []

/** The errors of a name as {@link isDNS1123Subdomain} takes it, in letters of either case. */
export function isDNS1123SubdomainCaseless(value: string): string[] {
  const errors = tooLongFor(value, 253)
  // The expression that is told has small letters only, upstream too.
  if (!caselessPattern.test(value)) errors.push(regexError(caselessText, subdomain, 'Example.com'))
  return errors
}

/** The errors of a name of lower-case letters, digits and dashes of up to 63 characters; none for a valid name. */
export function isDNS1123Label(value: string, minor: number): string[] {
  const errors = tooLongFor(value, 63)
  if (labelPattern.test(value)) return errors
  // A subdomain that is no label can only have dots too many.
  const hasDots = subdomainPattern.test(value) && validationDialect(minor).namesDotsOfLabels
  if (hasDots) errors.push('must not contain dots')
  else errors.push(regexError(labelText, label, 'my-name', '123-abc'))
  return errors
}

/** The errors of a name of DNS-1123 labels with dots, of up to 253 characters; none for a valid name. */
export function isDNS1123Subdomain(value: string): string[] {
  const errors = tooLongFor(value, 253)
  if (!subdomainPattern.test(value)) errors.push(regexError(subdomainText, subdomain, 'example.com'))
  return errors
}

/** The errors of a DNS-1123 subdomain that may have underscores (RelaxedDNSSearchValidation). */
export function isDNS1123SubdomainWithUnderscore(value: string, minor: number): string[] {
  const errors = tooLongFor(value, 253)
  const shown = validationDialect(minor).showsUnderscoresInPattern ? underscoreSubdomain : subdomain
  if (!underscoreSubdomainPattern.test(value)) errors.push(regexError(underscoreText, shown, 'example.com'))
  return errors
}

/** The errors of a DNS-1123 label that must begin with a letter; none for a valid name. */
export function isDNS1035Label(value: string): string[] {
  const errors = tooLongFor(value, 63)
  if (!label1035Pattern.test(value)) errors.push(regexError(label1035Text, label1035, 'my-name', 'abc-123'))
  return errors
}

/** The errors of a name that begins with `*.` before a DNS-1123 subdomain; none for a valid name. */
export function isWildcardDNS1123Subdomain(value: string): string[] {
  const errors = tooLongFor(value, 253)
  if (!wildcardPattern.test(value)) errors.push(regexError(wildcardText, wildcardSubdomain, '*.example.com'))
  return errors
}

/** The errors of a name that must only be a segment of a URL's path (RBAC and the like). */
export function isValidPathSegmentName(name: string, prefix = false): string[] {
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`]
  return ['/', '%'].filter((c) => name.includes(c)).map((c) => `may not contain '${c}'`)
}

/** A generateName for validation: where it ends in a dash, its last two characters become `a`, since a suffix follows. */
export function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name
}

/** Names of most kinds: DNS-1123 subdomains. A generateName may end with a dash. */
export const nameIsDNSSubdomain = (name: string, prefix: boolean): string[] =>
  isDNS1123Subdomain(prefix ? maskTrailingDash(name) : name)
/** Names of namespaces, for example: DNS-1123 labels. A generateName may end with a dash. */
export const nameIsDNSLabel: NameValidator = (name, prefix, minor) =>
  isDNS1123Label(prefix ? maskTrailingDash(name) : name, minor)
/** Names of Services: DNS-1035 labels. A generateName may end with a dash. */
export const nameIsDNS1035Label = (name: string, prefix: boolean): string[] =>
  isDNS1035Label(prefix ? maskTrailingDash(name) : name)
/** Names of RBAC objects, for example: any text that can stand in a URL's path. */
export const nameIsPathSegment = (name: string, prefix: boolean): string[] =>
  isValidPathSegmentName(name, prefix)
