// Upstream: apiserver/pkg/server/options/{server_run_options,etcd,serving}.go, component-base/metrics/options.go

import { goQuote } from '../../apimachinery/field-error.ts'
import { regexOf } from '../../cel/library/regex.ts'
import { CelError } from '../../cel/values/value.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { defaultHistoryMegabytes } from '../storage/history.ts'
import { optionsDialect } from './dialect.ts'

const corsHelp =
  "List of allowed origins for CORS, comma separated. An allowed origin can be a regular expression to support subdomain matching. If this list is empty CORS will not be enabled. Please ensure each expression matches the entire hostname by anchoring to the start with '^' or including the '//' prefix, and by anchoring to the end with '$' or including the ':' port separator suffix. Examples of valid expressions are '//example\\.com(:|$)' and '^https://example\\.com(:|$)'"

/** GenericServerRunOptions without the versions and gates. */
export function validateRunOptions(flags: FlagValues): string[] {
  const errors: string[] = []
  const negative = (name: string, value: number, text = 'can not be negative value'): void => {
    if (value < 0) errors.push(`${name} ${text}`)
  }
  negative('--livez-grace-period', flags.duration('livez-grace-period'), 'can not be a negative value')
  negative('--max-requests-inflight', flags.number('max-requests-inflight'))
  negative('--max-mutating-requests-inflight', flags.number('max-mutating-requests-inflight'))
  if (flags.number('watch-cache-mb', defaultHistoryMegabytes) < 1)
    errors.push('--watch-cache-mb must be 1 or more')
  negative('--request-timeout', flags.duration('request-timeout'))
  const chance = flags.number('goaway-chance')
  if (chance < 0 || chance > 0.02) errors.push('--goaway-chance can not be less than 0 or greater than 0.02')
  negative('--min-request-timeout', flags.number('min-request-timeout'))
  negative('--storage-initialization-timeout', flags.duration('storage-initialization-timeout'))
  negative('--shutdown-delay-duration', flags.duration('shutdown-delay-duration'))
  negative(
    'shutdown-watch-termination-grace-period, if provided,',
    flags.duration('shutdown-watch-termination-grace-period'),
    'can not be a negative value',
  )
  return [
    ...errors,
    ...validateDirectives(flags.strings('strict-transport-security-directives')),
    ...validateOrigins(flags.strings('cors-allowed-origins')),
  ]
}

function validateDirectives(directives: readonly string[]): string[] {
  const allowed =
    '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information'
  return directives.flatMap((d) => {
    if (d.trim() === '') return ['empty value in strict-transport-security-directives']
    return d === 'includeSubDomains' || d === 'preload' || /^max-age=[^=]*$/.test(d) ? [] : [allowed]
  })
}

function validateOrigins(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => {
    if (origin === '') return [`empty value in --cors-allowed-origins, help: ${corsHelp}`]
    const why = patternError(origin)
    return why === undefined
      ? []
      : [`--cors-allowed-origins has an invalid regular expression: ${why}, help: ${corsHelp}`]
  })
}

/** The error of Go's regexp for a pattern, or upstream's for one that matches parts of hosts; undefined: there is none. */
function patternError(pattern: string): string | undefined {
  const regex = regexOf(pattern)
  if (regex instanceof CelError) return regex.message
  const pinned =
    (pattern.includes('^') || pattern.includes('//')) && (pattern.includes('$') || pattern.includes(':'))
  return pinned ? undefined : 'regular expression does not pin to start/end of host in the origin header'
}

/** Before 1.31 origins were compiled when the server was made: a bad one ended the process. */
export function fatalOrigin(flags: FlagValues): string | undefined {
  const origins = flags.strings('cors-allowed-origins')
  const why = origins.map(patternError).find((w) => w?.startsWith('error parsing') === true)
  return why === undefined
    ? undefined
    : `Invalid CORS allowed origin, --cors-allowed-origins flag was set to ${origins.join(',')} - ${why}`
}

/** The values that --storage-media-type may have. */
export const storageMediaTypes: readonly string[] = [
  'application/json',
  'application/vnd.kubernetes.protobuf',
  'application/yaml',
]

/** @param given flags that the command line sets */
export function validateStorage(flags: FlagValues, given: ReadonlySet<string>, minor: number): string[] {
  const errors: string[] = []
  // Without --etcd-servers the data is kept in this process, so that only an empty flag is an error.
  if (given.has('etcd-servers') && flags.strings('etcd-servers').length === 0)
    errors.push('--etcd-servers must be specified')
  const backend = flags.string('storage-backend')
  if (backend !== '' && backend !== 'etcd3')
    errors.push(
      "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
    )
  if (
    flags.string('encryption-provider-config') === '' &&
    flags.bool('encryption-provider-config-automatic-reload')
  )
    errors.push('--encryption-provider-config-automatic-reload must be set with --encryption-provider-config')
  errors.push(
    ...overrideErrors(flags.strings('etcd-servers-overrides'), optionsDialect(minor).tellsEachOverride),
  )
  const media = flags.string('storage-media-type')
  const allowed = storageMediaTypes
  if (media !== '' && !allowed.includes(media) && optionsDialect(minor).mediaTypeFatal === undefined)
    errors.push(`--storage-media-type ${goQuote(media)} invalid, allowed values: ${allowed.join(', ')}`)
  return errors
}

/** @param each every wrong one is told, and servers may be empty */
function overrideErrors(overrides: readonly string[], each: boolean): string[] {
  const wrong = overrides.filter((text) => {
    const [resource = '', servers, more] = text.split('#')
    if (servers === undefined || more !== undefined || resource.split('/').length !== 2) return true
    return !each && servers.split(';').includes('')
  })
  const error =
    '--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated'
  return (each ? wrong : wrong.slice(0, 1)).map(() => error)
}

/** The error of --secure-port. */
export function validateServing(flags: FlagValues): string[] {
  const port = flags.number('secure-port')
  return port < 1 || port > 65535
    ? [`--secure-port ${port} must be between 1 and 65535, inclusive. It cannot be turned off with 0`]
    : []
}
