// How releases differ in discovery, storage versions and the runtime configuration.
import { type Changing, changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

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

/** The version that a resource is stored in from a minor release on; undefined: the newest that is known. */
type Pin = readonly [minor: number, version: string | undefined]

const pinned = (resource: string, ...pins: readonly Pin[]): Changing<string | undefined> =>
  changing<string | undefined>(
    undefined,
    ...pins.map(
      ([minor, version]) =>
        [
          minor,
          version,
          `${resource} are stored as ${version ?? 'the newest version that is known'}`,
        ] as const,
    ),
  )

/** `group/resource` → the version that releases pin it to, where they do: else they store the newest that is known. */
export const storageVersionDialect = dialect<Record<string, Changing<string | undefined>>>(
  'storage versions',
  {
    'coordination.k8s.io/leasecandidates': pinned(
      'leasecandidates',
      [31, 'v1alpha1'],
      [32, 'v1alpha2'],
      [33, 'v1beta1'],
    ),
    'networking.k8s.io/ipaddresses': pinned('ipaddresses', [31, 'v1beta1'], [34, undefined]),
    'networking.k8s.io/servicecidrs': pinned('servicecidrs', [31, 'v1beta1'], [34, undefined]),
    'certificates.k8s.io/clustertrustbundles': pinned(
      'clustertrustbundles',
      [31, 'v1alpha1'],
      [33, 'v1beta1'],
    ),
    'certificates.k8s.io/podcertificaterequests': pinned(
      'podcertificaterequests',
      [34, 'v1alpha1'],
      [35, 'v1beta1'],
    ),
    'storage.k8s.io/volumeattributesclasses': pinned(
      'volumeattributesclasses',
      [31, 'v1beta1'],
      [36, undefined],
    ),
    'admissionregistration.k8s.io/mutatingadmissionpolicies': pinned(
      'mutatingadmissionpolicies',
      [32, 'v1alpha1'],
      [35, 'v1beta1'],
    ),
    'admissionregistration.k8s.io/mutatingadmissionpolicybindings': pinned(
      'mutatingadmissionpolicybindings',
      [32, 'v1alpha1'],
      [35, 'v1beta1'],
    ),
    'resource.k8s.io/devicetaintrules': pinned('devicetaintrules', [33, 'v1alpha3']),
    'resource.k8s.io/resourcepoolstatusrequests': pinned('resourcepoolstatusrequests', [36, 'v1alpha3']),
    'scheduling.k8s.io/workloads': pinned('workloads', [35, 'v1alpha1'], [36, 'v1alpha2']),
    'scheduling.k8s.io/podgroups': pinned('podgroups', [36, 'v1alpha2']),
  },
)
