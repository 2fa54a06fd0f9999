import type { Clock } from '../../component-base/clock.ts'
import { releaseFlags } from '../../component-base/flags/flag-definitions.ts'
import { flagText } from '../../component-base/flags/flag-text.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import { gateStates } from '../../component-base/metrics/component-metrics.ts'
import type { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import type { PublicKey } from '../../component-base/signed-token.ts'
import { type NonResourceOptions, NonResourcePaths } from '../endpoints/discovery/non-resource-paths.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import type { Storage } from '../storage/interface.ts'
import { healthOf, type ServingState } from './serving-state.ts'

/** The parts of a server that its paths beside resources show. */
export interface PathParts {
  readonly clock: Clock
  readonly metrics: RecordedRegistry
  readonly authorization: NonResourceOptions['authorization']
  readonly publicKeys: readonly PublicKey[]
  readonly state: ServingState
  readonly storage: Storage
  readonly withPeers: NonResourceOptions['withPeers']
  readonly planned: NonResourceOptions['planned']
}

/** Discovery, health, version, metrics, flags and keys, as the configuration has them. */
export function nonResourcePaths(config: ApiserverConfig, parts: PathParts): NonResourcePaths {
  const { flags, gates } = config
  const { clock, metrics, authorization, publicKeys, state, storage, withPeers, planned } = parts
  return new NonResourcePaths({
    set: config.set,
    release: config.release,
    emulation: config.emulation,
    minCompatibility: config.minCompatibility,
    gates,
    clock,
    metrics,
    authorization,
    withPeers,
    planned,
    allGates: () => gateStates(gates),
    serverAddress: joinHostPort(config.advertiseAddress, config.advertisePort),
    openID: { issuers: config.issuers, publicKeys, keysURI: keysURI(config) },
    health: healthOf(state, storage),
    flags: flagTexts(config),
    profiling: flags.bool('profiling', true),
  })
}

const keysURI = (config: ApiserverConfig): string =>
  config.flags.string('service-account-jwks-uri') ||
  `https://${joinHostPort(config.advertiseAddress, config.advertisePort)}/openid/v1/jwks`

/** What /flagz shows: the flags that a real server has. */
const flagTexts = ({ flags, release }: ApiserverConfig): ReadonlyMap<string, string> =>
  new Map(
    releaseFlags(release, 'kube-apiserver')
      .filter(({ name }) => flags.defined(name))
      .map(({ name, type }) => [name, flagText(flags.get(name), type)]),
  )
