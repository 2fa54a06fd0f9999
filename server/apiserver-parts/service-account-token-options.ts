// Upstream: pkg/kubeapiserver/options/authentication.go (service account keys)
import { armored, pemBlocks } from '../../component-base/go/pem.ts'
import type { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import {
  type PublicKey,
  readPublicKey,
  readSigningKey,
  type SigningKey,
} from '../../component-base/signed-token.ts'
import type { ObjectReader, TokenUse } from '../endpoints/authentication/legacy-tokens.ts'
import type { ServiceAccountTokenOptions } from '../endpoints/authentication/service-account-tokens.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { StartupError } from '../options/startup-error.ts'
import type { Storage } from '../storage/interface.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { Foundation } from './foundation.ts'

/** Throws a StartupError where a file holds no keys. */
export function serviceAccountTokenOptions(foundation: Foundation): ServiceAccountTokenOptions {
  const { config, certificates, clock, random, storage, metrics } = foundation
  const file = config.flags.string('service-account-signing-key-file')
  const signingKey = file === '' ? readSigningKey(certificates.serviceAccountKey()) : givenKey(config, file)
  const publicKeys: PublicKey[] = [
    signingKey,
    ...config.flags
      .strings('service-account-key-file')
      .flatMap((path) => readPublicKeys(config.readFile(path))),
  ]
  return {
    issuers: config.issuers,
    signingKey,
    publicKeys: [...new Map(publicKeys.map((k) => [k.id, k])).values()],
    audiences: config.audiences,
    gates: config.gates,
    minor: config.release.minor,
    clock,
    random,
    read: objectReader(storage),
    count: countedUses(metrics),
  }
}

const tokenUses: readonly TokenUse[] = [
  'legacy_tokens',
  'legacy_auto_token_uses',
  'legacy_manual_token_uses',
  'invalid_legacy_auto_token_uses',
  'valid_tokens',
  'stale_tokens',
]

function countedUses(metrics: RecordedRegistry): (use: TokenUse) => void {
  const series = new Map(
    tokenUses.map((use) => [use, metrics.family(`serviceaccount_${use}_total`).with({})] as const),
  )
  return (use) => series.get(use)?.add()
}

function givenKey({ readFile }: ApiserverConfig, file: string): SigningKey {
  try {
    return readSigningKey(readFile(file))
  } catch {
    throw new StartupError(
      `failed to parse service-account-issuer-key-file: error reading private key file ${file}: data does not contain a valid RSA or ECDSA private key`,
    )
  }
}

function readPublicKeys(pem: string): PublicKey[] {
  try {
    return pemBlocks(pem).map((block) => readPublicKey(armored(block)))
  } catch {
    throw new StartupError('data does not contain any valid RSA or ECDSA public keys')
  }
}

const prefixes: Readonly<Record<string, string>> = {
  serviceaccounts: 'serviceaccounts',
  pods: 'pods',
  secrets: 'secrets',
  nodes: 'minions',
}

const objectReader =
  (storage: Storage): ObjectReader =>
  async (resource, namespace, name) =>
    (
      await knownOrNewest(
        storage,
        `/registry/${prefixes[resource]}/${namespace === '' ? '' : `${namespace}/`}${name}`,
      )
    )?.object
