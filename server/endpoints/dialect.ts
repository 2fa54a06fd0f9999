// How releases differ in what requests are answered, whatever the resource.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the answers to requests, whatever the resource. */
export const endpointsDialect = dialect('requests', {
  takesOptionalKeys: since(
    34,
    'server-side apply takes items of associative lists that leave out keys, also those without defaults',
  ),
  refusesDuplicates: until(
    29,
    'lists can hold duplicates for server-side apply and managedFields: such an object was not tracked, and could not be applied to; an apply that sets another empty value is a write',
  ),
  formatsTypedErrors: until(
    34,
    'a percent sign in what server-side apply refuses as no list or map reads as it was sent',
  ),
  refusesExtrasWithoutUser: since(
    35,
    'impersonation of a UID, group or extra without a user is a bad request (400), not an internal error (500)',
  ),
  refusesUnknownComponents: since(
    33,
    'the status of a component that is unknown is not found (404), not an error without a reason (500)',
  ),
  /** The message of the component status of etcd. */
  etcdHealth: changing(
    '{"health":"true"}',
    [25, '', 'the component status of etcd-0 has no message'],
    [28, 'ok', 'the component status of etcd-0 has the message "ok"'],
  ),
  /** The release that deprecated Endpoints. */
  endpointsDeprecated: changing<string | undefined>(undefined, [
    33,
    '1.33',
    'requests for Endpoints are warned about: v1 Endpoints is deprecated, EndpointSlices take their place (KEP-4974)',
  ]),
  timesDryRuns: until(35, 'apiserver_request_sli_duration_seconds leaves out dry runs'),
  deletesInPages: since(
    28,
    'a collection that is deleted is read in pages, so that its resourceVersion means what it means for a page',
  ),
  namesAvailableTypes: since(
    25,
    'the answer 406 names the media types that it has: "Available representations: …"',
  ),
  refusesMarkedTokens: since(
    29,
    'a token of a Secret with the label kubernetes.io/legacy-token-invalid-since is refused (KEP-2799)',
  ),
  warnsOfExtraSpace: since(
    25,
    'an Authorization header with two spaces before the bearer token is warned about, where it was ignored silently',
  ),
  tracksSystemFields: until(
    25,
    'metadata.deletionTimestamp and deletionGracePeriodSeconds of a new object are dropped before its managedFields are made',
  ),
  timesChangedFieldsOnly: until(
    25,
    'managedFields have the time of the last write that changed the object, not of the last one that changed the fields of the manager',
  ),
  servesOpenAPIAsText: until(
    27,
    'documents of OpenAPI have their own media type, where they were text/plain or application/octet-stream',
  ),
  comparesAppliedVersionOnly: until(
    28,
    'the error on an apply of another kind or version is "invalid object type: …", where only versions were compared',
  ),
  keepsDirectives: until(
    28,
    'a strategic merge patch leaves no directives behind in what it adds, and $deleteFromPrimitiveList works on all lists',
  ),
  knowsInitialEvents: since(
    27,
    'a watch can ask for sendInitialEvents; resourceVersionMatch was forbidden for all watches (KEP-3157)',
  ),
  bindsTokensToNodes: since(
    29,
    'a TokenRequest can name a Node as the object that the token is bound to (KEP-4193)',
  ),
  takesUIDOfTokenRequests: since(
    34,
    'metadata.uid of a TokenRequest is compared with that of the account (TokenRequestServiceAccountUIDValidation)',
  ),
  refusesBadDeleteOptions: since(
    35,
    'a body of a DELETE that cannot be decoded is a bad request (400), not an error without a reason (500)',
  ),
  refusesScalarDocuments: since(
    35,
    'a JSON patch that replaces the whole document by a scalar fails, where it did nothing',
  ),
  registersStatusOfClaims: until(31, 'OpenAPI says that Status is a kind of resource.k8s.io too'),
  parsesOptionsFirst: changing(
    false,
    [
      32,
      true,
      'a list or watch with bad options, which accepts no media type of the server, is told of the options',
    ],
    [
      36,
      false,
      'a list or watch that accepts no media type of the server is answered 406, whatever its options',
    ],
  ),
  beginsStreamsWithList: changing(
    false,
    [
      32,
      true,
      'a streaming list (sendInitialEvents) brings an empty list along, and so cannot be a Table (KEP-3157)',
    ],
    [34, false, 'a streaming list (sendInitialEvents) can be a Table (KEP-3157)'],
  ),
  checksControlPlaneFirst: since(
    31,
    'the health checks of the controllers of the control plane come before those of the registry in the verbose answers',
  ),
  structuresPages: since(35, '/statusz and /flagz answer programs too, as objects of config.k8s.io/v1alpha1'),
  hasBetaPages: since(36, '/statusz and /flagz answer as objects of config.k8s.io/v1beta1'),
  listsPathsOfPages: since(34, '/statusz tells the paths of the server'),
  namesMissingScale: until(
    33,
    'the error on the scale of a missing object names the object, deployments.apps "NAME" not found, not its scale',
  ),
  guardsAllPods: since(27, 'a PodDisruptionBudget with an empty selector guards all pods of its namespace'),
  tellsWhyNoDisruption: since(
    35,
    'the error on an eviction that a PodDisruptionBudget refuses tells why the budget allows none, besides how many pods it needs',
  ),
})
