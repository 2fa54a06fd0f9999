// How releases differ in PersistentVolumeClaims.
import { changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in the validation of PersistentVolumeClaims. */
export const claimDialect = dialect('claims', {
  changeableFields: changing('resources.requests', [
    29,
    'resources.requests and volumeAttributesClassName',
    'the error on a changed PersistentVolumeClaim says that volumeAttributesClassName may change too (KEP-3751)',
  ]),
  attributesClassChanges: changing<'never' | 'always' | 'toAnother' | 'bound'>(
    'never',
    [29, 'always', 'the volumeAttributesClassName of a PersistentVolumeClaim may change (KEP-3751)'],
    [
      31,
      'toAnother',
      'the volumeAttributesClassName of a bound PersistentVolumeClaim may change, and not be removed (KEP-3751)',
    ],
    [
      34,
      'bound',
      'the volumeAttributesClassName of a bound PersistentVolumeClaim may change, and be removed as long as its volume has none (KEP-3751)',
    ],
  ),
  refusedDataSourceText: changing('', [
    26,
    "must be 'PersistentVolumeClaim' when referencing the default apiGroup",
    'the error on a data source of the default group says that it must be a PersistentVolumeClaim',
  ]),
  checksDataSourceGroups: since(
    29,
    'the apiGroup of the data source of a PersistentVolumeClaim is validated',
  ),
  takesOncePodInline: since(
    29,
    'the inline volume of a VolumeAttachment can have ReadWriteOncePod (KEP-2485)',
  ),
  checksAsNew: until(
    35,
    'the metadata and spec of an updated PersistentVolumeClaim are validated once, not twice',
  ),
})
