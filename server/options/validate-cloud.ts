// Upstream: pkg/kubeapiserver/options/cloudprovider.go (Validate)
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { optionsDialect } from './dialect.ts'

const cloudGates = ['DisableCloudProviders', 'DisableKubeletCloudCredentialProviders']

/** The errors of --cloud-provider. */
export function validateCloudProvider(flags: FlagValues, gates: FeatureGateReader, minor: number): string[] {
  const provider = flags.string('cloud-provider')
  const { cloudProviders } = optionsDialect(minor)
  if (provider === '' || cloudProviders === undefined) return []
  const external = provider === 'external'
  if (!external && !cloudProviders.includes(provider)) return [`unknown --cloud-provider: ${provider}`]
  return cloudGates
    .filter((gate) => gateEnabled(gates, gate) !== external)
    .map(
      (gate) => `when using --cloud-provider set to '${provider}', please set ${gate} feature to ${external}`,
    )
}
