// KEP-784: what a conversion between v1alpha1 and v1alpha2 cannot keep.
import type { V1alpha2Configuration } from './defaults-v1alpha2.ts'
import type { V1alpha1Configuration } from './types.ts'

/** A field of the version that was read, without a place in the version that is written. */
export interface DroppedField {
  field: string
  value: string
  why: string
}

/** @param config with its defaults */
export function droppedByV1alpha2(config: V1alpha1Configuration): DroppedField[] {
  const { bindAddress, portRange } = config
  return [
    ...(portRange === ''
      ? []
      : [{ field: 'portRange', value: portRange, why: 'kube-proxy has had no use for it' }]),
    ...(bindAddress === '::'
      ? [{ field: 'bindAddress', value: bindAddress, why: 'nodeIPOverride takes no unspecified address' }]
      : []),
    ...otherModes(config),
  ]
}

type Section = 'iptables' | 'ipvs' | 'nftables'

/** Of periods and masqueradeAll, which were one for each mode, only those of the selected mode stay. */
function otherModes(config: V1alpha1Configuration): DroppedField[] {
  const selected: Section = config.mode === 'ipvs' || config.mode === 'nftables' ? config.mode : 'iptables'
  const masquerading = selected === 'nftables' ? 'nftables' : 'iptables'
  const why = `mode ${selected} does not use it, and there is one for all modes`
  const dropped: DroppedField[] = []
  const compare = (section: Section, name: string, value: unknown, kept: unknown, unset: unknown): void => {
    if (value !== kept && value !== unset)
      dropped.push({ field: `${section}.${name}`, value: String(value), why })
  }
  for (const section of ['iptables', 'ipvs', 'nftables'] as const) {
    if (section !== selected) {
      const own = config[section]
      const kept = config[selected]
      compare(section, 'syncPeriod', own.syncPeriod, kept.syncPeriod, '30s')
      compare(
        section,
        'minSyncPeriod',
        own.minSyncPeriod,
        kept.minSyncPeriod,
        section === 'ipvs' ? '0s' : '1s',
      )
    }
    if (section !== 'ipvs' && section !== masquerading)
      compare(
        section,
        'masqueradeAll',
        config[section].masqueradeAll,
        config[masquerading].masqueradeAll,
        false,
      )
  }
  return dropped
}

/** @param config with its defaults */
export function droppedByV1alpha1(config: V1alpha2Configuration): DroppedField[] {
  const dropped: DroppedField[] = []
  const [, ...moreAddresses] = config.nodeIPOverride ?? []
  if (moreAddresses.length > 0)
    dropped.push({
      field: 'nodeIPOverride[1]',
      value: moreAddresses.join(','),
      why: 'bindAddress holds one address',
    })
  if ((config.ipFamilyPolicy ?? '') !== '')
    dropped.push({
      field: 'ipFamilyPolicy',
      value: config.ipFamilyPolicy!,
      why: 'v1alpha1 has no such field',
    })
  if (config.configHardFail === true)
    dropped.push({ field: 'configHardFail', value: 'true', why: 'v1alpha1 only warns' })
  if (config.ipvs.masqueradeBit !== config.iptables.masqueradeBit)
    dropped.push({
      field: 'ipvs.masqueradeBit',
      value: String(config.ipvs.masqueradeBit),
      why: 'ipvs uses iptables.masqueradeBit',
    })
  return dropped
}

/** `portRange: "1-2" is dropped: …` */
export const droppedText = ({ field, value, why }: DroppedField): string =>
  `${field}: ${JSON.stringify(value)} is dropped: ${why}`
