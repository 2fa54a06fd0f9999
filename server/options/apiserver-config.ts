import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { Release } from '../../component-base/release.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import type { ResourceSet } from '../endpoints/discovery/resource-set.ts'
import type { Usage } from '../metrics-server/measurements.ts'
import type { WebhookReach } from '../webhook/reach.ts'
import type { AdmissionConfiguration } from './admission-configuration.ts'
import type { AuthenticationSettings } from './authentication-settings.ts'
import type { AuthorizationConfiguration } from './authorizer-types.ts'
import type { ReadFileSync, ReadFolderSync } from './check-files.ts'
import type { ServiceCIDR } from './service-cidrs.ts'

/** The configuration that a command line of kube-apiserver results in. */
export interface ApiserverConfig {
  readonly release: Release
  readonly emulation: number
  readonly minCompatibility: number
  readonly gates: FeatureGate
  readonly flags: FlagValues
  /** Names of flags that the command line sets. */
  readonly given: ReadonlySet<string>
  readonly set: ResourceSet
  readonly serviceCIDRs: readonly ServiceCIDR[]
  readonly authentication: AuthenticationSettings
  /** The chain of authorizers: of a file, or of --authorization-mode. */
  readonly authorization: AuthorizationConfiguration
  readonly issuers: readonly string[]
  readonly audiences: readonly string[]
  /** Names of the enabled admission plugins that are simulated, in the order in which they run. */
  readonly admissionPlugins: readonly string[]
  readonly admissionConfiguration: AdmissionConfiguration
  readonly bindAddress: string
  readonly port: number
  readonly advertiseAddress: string
  /** The port that the `kubernetes` Service leads to. */
  readonly advertisePort: number
  /** Plain HTTP. */
  readonly http: boolean
  readonly dataDir: string | undefined
  /** The memory that older versions of objects may take in the watch cache, in megabytes. */
  readonly watchCacheMegabytes: number
  /** The addresses that webhooks may be called at, and the URLs that their Services are mapped to. */
  readonly webhooks: WebhookReach
  /** Of --metrics-server: what containers use that nothing is said of; undefined: usage is not told. */
  readonly metricsUsage: Usage | undefined
  readonly certDir: string | undefined
  /** The text of a file that a flag names. */
  readonly readFile: ReadFileSync
  /** The entries of a folder that a flag's file names. */
  readonly readFolder: ReadFolderSync
}
