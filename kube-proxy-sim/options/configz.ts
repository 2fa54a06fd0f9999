// Upstream: cmd/kube-proxy/app/server.go (newProxyServer): v1alpha1 from 1.36 on, before that the internal type by Go's names

import { parse } from '../../component-base/yaml.ts'
import { proxyConfigDialect } from '../config/dialect.ts'
import { configGroup } from '../config/read-config.ts'
import type { PreparedKubeProxy } from './prepare-kube-proxy.ts'

const goNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  iptables: 'IPTables',
  ipvs: 'IPVS',
  nftables: 'NFTables',
  qps: 'QPS',
})

const goName = (json: string): string =>
  goNames[json] ??
  json
    .replace(/^(tcp|udp|oom)(?=[A-Z])/, (word) => word.toUpperCase())
    .replace(/^[a-z]/, (c) => c.toUpperCase())

/** Logging and feature gates keep their own keys. */
function byGoNames(config: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const isSection = typeof value === 'object' && value !== null && !Array.isArray(value)
      const keeps = key === 'logging' || key === 'featureGates'
      return [goName(key), isSection && !keeps ? byGoNames(value as object) : value]
    }),
  )
}

/**
 * The JSON that /configz answers: the configuration as v1alpha1 writes it, in older releases by the internal type's Go
 * names.
 */
export function configzText({ configText, config, release }: PreparedKubeProxy): string {
  const written = parse(configText) as Record<string, unknown>
  const { configzVersioned, internalSections } = proxyConfigDialect(release.minor)
  if (configzVersioned || written['apiVersion'] === `${configGroup}/v1alpha2`)
    return JSON.stringify({ [configGroup]: written })
  const { apiVersion: _v, kind: _k, ...v1alpha1 } = written
  const internal = internalSections ? config : v1alpha1
  return JSON.stringify({ [configGroup]: byGoNames({ featureGates: {}, ...internal }) })
}
