// Upstream: pkg/kubeapiserver/options/{authorization,admission}.go, pkg/controlplane/apiserver/options/validation.go

import { goQuote } from '../../apimachinery/field-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { goQuoteList } from '../endpoints/authorization/rbac-rules.ts'
import { registeredPlugins } from './admission-plugins.ts'
import { loadAuthorization } from './authorization-configuration.ts'
import type { AuthorizationReading } from './authorizer-types.ts'
import { optionsDialect } from './dialect.ts'
import { authorizerTypes } from './validate-authorization-configuration.ts'

/** Flags that a configuration takes the place of. */
const legacyFlags = [
  'authorization-mode',
  'authorization-webhook-config-file',
  'authorization-webhook-version',
  'authorization-webhook-cache-authorized-ttl',
  'authorization-webhook-cache-unauthorized-ttl',
]

/** The errors of the authorization flags, and of the file of --authorization-config. `given`: the flags on the command line. */
export function validateAuthorization(
  flags: FlagValues,
  given: ReadonlySet<string>,
  reading: AuthorizationReading,
): string[] {
  const file = flags.string('authorization-config')
  if (file !== '') return validateAuthorizationFile(file, given, reading)
  const chosen = flags.strings('authorization-mode')
  const { needsAuthorizationMode } = optionsDialect(reading.minor)
  if (needsAuthorizationMode && given.has('authorization-mode') && chosen.length === 0)
    return ['at least one authorization-mode must be passed']
  const errors: string[] = []
  const [policy, webhook] = [
    flags.string('authorization-policy-file'),
    flags.string('authorization-webhook-config-file'),
  ]
  for (const mode of chosen) {
    if (!authorizerTypes.includes(mode))
      errors.push(`authorization-mode ${goQuote(mode)} is not a valid mode`)
    if (mode === 'ABAC' && policy === '')
      errors.push("authorization-mode ABAC's authorization policy file not passed")
    if (mode === 'Webhook' && webhook === '')
      errors.push("authorization-mode Webhook's authorization config file not passed")
  }
  if (policy !== '' && !chosen.includes('ABAC'))
    errors.push('cannot specify --authorization-policy-file without mode ABAC')
  if (webhook !== '' && !chosen.includes('Webhook'))
    errors.push('cannot specify --authorization-webhook-config-file without mode Webhook')
  if (new Set(chosen).size !== chosen.length)
    errors.push(`authorization-mode ${goQuoteList(chosen)} has mode specified more than once`)
  return errors
}

function validateAuthorizationFile(
  file: string,
  given: ReadonlySet<string>,
  reading: AuthorizationReading,
): string[] {
  if (!gateEnabled(reading.gates, 'StructuredAuthorizationConfiguration'))
    return [
      '--authorization-config cannot be used without enabling StructuredAuthorizationConfiguration feature flag',
    ]
  if (legacyFlags.some((flag) => given.has(flag)))
    return [
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    ]
  try {
    loadAuthorization(file, reading)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** The errors of the admission flags. `removed`: plugins that a plan has removed. */
export function validateAdmission(
  { values: flags, set: given }: Pick<ParsedFlags, 'values' | 'set'>,
  minor: number,
  removed: readonly string[] = [],
): string[] {
  const known = registeredPlugins(minor, removed)
  const [legacy, enable, disable] = [
    'admission-control',
    'enable-admission-plugins',
    'disable-admission-plugins',
  ].map((f) => flags.strings(f))
  const errors: string[] = []
  // An empty list is one that was given, too.
  if (
    given.has('admission-control') &&
    (given.has('enable-admission-plugins') || given.has('disable-admission-plugins'))
  )
    errors.push(
      'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
    )
  for (const name of legacy!)
    if (!known.includes(name)) errors.push(`admission-control plugin ${goQuote(name)} is unknown`)
  for (const name of enable!)
    if (!known.includes(name)) errors.push(`enable-admission-plugins plugin ${goQuote(name)} is unknown`)
  for (const name of disable!)
    if (!known.includes(name)) errors.push(`disable-admission-plugins plugin ${goQuote(name)} is unknown`)
  const both = [...new Set(enable)].filter((n) => disable!.includes(n)).sort()
  if (both.length > 0)
    errors.push(`[${both.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`)
  return errors
}

/** The error where --enable-priority-and-fairness is on, but --runtime-config switches its API off; otherwise empty. */
export function validatePriorityAndFairness(
  flags: FlagValues,
  gates: FeatureGateReader,
  minor: number,
): string[] {
  if (!flags.bool('enable-priority-and-fairness', true) || !gateEnabled(gates, 'APIPriorityAndFairness'))
    return []
  const text = [...flags.map('runtime-config')]
    .map(([k, v]) => `${k}=${v}`)
    .sort()
    .join(',')
  const { keys, more } = optionsDialect(minor).fairness
  for (const key of keys) {
    if (text.includes(`${key}=false`))
      return [`--runtime-config=${key}=false conflicts with --enable-priority-and-fairness=true${more}`]
    if (text.includes(`${key}=true`)) return []
  }
  return []
}

/** Tokens need an issuer; where the flag is missing altogether, this server has one of its own. */
export function validateTokenRequests(flags: FlagValues, given: ReadonlySet<string>): string[] {
  const issuers = flags.strings('service-account-issuer')
  const noIssuer = given.has('service-account-issuer') && (issuers[0] ?? '') === ''
  const key = 'service-account-signing-key-file'
  const noKey = given.has(key) && flags.string(key) === ''
  if (!noIssuer && !noKey) return []
  return [
    '--service-account-signing-key-file, --service-account-issuer, and --api-audiences should be specified together',
  ]
}
