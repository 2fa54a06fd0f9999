// Upstream: cmd/kubelet/app/server.go (run), staging/src/k8s.io/cloud-provider/plugins.go

import { goQuote } from '../../apimachinery/field-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { Logger } from '../../component-base/klog.ts'
import { kubeletStartDialect } from './dialect.ts'

/**
 * The error about a --cloud-provider other than `external`; undefined where the kubelet starts. Logs what upstream logs
 * before.
 */
export function cloudProviderError(flags: FlagValues, minor: number, logger: Logger): string | undefined {
  const provider = flags.string('cloud-provider')
  const { ignoresCloudProvider, explainsExternalProviders } = kubeletStartDialect(minor)
  if (provider === '' || provider === 'external' || ignoresCloudProvider) return undefined
  if (!explainsExternalProviders) return inTreeProvider(provider, flags.string('cloud-config'), minor, logger)
  logger.log(
    'I',
    `INFO: Please make sure you are running an external cloud controller manager binary for provider ${goQuote(provider)}.In-tree cloud providers are disabled. Refer to https://github.com/kubernetes/kubernetes/tree/master/staging/src/k8s.io/cloud-provider/sample for an example implementation.`,
  )
  logger.log(
    'W',
    `WARNING: built-in cloud providers are disabled. Please set "--cloud-provider=external" and migrate to an external cloud controller manager for provider ${goQuote(provider)}`,
  )
  return `cloud provider ${goQuote(provider)} was specified, but built-in cloud providers are disabled. Please set --cloud-provider=external and migrate to an external cloud provider`
}

const goingAway = (name: string, repository: string): string =>
  `The ${name} provider is deprecated and will be removed in a future release. Please use https://github.com/${repository}`

/** In-tree cloud providers: what their deprecation says, and the last minor release that warns of it and that has them. */
const providers: readonly { name: string; detail: string; warnsUntil: number; last: number }[] = [
  { name: 'aws', detail: goingAway('AWS', 'kubernetes/cloud-provider-aws'), warnsUntil: 26, last: 26 },
  {
    name: 'azure',
    detail: goingAway('Azure', 'kubernetes-sigs/cloud-provider-azure'),
    warnsUntil: 29,
    last: 29,
  },
  { name: 'gce', detail: goingAway('GCE', 'kubernetes/cloud-provider-gcp'), warnsUntil: 30, last: 29 },
  {
    name: 'openstack',
    detail:
      "Please use 'external' cloud provider for openstack: https://github.com/kubernetes/cloud-provider-openstack",
    warnsUntil: 25,
    last: 25,
  },
  {
    name: 'vsphere',
    detail: goingAway('vSphere', 'kubernetes/cloud-provider-vsphere'),
    warnsUntil: 29,
    last: 29,
  },
]

/** Deviates: the simulated machine is one of the cloud that is named, whose provider starts. */
function inTreeProvider(name: string, config: string, minor: number, logger: Logger): string | undefined {
  const provider = providers.find((one) => one.name === name)
  if (provider !== undefined && minor <= provider.warnsUntil)
    logger.log('W', `WARNING: ${name} built-in cloud provider is now deprecated. ${provider.detail}`)
  if (provider === undefined || minor > provider.last) return `unknown cloud provider ${goQuote(name)}`
  if (name === 'azure' && config === '')
    logger.log('W', 'cloud-config is not provided, Azure cloud provider would be initialized from secret')
  return name === 'openstack' && config === ''
    ? 'could not init cloud provider "openstack": no OpenStack cloud provider config file given'
    : undefined
}
