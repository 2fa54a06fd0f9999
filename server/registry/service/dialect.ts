// How releases differ in services and in what allocates for them.
import { changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in Services and the allocation of their addresses. */
export const serviceDialect = dialect('services', {
  selectsByTypeAndIP: since(31, 'services can be selected by the fields spec.clusterIP and spec.type'),
  checksUpdatesAsNew: until(
    34,
    'the metadata of an updated service is validated once, not as of a new one too',
  ),
  familyPolicyType: changing('IPFamilyPolicyType', [
    25,
    'IPFamilyPolicy',
    "the type of ipFamilyPolicy is IPFamilyPolicy in Go's form of values, not IPFamilyPolicyType",
  ]),
  comparesTopologyModes: since(
    27,
    'the annotations topology-mode and topology-aware-hints of a service must not differ (KEP-2433)',
  ),
  warns: since(
    27,
    'services are warned about: addresses that are not in their canonical form, and a deprecated annotation',
  ),
  warnsOfIgnoredNames: since(
    28,
    'externalIPs and externalName that the type of a service ignores are warned about',
  ),
  hasPolicyForExternalIPs: since(
    29,
    'a service of type ClusterIP with externalIPs has an externalTrafficPolicy, by default Cluster',
  ),
  checksRangesOneByOne: since(
    30,
    'each of loadBalancerSourceRanges is checked on its own, where a list with a wrong one "must be a list of IP ranges"',
  ),
  keepsUnallocatedPorts: until(
    30,
    'an update of a load balancer that leaves its node ports out drops them where allocateLoadBalancerNodePorts is false',
  ),
  refusesKubeletPort: until(33, 'a service of type LoadBalancer can have the port 10250'),
  warnsOfHeadless: since(
    34,
    'externalIPs, loadBalancerIP and sessionAffinity, which a headless service ignores, are warned about',
  ),
  warnsOfExternalIPs: since(36, 'spec.externalIPs is warned about as deprecated (KEP-5707)'),
  warnsOfPreferClose: since(
    35,
    'trafficDistribution PreferClose is warned about: PreferSameZone is its name (KEP-3015)',
  ),
  passesOnAllocatorErrors: changing<'never' | 'with dual write' | 'always'>(
    'never',
    [
      33,
      'with dual write',
      'an error of the allocator of IPAddresses fails a write while it also writes bitmaps (KEP-1880)',
    ],
    [34, 'never', 'an error of the allocator of IPAddresses has another ServiceCIDR tried'],
    [35, 'always', 'an error of the allocator of IPAddresses fails the write: "failed to allocate IP: …"'],
  ),
  namesServiceOfFullRange: since(
    36,
    'the error on ranges without a free address names the service: "failed to allocate a serviceIP for Service …"',
  ),
  hasServiceCIDRs: since(
    29,
    'with MultiCIDRServiceAllocator, addresses come from ServiceCIDRs, not from the range of the flag alone (KEP-1880)',
  ),
  tellsParentUID: until(29, 'spec.parentRef of the IPAddress of a service has no uid any more (KEP-1880)'),
  ipAddressVersion: changing(
    'v1alpha1',
    [31, 'v1beta1', 'IPAddresses of services are written in networking.k8s.io/v1beta1 (KEP-1880)'],
    [33, 'v1', 'IPAddresses of services are written in networking.k8s.io/v1 (KEP-1880)'],
  ),
  takesEdgesOfRanges: until(
    31,
    'the first and last address of a ServiceCIDR are in no range: a service that asks for one is refused',
  ),
})
