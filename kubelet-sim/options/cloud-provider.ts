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

/** In-tree cloud providers: what their deprecation says, and whether a release has them. */
const providers = {
  aws: { detail: goingAway('AWS', 'kubernetes/cloud-provider-aws'), isThere: 'awsProvider' },
  azure: { detail: goingAway('Azure', 'kubernetes-sigs/cloud-provider-azure'), isThere: 'azureProvider' },
  gce: { detail: goingAway('GCE', 'kubernetes/cloud-provider-gcp'), isThere: 'gceProvider' },
  openstack: {
    detail:
      "Please use 'external' cloud provider for openstack: https://github.com/kubernetes/cloud-provider-openstack",
    isThere: 'openstackProvider',
  },
  vsphere: { detail: goingAway('vSphere', 'kubernetes/cloud-provider-vsphere'), isThere: 'vsphereProvider' },
} as const
const isProvider = (name: string): name is keyof typeof providers => Object.hasOwn(providers, name)

/** Deviates: the simulated machine is one of the cloud that is named, whose provider starts. */
function inTreeProvider(name: string, config: string, minor: number, logger: Logger): string | undefined {
  const dialect = kubeletStartDialect(minor)
  const provider = isProvider(name) ? providers[name] : undefined
  const isThere = provider !== undefined && dialect[provider.isThere]
  // The warning about gce outlived the provider by a release.
  if (provider !== undefined && (isThere || (name === 'gce' && dialect.warnsOfGce)))
    logger.log('W', `WARNING: ${name} built-in cloud provider is now deprecated. ${provider.detail}`)
  if (!isThere) return `unknown cloud provider ${goQuote(name)}`
  if (name === 'azure' && config === '')
    logger.log('W', 'cloud-config is not provided, Azure cloud provider would be initialized from secret')
  return name === 'openstack' && config === ''
    ? 'could not init cloud provider "openstack": no OpenStack cloud provider config file given'
    : undefined
}
