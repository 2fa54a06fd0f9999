// How releases differ in discovery, storage versions and the runtime configuration.
import { changing, dialect, since, until } from '../../../component-base/dialect.ts'

/** Differences between releases in discovery, storage versions and the runtime configuration. */
export const discoveryDialect = dialect('discovery', {
  writesCreationTimestamp: until(
    34,
    'aggregated discovery and component statuses have no "creationTimestamp": null any more',
  ),
  warnsOfEmulatedAlpha: since(
    34,
    'alpha versions that are asked for while an older release is emulated are warned about (KEP-4330)',
  ),
  runtimeConfigLead: changing('invalid key', [
    36,
    'invalid runtime-config',
    'the error on --runtime-config=api/all=false alone says "invalid runtime-config", not "invalid key"',
  ]),
  namesUnknownVersions: since(
    36,
    'the message on unknown groups in --runtime-config names group and version, not the group alone',
  ),
  tellsFreshnessOfCore: since(27, 'aggregated discovery says of the core group too that it is Current'),
  servesV2: since(30, 'aggregated discovery has the version v2 beside v2beta1 (KEP-3352)'),
  hashesOldVersions: until(31, 'the storage version hash of EndpointSlices is that of v1, not of v1beta1'),
  storesOldVersions: until(
    30,
    'autoscalers, endpoint slices, disruption budgets and priority levels are stored in the version of the release, not an older one',
  ),
  storesNewestKnown: since(
    31,
    'objects are stored in the newest version that the min compatibility version has too (KEP-4330)',
  ),
  skipsReplacedVersions: changing(
    false,
    [32, true, 'objects are not stored in versions that have a replacement'],
    [35, false, 'objects can be stored in versions that have a replacement'],
  ),
})
