// Upstream: cmd/kubelet/app/server.go (InitializeTLS), component-base/cli/flag/{ciphersuites,curve_preferences}_flag.go

import type { Logger } from '../../component-base/klog.ts'
import { cipherError, insecureCiphers, tlsVersionError } from '../../component-base/tls-names.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { kubeletStartDialect } from './dialect.ts'

/** Curves of the Go release that 1.36 is built with: P-256, P-384, P-521, X25519 and the hybrids. */
const curves = [23, 24, 25, 29, 4587, 4588, 4589]

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

function curveError(preferences: readonly number[]): string | undefined {
  const seen = new Set<number>()
  for (const id of preferences) {
    if (id <= 0 || id > 65535) return `curve preference ${id} is out of range (must be 1-65535)`
    if (seen.has(id)) return `duplicate curve preference ${id}`
    seen.add(id)
    if (!curves.includes(id)) return `curve preference ${id} is not supported by the current Go version`
  }
  return undefined
}
