// How releases differ in what they say about fields and names, whatever the resource.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the texts of field errors, whatever the resource. */
export const validationDialect = dialect('validation', {
  printsValuesAsJSON: since(
    34,
    'field errors print structs, lists, quantities, durations and named texts as JSON, not in the form of Go (%#v); those on component configuration too',
  ),
  saysTooLongAndMaxLengthAlike: since(
    32,
    'all errors on texts that are too long say "may not be more than N bytes", where some said "may not be longer than N"',
  ),
  usesSingular: since(
    34,
    'errors on limits of one are in the singular: "may not be more than 1 byte", "must have at most 1 item"',
  ),
  countsLabelsInBytes: since(
    35,
    'errors on the length of label keys, label values and annotation keys count bytes, not characters',
  ),
  checksSelectorValues: since(
    26,
    'values in matchExpressions of label selectors are checked as label values',
  ),
  namesDotsOfLabels: since(
    27,
    'the error on a DNS label that has dots says "must not contain dots", not what labels consist of',
  ),
  portNameText: changing('must contain at least one letter or number (a-z, 0-9)', [
    25,
    'must contain at least one letter (a-z)',
    'the error on the name of a port without a letter says "must contain at least one letter (a-z)"',
  ]),
  qualifiedName: changing('a qualified name', [
    35,
    'a valid label key',
    'the error on a key with several slashes says "a valid label key must consist of …", not "a qualified name must …"',
  ]),
  showsUnderscoresInPattern: since(
    34,
    'the message on a wrong dnsConfig.searches shows the pattern that allows underscores (RelaxedDNSSearchValidation)',
  ),
  repeatsOwnerKey: until(
    34,
    'the error on an owner reference without kind, name or uid says "must not be empty", not "kind must not be empty"',
  ),
  namesControllerKinds: since(
    26,
    'the error on two controllers among the owners names their kinds too: "Pod/a and Pod/b"',
  ),
  canonicalIPText: changing('not a valid ip in canonical format', [
    29,
    'must be a canonical format IP address',
    'the error on an IPAddress whose name is another form says "must be a canonical format IP address"',
  ]),
  quotesResourceNames: until(
    29,
    'errors on names of resources show them without quotes, as Go prints values of their type',
  ),
  sharesIPChecks: since(
    30,
    'addresses and CIDRs of DNS configurations, host aliases, load balancers, nodes and network policies are refused in the words of all others, "must be a valid IP address, (e.g. …)", and with their place in the list',
  ),
  warnsOfOddIPs: since(
    33,
    'addresses and CIDRs that can be read in several ways are warned about in pods, nodes, services, endpoints and network policies (KEP-4858)',
  ),
  keepsOldIPs: since(
    33,
    'addresses and CIDRs that an update leaves as they are are not validated again (KEP-4858)',
  ),
  checksIPsByOneRule: since(
    33,
    'names of IPAddresses, CIDRs of ServiceCIDRs and addresses of EndpointSlices are checked by one rule with its messages (KEP-4858)',
  ),
  callsOddIPsInvalid: since(
    36,
    'the warning on a non-standard address or CIDR says that it is invalid, not that it will be (KEP-4858)',
  ),
})
