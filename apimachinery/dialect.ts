// How releases differ in what concerns all resources; for their validation see validation/dialect.ts.
import { dialect, since, until } from '../component-base/dialect.ts'

/** Differences between releases in quotas, selectors, decoding and conversion. */
export const apimachineryDialect = dialect('apimachinery', {
  countsResourceClaims: since(
    32,
    'quotas count the devices that ResourceClaims ask of a class: CLASS.deviceclass.resource.k8s.io/devices (KEP-4381)',
  ),
  hasVolumeAttributesClassScope: since(
    33,
    'quotas of claims can have the scope VolumeAttributesClass (KEP-3751)',
  ),
  countsExtendedDevices: since(
    35,
    'quotas count extended resources of device classes: requests.deviceclass.resource.kubernetes.io/CLASS (KEP-5004)',
  ),
  swallowsSecondComma: until(35, 'a label selector takes several empty values in a row: `key in (a,,)`'),
  namesEmbeddedStructs: since(
    35,
    'the paths in errors of decoding JSON name structs that Go embeds in others',
  ),
  callsSharesNominal: since(
    26,
    'the shares of a PriorityLevelConfiguration are nominalConcurrencyShares (KEP-1040), in v1beta1 and v1beta2 still assuredConcurrencyShares',
  ),
  keepsZeroShares: since(
    29,
    'a PriorityLevelConfiguration can have 0 nominalConcurrencyShares: an annotation says so in v1beta3',
  ),
  convertsTolerance: since(
    33,
    'the behavior annotation of an autoscaling/v1 HorizontalPodAutoscaler holds tolerance (KEP-4951)',
  ),
})
