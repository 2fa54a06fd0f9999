// KEP-784's tables: what a field of v1alpha2 is called in v1alpha1
import type { InternalConfiguration } from './types.ts'

const renamed: Readonly<Record<string, string>> = {
  'detectLocal.clusterCIDRs': 'clusterCIDR',
  nodeIPOverride: 'bindAddress',
  'windows.runAsService': 'windowsRunAsService',
}

/**
 * The path in v1alpha1 of a field of v1alpha2; v1alpha1 has some fields once for each mode. Fields that it lacks keep their
 * names.
 */
export function v1alpha1Name(field: string, { mode }: Pick<InternalConfiguration, 'mode'>): string {
  const section = mode === '' ? 'iptables' : mode
  if (field === 'syncPeriod' || field === 'minSyncPeriod') return `${section}.${field}`
  if (field === 'linux.masqueradeAll') return `${section === 'ipvs' ? 'iptables' : section}.masqueradeAll`
  if (field === 'ipvs.masqueradeBit' && section === 'ipvs') return 'iptables.masqueradeBit'
  if (Object.hasOwn(renamed, field)) return renamed[field]!
  return field.replace(/^linux\./, '')
}
