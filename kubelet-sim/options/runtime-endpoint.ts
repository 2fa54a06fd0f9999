// Upstream: pkg/kubelet/util/util_unix.go, staging/src/k8s.io/cri-client/pkg/util/util_unix.go

import { goQuote } from '../../apimachinery/field-error.ts'
import type { Logger } from '../../component-base/klog.ts'
import { kubeletStartDialect } from './dialect.ts'

const schemeOf = (endpoint: string): string =>
  /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(endpoint)?.[1]?.toLowerCase() ?? ''

/** The reason why no connection to `endpoint` can be tried, or undefined. A path alone counts as a unix socket. */
export function runtimeEndpointError(endpoint: string, minor: number, logger: Logger): string | undefined {
  const scheme = schemeOf(endpoint)
  if (scheme === 'unix') return undefined
  if (scheme === 'tcp') return 'only support unix socket endpoint'
  if (scheme !== '') return `protocol ${goQuote(scheme)} not supported`
  const { suggestsFullEndpointURL, hintsTwice } = kubeletStartDialect(minor)
  if (suggestsFullEndpointURL) hint(endpoint, minor, logger)
  if (hintsTwice) hint(endpoint, minor, logger)
  return undefined
}

function hint(endpoint: string, minor: number, logger: Logger): void {
  const URL = `unix://${endpoint}`
  if (kubeletStartDialect(minor).namesEndpointFormat)
    logger.logS('I', 'Using this format as endpoint is deprecated, please consider using full url format.', {
      deprecatedFormat: endpoint,
      fullURLFormat: URL,
    })
  else
    logger.logS('I', 'Using this endpoint is deprecated, please consider using full URL format', {
      endpoint,
      URL,
    })
}
