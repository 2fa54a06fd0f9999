// Upstream: cmd/kubelet/app/server.go (InitializeTLS), component-base/cli/flag/{ciphersuites,curve_preferences}_flag.go

import type { Logger } from '../../component-base/klog.ts'
import { cipherError, curveError, insecureCiphers, tlsVersionError } from '../../component-base/tls-names.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { kubeletStartDialect } from './dialect.ts'

/** The error about the serving options, or undefined; warns about weak ciphers. */
export function tlsError(config: KubeletConfiguration, minor: number, logger: Logger): string | undefined {
  const ciphers = config.tlsCipherSuites ?? []
  const unknown = cipherError(ciphers)
  if (unknown !== undefined) return unknown
  for (const cipher of ciphers)
    if (insecureCiphers.includes(cipher)) logger.logS('I', 'Use of insecure cipher detected.', { cipher })
  const version = config.tlsMinVersion ?? ''
  const unknownVersion = tlsVersionError(version)
  if (unknownVersion !== undefined) return unknownVersion
  if (version === 'VersionTLS13' && ciphers.length > 0)
    logger.logS('I', 'Warning: TLS 1.3 cipher suites are not configurable, ignoring --tls-cipher-suites')
  return kubeletStartDialect(minor).checksCurves ? curveError(config.tlsCurvePreferences ?? []) : undefined
}
