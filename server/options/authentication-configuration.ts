// Upstream: pkg/kubeapiserver/options/authentication.go (loadAuthenticationConfigFromData, ToAuthenticationConfig)
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type {
  AuthenticationConfiguration,
  ClaimMappings,
  ClaimOrExpression,
  JWTAuthenticatorConfig,
  PrefixedClaimOrExpression,
} from '../endpoints/authentication/jwt/configuration.ts'
import { authenticationKind } from './authentication-types.ts'
import type { ReadFileSync } from './check-files.ts'
import { optionsDialect } from './dialect.ts'
import { decodeServerConfiguration } from './server-configuration.ts'

/** The configuration in a text. Throws an Error with upstream's text. @param path of the file, where it is told */
export function parseAuthentication(text: string, minor: number, path: string): AuthenticationConfiguration {
  if (text === '')
    throw new Error(
      optionsDialect(minor).severalIssuers
        ? 'empty config data'
        : `empty config file ${JSON.stringify(path)}`,
    )
  const value = decodeServerConfiguration(text, authenticationKind(minor), minor)
  return completed(value as Partial<AuthenticationConfiguration>)
}

/** With every text and list there. */
const completed = ({
  jwt,
  anonymous,
}: Partial<AuthenticationConfiguration>): AuthenticationConfiguration => ({
  jwt: (jwt ?? []).map(completedIssuer),
  anonymous:
    anonymous == null ? undefined : { enabled: anonymous.enabled, conditions: anonymous.conditions ?? [] },
})

const noClaim: ClaimOrExpression = { claim: '', expression: '' }

function completedIssuer(one: JWTAuthenticatorConfig): JWTAuthenticatorConfig {
  const { issuer, claimValidationRules, claimMappings, userValidationRules } = one
  const mapped = (own: Partial<PrefixedClaimOrExpression> | undefined): PrefixedClaimOrExpression => ({
    ...noClaim,
    ...own,
    prefix: own?.prefix ?? undefined,
  })
  const mappings: ClaimMappings = {
    username: mapped(claimMappings.username),
    groups: mapped(claimMappings.groups),
    uid: { ...noClaim, ...claimMappings.uid },
    extra: claimMappings.extra ?? [],
  }
  return {
    issuer: {
      url: issuer.url,
      discoveryURL: issuer.discoveryURL ?? '',
      certificateAuthority: issuer.certificateAuthority ?? '',
      audiences: issuer.audiences ?? [],
      audienceMatchPolicy: issuer.audienceMatchPolicy ?? '',
      egressSelectorType: issuer.egressSelectorType ?? '',
    },
    claimValidationRules: (claimValidationRules ?? []).map((rule) => ({
      ...noClaim,
      requiredValue: '',
      message: '',
      ...(rule as Partial<typeof rule>),
    })),
    claimMappings: mappings,
    userValidationRules: (userValidationRules ?? []).map((rule) => ({
      message: '',
      ...(rule as Partial<typeof rule> & Pick<typeof rule, 'expression'>),
    })),
  }
}

/** The issuer that the --oidc-* flags name; undefined: none. Throws as `readFile` does. */
export function issuerOfFlags(flags: FlagValues, readFile: ReadFileSync): JWTAuthenticatorConfig | undefined {
  const text = (name: string): string => flags.string(`oidc-${name}`)
  const [url, client] = [text('issuer-url'), text('client-id')]
  if (url === '' || client === '') return undefined
  const claim = flags.string('oidc-username-claim', 'sub')
  const given = text('username-prefix')
  const prefix = given === '-' ? '' : given === '' && claim !== 'email' ? `${url}#` : given
  const groups = text('groups-claim')
  return {
    issuer: {
      url,
      discoveryURL: '',
      certificateAuthority: text('ca-file') === '' ? '' : readFile(text('ca-file')),
      audiences: [client],
      audienceMatchPolicy: '',
      egressSelectorType: '',
    },
    claimValidationRules: [...flags.map('oidc-required-claim')].map(([name, requiredValue]) => ({
      ...noClaim,
      claim: name,
      requiredValue,
      message: '',
    })),
    claimMappings: {
      username: { ...noClaim, claim, prefix },
      groups:
        groups === ''
          ? { ...noClaim, prefix: undefined }
          : { ...noClaim, claim: groups, prefix: text('groups-prefix') },
      uid: noClaim,
      extra: [],
    },
    userValidationRules: [],
  }
}
