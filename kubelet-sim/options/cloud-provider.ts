// Upstream: cmd/kubelet/app/server.go (run), staging/src/k8s.io/cloud-provider/plugins.go

import { goQuote } from '../../apimachinery/field-error.ts'
import type { Logger } from '../../component-base/klog.ts'

/** Providers were built in up to 1.31 in name only; 1.34 no longer looks at the flag. */
export function cloudProviderError(provider: string, minor: number, logger: Logger): string | undefined {
  if (provider === '' || provider === 'external' || minor >= 34) return undefined
  if (minor < 32) return unknownProvider(provider, minor, logger)
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
  if (provider === 'gce' && minor < 31)
    logger.log(
      'W',
      'WARNING: gce built-in cloud provider is now deprecated. The GCE provider is deprecated and will be removed in a future release. Please use https://github.com/kubernetes/cloud-provider-gcp',
    )
  return `unknown cloud provider ${goQuote(provider)}`
}
