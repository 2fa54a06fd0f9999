// Upstream: pkg/kubeapiserver/authenticator/config.go
import type { Logger } from '../../component-base/klog.ts'
import type { Authenticator, TokenAuthenticator } from '../endpoints/authentication/authenticator.ts'
import type { LegacyTokenOptions } from '../endpoints/authentication/legacy-tokens.ts'
import { createAuthenticator } from '../endpoints/authentication/request-authenticator.ts'
import { RequestHeaderAuthenticator } from '../endpoints/authentication/request-header.ts'
import {
  type ServiceAccountTokenOptions,
  ServiceAccountTokens,
} from '../endpoints/authentication/service-account-tokens.ts'
import { readTokenFile } from '../endpoints/authentication/token-file.ts'
import { endpointsDialect } from '../endpoints/dialect.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { StartupError } from '../options/startup-error.ts'
import type { Foundation } from './foundation.ts'
import { serviceAccountTokenOptions } from './service-account-token-options.ts'

/** The authenticator of a server, and its service account tokens. */
export interface Authentication {
  readonly authenticator: Authenticator
  readonly tokens: ServiceAccountTokens
  readonly tokenOptions: ServiceAccountTokenOptions
  /** Says how the server labels Secrets, once it can. */
  labelsSecrets(label: Required<LegacyTokenOptions>['label']): void
}

/** Throws a StartupError where a file of tokens or keys cannot be used. */
export function authentication(foundation: Foundation): Authentication {
  const { config, logger } = foundation
  let label: LegacyTokenOptions['label']
  const tokenOptions: ServiceAccountTokenOptions = {
    ...serviceAccountTokenOptions(foundation),
    label: async (...labelled) => label?.(...labelled),
  }
  const tokens = new ServiceAccountTokens(tokenOptions)
  const authenticator = createAuthenticator({
    ...believedProxies(foundation),
    tokens: [...tokenFiles(config, logger), tokens],
    audiences: config.audiences,
    anonymous: config.anonymous ? () => true : undefined,
    warnsOfExtraSpace: endpointsDialect(config.release.minor).warnsOfExtraSpace,
  })
  return {
    authenticator,
    tokens,
    tokenOptions,
    labelsSecrets: (by) => {
      label = by
    },
  }
}

/** --requestheader-client-ca-file, and what belongs to it. */
function believedProxies({
  config,
  certificates,
}: Foundation): Pick<Parameters<typeof createAuthenticator>[0], 'proxies'> {
  const { flags, readFile } = config
  const file = flags.string('requestheader-client-ca-file')
  if (file === '') return {}
  const clientCAFile = flags.string('client-ca-file')
  const authenticator = new RequestHeaderAuthenticator({
    ca: readFile(file),
    allowedNames: flags.strings('requestheader-allowed-names'),
    usernameHeaders: flags.strings('requestheader-username-headers'),
    uidHeaders: flags.strings('requestheader-uid-headers'),
    groupHeaders: flags.strings('requestheader-group-headers'),
    extraPrefixes: flags.strings('requestheader-extra-headers-prefix'),
  })
  const clientCA = async (): Promise<string> =>
    clientCAFile === '' ? (await certificates.authority()).cert : readFile(clientCAFile)
  return { proxies: { authenticator, clientCA } }
}

function tokenFiles(config: ApiserverConfig, logger: Logger): TokenAuthenticator[] {
  const path = config.flags.string('token-auth-file')
  if (path === '') return []
  try {
    return [readTokenFile(path, (message) => logger.log('W', message), config.readFile)]
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}
