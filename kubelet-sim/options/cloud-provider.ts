// Upstream: cmd/kubelet/app/server.go (run), staging/src/k8s.io/cloud-provider/plugins.go

import { goQuote } from '../../apimachinery/field-error.ts'
import type { Logger } from '../../component-base/klog.ts'
import { kubeletStartDialect } from './dialect.ts'

/**
 * The error about a --cloud-provider other than `external`; undefined where the kubelet starts. Logs what upstream logs
 * before.
 */
export function cloudProviderError(provider: string, minor: number, logger: Logger): string | undefined {
  const { ignoresCloudProvider, explainsExternalProviders } = kubeletStartDialect(minor)
  if (provider === '' || provider === 'external' || ignoresCloudProvider) return undefined
  if (!explainsExternalProviders) return unknownProvider(provider, minor, logger)
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

function unknownProvider(provider: string, minor: number, logger: Logger): string {
  if (provider === 'gce' && kubeletStartDialect(minor).namesGceDeprecation)
    logger.log(
      'W',
      'WARNING: gce built-in cloud provider is now deprecated. The GCE provider is deprecated and will be removed in a future release. Please use https://github.com/kubernetes/cloud-provider-gcp',
    )
  return `unknown cloud provider ${goQuote(provider)}`
}
