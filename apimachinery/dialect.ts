// How releases differ in what concerns all resources; for their validation see validation/dialect.ts.
import { changing, dialect, since, until } from '../featuregates/release-changes.ts'

/** Differences between releases in quotas, selectors, decoding and conversion. */
export const apimachineryDialect = dialect('apimachinery', {
  countsResourceClaims: since(
    32,
    'quotas count the devices that ResourceClaims ask of a class: CLASS.deviceclass.resource.k8s.io/devices (KEP-4381)',
  ),
  countsSidecarPorts: since(
    33,
    'host ports of init containers with restartPolicy Always are taken, for the scheduler and the kubelet',
  ),
  hasVolumeAttributesClassScope: since(
    33,
    'quotas of claims can have the scope VolumeAttributesClass (KEP-3751)',
  ),
  countsExtendedDevices: since(
    35,
    'quotas count extended resources of device classes: requests.deviceclass.resource.kubernetes.io/CLASS (KEP-5004)',
  ),
  reportsDifferencesByCmp: until(
    34,
    'messages on fields that cannot change show them as a unified diff, not as a report of go-cmp',
  ),
  swallowsSecondComma: until(35, 'a label selector takes several empty values in a row: `key in (a,,)`'),
  namesEmbeddedStructs: since(
    35,
    'the paths in errors of decoding JSON name structs that Go embeds in others',
  ),
  /** The limits of CBOR: the depth of nesting, and the sizes of lists and maps. */
  cborLimits: changing({ levels: 64, elements: 1024, pairs: 1024 }, [
    36,
    { levels: 10_000, elements: 2_147_483_647, pairs: 2_097_152 },
    'CBOR may nest 10,000 levels deep (before 64), and its lists and maps may hold more than 1,024 elements',
  ]),
  readsCbor: since(
    32,
    'custom resources that are stored as CBOR can be read, whatever the gate CBORServingAndStorage says (KEP-4222)',
  ),
  convertsTolerance: since(
    33,
    'the behavior annotation of an autoscaling/v1 HorizontalPodAutoscaler holds tolerance (KEP-4951)',
  ),
})
