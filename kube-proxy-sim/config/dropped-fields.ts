// KEP-784: what a conversion between v1alpha1 and v1alpha2 cannot keep.
import type { V1alpha2Configuration } from './defaults-v1alpha2.ts'
import { milliseconds } from './duration.ts'
import type { V1alpha1Configuration } from './types.ts'

/** A field of the version that was read, without a place in the version that is written. */
export interface DroppedField {
  field: string
  value: string
  why: string
}

const when = (is: boolean, field: string, value: string, why: string): DroppedField[] =>
  is ? [{ field, value, why }] : []

/** The fields of a v1alpha1 configuration that v1alpha2 has no place for. @param config with its defaults */
export function droppedByV1alpha2(config: V1alpha1Configuration): DroppedField[] {
  const { bindAddress, portRange } = config
  return [
    ...when(portRange !== '', 'portRange', portRange, 'kube-proxy has had no use for it'),
    ...when(bindAddress === '::', 'bindAddress', '::', 'nodeIPOverride takes no unspecified address'),
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

/** The fields of a v1alpha2 configuration that v1alpha1 has no place for. @param config with its defaults */
export function droppedByV1alpha1(config: V1alpha2Configuration): DroppedField[] {
  const { mode, iptables, ipvs, ipFamilyPolicy = '', minSyncPeriod } = config
  const more = (config.nodeIPOverride ?? []).slice(1).join(',')
  const immediate = mode !== 'ipvs' && milliseconds(minSyncPeriod) === 0
  const ownBit = ipvs.masqueradeBit !== iptables.masqueradeBit
  return [
    ...when(more !== '', 'nodeIPOverride[1]', more, 'bindAddress holds one address'),
    ...when(ipFamilyPolicy !== '', 'ipFamilyPolicy', ipFamilyPolicy, 'v1alpha1 has no such field'),
    ...when(config.configHardFail === true, 'configHardFail', 'true', 'v1alpha1 only warns'),
    ...when(immediate, 'minSyncPeriod', minSyncPeriod, 'v1alpha1 reads 0s as 1s, but in mode ipvs'),
    ...when(ownBit, 'ipvs.masqueradeBit', String(ipvs.masqueradeBit), 'ipvs uses iptables.masqueradeBit'),
  ]
}

/** The line about a dropped field: `portRange: "1-2" is dropped: …` */
export const droppedText = ({ field, value, why }: DroppedField): string =>
  `${field}: ${JSON.stringify(value)} is dropped: ${why}`
