// How releases differ in the kinds of resource.k8s.io.
import { changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in claims, classes, slices and taints of devices. */
export const deviceDialect = dialect('devices', {
  hasAlternatives: since(
    33,
    'a request for devices has alternatives, beside what it asks for exactly (KEP-4816)',
  ),
  claimsHaveControllers: until(
    32,
    'no ResourceClaim names a controller, and no DeviceClass nodes, for allocation by control planes of drivers (KEP-3063)',
  ),
  keepsMetaOfStatus: since(
    30,
    'a write of the status of a ResourceClaim or PodSchedulingContext changes no metadata',
  ),
  disownsMetaOfStatus: since(
    35,
    'metadata that is written with the status of a ResourceClaim is not noted in managedFields',
  ),
  hidesDeviceIds: until(35, 'errors on the devices of a status of a ResourceClaim show their IDs'),
  claimsNameClasses: until(
    31,
    'ResourceClaims hold requests for devices, and name no ResourceClass and allocationMode; ResourceClasses are gone',
  ),
  fixesAllocations: since(27, "a ResourceClaim's allocation may be removed, but not changed"),
  countsDevicesFirst: since(
    35,
    'of a list of devices, requests or the like that is too long nothing else is told, and repeated items are told without the name of their key (KEP-4381)',
  ),
  keepsKeysOutOfPaths: since(
    36,
    'errors on the name of an attribute, capacity or counter have the path of the map (KEP-4381)',
  ),
  requiresPartsOfNames: until(
    35,
    'an attribute without name or domain has an invalid value, where it lacked a required one (KEP-4381)',
  ),
  checksOneOfRequest: since(
    35,
    'of a request with exactly and firstAvailable only this is told, not what is wrong in either (KEP-4816)',
  ),
  checksUpdatedDeviceClaims: until(
    35,
    'an updated ResourceClaim or template whose spec differs is not validated beside (KEP-4381)',
  ),
  keepsTaintEffects: since(
    35,
    'effects of taints of devices that stay as they are stored are not looked at (KEP-5055)',
  ),
  deviceTaintEffects: changing<readonly string[]>(
    ['NoSchedule', 'NoExecute'],
    [35, ['NoSchedule', 'NoExecute', 'None'], 'taints of devices can have the effect None (KEP-5055)'],
  ),
  mostDeviceTaints: changing(4, [35, 16, 'a device can have 16 taints, not 4 (KEP-5055)']),
  mostConsumers: changing(32, [
    32,
    256,
    'a ResourceClaim can be reserved for 256 consumers, not 32 (KEP-4381)',
  ]),
  sliceNodeFields: changing('`nodeName`, `nodeSelector`, or `allNodes`', [
    33,
    '`nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection`',
    'a ResourceSlice may say per device which nodes reach it: perDeviceNodeSelection (KEP-4815)',
  ]),
  adminNamespaceLabel: changing<string | undefined>(
    undefined,
    [
      33,
      'resource.k8s.io/admin-access',
      'claims with adminAccess need a label of their namespace (KEP-5018)',
    ],
    [
      34,
      'resource.kubernetes.io/admin-access',
      'claims with adminAccess need the label resource.kubernetes.io/admin-access of their namespace, not resource.k8s.io/admin-access (KEP-5018)',
    ],
  ),
  warnsOfDriverNames: since(
    35,
    'a ResourceSlice whose driver has upper-case letters is warned about (KEP-4381)',
  ),
  countsSliceGenerations: since(31, 'ResourceSlices count generations (KEP-4381)'),
  dropsTolerations: since(
    35,
    'tolerations of requests for devices are dropped without the gate DRADeviceTaints (KEP-5055)',
  ),
  /** Before, upstream took it away from a copy. */
  dropsDistinctAttributes: since(
    35,
    'distinctAttribute of constraints is dropped without the gate DRAConsumableCapacity (KEP-5075)',
  ),
  dropsAllocationTimestamps: until(
    35,
    'allocationTimestamp of a ResourceClaim stays without the gates of binding conditions, which needed DRAResourceClaimDeviceStatus too (KEP-5007)',
  ),
})
