// How releases differ in the flags of kube-apiserver and their checks.
import { type Changing, changing, dialect, since, until } from '../../featuregates/release-changes.ts'

const accessKinds = ['AuthenticationConfiguration', 'AuthorizationConfiguration']
const alphaKinds = [...accessKinds, 'TracingConfiguration']

/** The kinds of configurations by version: those of apiserver.config.k8s.io changed, those of the older group did not. */
const configurations = (
  v1alpha1: readonly string[],
  v1beta1: readonly string[],
  v1: readonly string[],
): Readonly<Record<string, readonly string[]>> => ({
  'apiserver.k8s.io/v1alpha1': ['AdmissionConfiguration', 'EgressSelectorConfiguration'],
  'apiserver.k8s.io/v1beta1': ['EgressSelectorConfiguration'],
  'apiserver.config.k8s.io/v1alpha1': v1alpha1,
  'apiserver.config.k8s.io/v1beta1': v1beta1,
  'apiserver.config.k8s.io/v1': v1,
  // The name of the kind before there were groups.
  v1: v1.includes('EncryptionConfiguration') ? ['EncryptionConfig'] : [],
})

/** Differences between releases in the flags of kube-apiserver and their checks. */
export const optionsDialect = dialect('flags', {
  checksInFlightFirst: until(
    31,
    'limits of requests in flight that sum up to 0 are reported after files that cannot be read, not before',
  ),
  validatesRunOptions: since(
    31,
    'timeouts, limits and --cors-allowed-origins are validated with the other flags of kube-apiserver',
  ),
  /** In-tree providers that --cloud-provider may name; undefined: any name is taken. */
  cloudProviders: changing<readonly string[] | undefined>(
    undefined,
    [
      29,
      ['azure', 'gce', 'vsphere'],
      '--cloud-provider of kube-apiserver may be external or an in-tree provider, which needs two gates off (KEP-2395)',
    ],
    [30, ['gce'], '--cloud-provider of kube-apiserver no longer takes azure and vsphere (KEP-2395)'],
    [31, [], '--cloud-provider of kube-apiserver may be external only (KEP-2395)'],
  ),
  readsAdmissionManifests: since(
    36,
    'admission plugins of policies and webhooks may name a folder of manifests (staticManifestsDir), need no kubeConfigFile, read their configuration strictly, and know no WebhookAdmission of v1alpha1 (KEP-5793)',
  ),
  initializesAdmission: until(28, 'errors of admission plugins begin with "failed to apply admission"'),
  /** Each of the three servers of the chain makes its own admission. */
  admissionPerServer: until(26, 'a deprecated admission plugin is told of once, not three times'),
  /** APIs that priority and fairness needs, in the order in which --runtime-config is looked at, and what the error adds. */
  fairness: changing(
    {
      keys: [
        'flowcontrol.apiserver.k8s.io/v1beta2',
        'flowcontrol.apiserver.k8s.io/v1beta1',
        'api/beta',
        'api/all',
      ],
      more: ' and --feature-gates=APIPriorityAndFairness=true',
    },
    [
      26,
      {
        keys: ['flowcontrol.apiserver.k8s.io/v1beta3', 'api/beta', 'api/all'],
        more: ' and --feature-gates=APIPriorityAndFairness=true',
      },
      'priority and fairness needs flowcontrol.apiserver.k8s.io/v1beta3 (KEP-1040)',
    ],
    [
      29,
      { keys: ['flowcontrol.apiserver.k8s.io/v1', 'api/ga', 'api/all'], more: '' },
      'priority and fairness needs flowcontrol.apiserver.k8s.io/v1, and no gate (KEP-1040)',
    ],
  ),
  anyOidcFlag: since(
    29,
    'every --oidc-* flag of kube-apiserver needs --oidc-issuer-url and --oidc-client-id',
  ),
  needsAuthorizationMode: until(
    29,
    '--authorization-mode of kube-apiserver may be empty: everything is allowed',
  ),
  bootstrapsServices: until(28, 'errors of service ranges no longer name the bootstrap controller'),
  /** What stands before an error about the files of --kubelet-certificate-authority and the like. */
  kubeletClientError: changing(
    'error building core storage: ',
    [
      28,
      'problem initializing API group "" : ',
      'errors of the core API group begin with "problem initializing API group"',
    ],
    [
      31,
      'problem initializing API group "": ',
      'errors of the core API group have no space before the colon',
    ],
  ),
  decodesServerFilesStrictly: since(
    32,
    'unknown and repeated fields of an egress selector or tracing configuration are errors, and the apiVersion of an egress selector configuration counts',
  ),
  /** Whether servers of the list may be empty in --etcd-servers-overrides, and each wrong override is told. */
  tellsEachOverride: until(
    34,
    '--etcd-servers-overrides may not hold empty URLs, and only the first wrong one is told',
  ),
  comparesAuthorities: since(
    35,
    '--client-ca-file and --requestheader-client-ca-file with the same certificate need --requestheader-allowed-names',
  ),
  /** What --service-account-signing-endpoint has to be, beside an abstract socket that begins with @. */
  endpointError: changing(
    'should be a valid location on the filesystem or must be prefixed with @ to name UDS in abstract namespace',
    [
      34,
      'when prefixed with @ must be a valid abstract socket name',
      'the error about --service-account-signing-endpoint is about abstract sockets only',
    ],
  ),
  /** What stands behind the duration in the warning about a short --service-account-max-token-expiration. */
  tokenLifeUnit: changing(' seconds', [
    32,
    '',
    'the warning about a short --service-account-max-token-expiration has no "seconds" behind the duration',
  ]),
  /** What stands before the error about an unreadable --encryption-provider-config, and which word tells of it. */
  encryptionFile: changing(
    { frame: '', cannot: 'opening', mayBeEmpty: true },
    [
      26,
      { frame: 'error while parsing file: ', cannot: 'opening', mayBeEmpty: false },
      'the error about an encryption configuration begins with "error while parsing file"',
    ],
    [
      29,
      { frame: 'error while parsing file: error while loading file: ', cannot: 'opening', mayBeEmpty: false },
      'an encryption configuration is loaded, and then parsed',
    ],
    [
      30,
      { frame: 'error while parsing file: error while loading file: ', cannot: 'reading', mayBeEmpty: false },
      'an encryption configuration that cannot be opened is told as one that cannot be read',
    ],
  ),
  /** What stands before the error about a wrong encryption configuration (`%s` is its quoted path), and before one about its text. */
  encryptionErrors: changing(
    {
      frame: 'error while parsing encryption provider configuration file %s: error while parsing file: ',
      decoding: '',
    },
    [
      26,
      { frame: 'error while parsing file: ', decoding: '' },
      'the error about a wrong encryption configuration no longer names its path first',
    ],
    [
      27,
      {
        frame: 'error while parsing file: ',
        decoding: 'error decoding encryption provider configuration file %s: ',
      },
      'an encryption configuration that cannot be decoded is told with its path',
    ],
  ),
  encryptsByWildcard: since(
    27,
    'an encryption configuration may name *.*, *.group and *., and its resources are validated',
  ),
  knowsOtherServerConfigurations: since(
    30,
    'another configuration of kube-apiserver in place of an encryption configuration is told by its kind',
  ),
  /** The Go package of the configuration. */
  configPackage: changing('config', [
    30,
    'apiserver',
    'errors print providers of an encryption configuration as of the package apiserver, not config',
  ]),
  decodesEncryptionStrictly: since(
    31,
    'unknown and repeated fields of an encryption configuration are errors',
  ),
  /** The kinds of configurations that kube-apiserver knows, by apiVersion. */
  serverConfigurations: changing(
    configurations(['TracingConfiguration'], [], ['AdmissionConfiguration']),
    [
      27,
      configurations(['TracingConfiguration'], ['TracingConfiguration'], ['AdmissionConfiguration']),
      'the file of --tracing-config-file may be apiserver.config.k8s.io/v1beta1',
    ],
    [
      29,
      configurations(alphaKinds, ['TracingConfiguration'], ['AdmissionConfiguration']),
      'kube-apiserver reads AuthenticationConfiguration and AuthorizationConfiguration, apiserver.config.k8s.io/v1alpha1 (KEP-3221, KEP-3331)',
    ],
    [
      30,
      configurations(alphaKinds, alphaKinds, ['AdmissionConfiguration', 'EncryptionConfiguration']),
      'AuthenticationConfiguration and AuthorizationConfiguration can be apiserver.config.k8s.io/v1beta1 (KEP-3221, KEP-3331)',
    ],
    [
      32,
      configurations(alphaKinds, alphaKinds, [
        'AdmissionConfiguration',
        'EncryptionConfiguration',
        'AuthorizationConfiguration',
      ]),
      'AuthorizationConfiguration can be apiserver.config.k8s.io/v1 (KEP-3221)',
    ],
    [
      34,
      configurations(alphaKinds, alphaKinds, [
        'AdmissionConfiguration',
        'EncryptionConfiguration',
        ...alphaKinds,
      ]),
      'AuthenticationConfiguration and TracingConfiguration can be apiserver.config.k8s.io/v1 (KEP-3331)',
    ],
  ),
  reloadsAuthorization: since(
    30,
    'the file of --authorization-config is read again when it changes (KEP-3221)',
  ),
  readsAuthorizationFirst: since(
    30,
    'an --authorization-config that cannot be opened is told as such, not as one that cannot be loaded',
  ),
  disablesAuthorizationCaches: since(
    34,
    'AuthorizationConfiguration says with cacheAuthorizedRequests and cacheUnauthorizedRequests whether answers are kept',
  ),
  /** How the fatal line about a --storage-media-type begins and ends; undefined: it is validated. */
  mediaTypeFatal: changing<readonly [string, string] | undefined>(
    ['Error determining service IP ranges: ', ''],
    [
      25,
      ['Error creating storage factory config: ', ''],
      'a bad --storage-media-type is a matter of the storage factory',
    ],
    [
      26,
      [
        'Error creating storage factory config: ',
        ', supported media types: [application/json application/yaml application/vnd.kubernetes.protobuf]',
      ],
      'a bad --storage-media-type is told of with those that can be taken',
    ],
    [29, undefined, '--storage-media-type is validated with the other flags'],
  ),
  needsAggregation: until(25, '--runtime-config may switch apiregistration.k8s.io/v1 off'),
  peerFlagsNeedGate: since(
    28,
    '--peer-ca-file, --peer-advertise-ip and --peer-advertise-port need a gate (KEP-4020)',
  ),
  leavesEtcdKeyToServer: since(
    28,
    'an --etcd-keyfile without --etcd-certfile ends kube-apiserver with a fatal line',
  ),
  contextDenyNeedsGate: since(27, 'the admission plugin SecurityContextDeny needs its gate (KEP-3785)'),
  /** What stands before the error about an unreadable --peer-ca-file. */
  peerTransportError: changing('', [
    33,
    'failed to create proxy transport: ',
    'the error about an unreadable --peer-ca-file begins with "failed to create proxy transport"',
  ]),
  checksProxyGate: changing(
    false,
    [28, true, 'the gate UnknownVersionInteroperabilityProxy needs StorageVersionAPI (KEP-4020)'],
    [
      33,
      false,
      'the gate UnknownVersionInteroperabilityProxy needs no StorageVersionAPI any more (KEP-4020)',
    ],
  ),
  takesWideRangesWithDualWrite: until(
    31,
    'a --service-cluster-ip-range of more than 20 bits needs DisableAllocatorDualWrite too (KEP-1880)',
  ),
  severalIssuers: since(
    30,
    'an AuthenticationConfiguration may have up to 64 issuers, with discovery URLs and several audiences, and is read again when it changes (KEP-3331)',
  ),
  anonymousInFile: since(31, 'an AuthenticationConfiguration may say who is anonymous (KEP-4633)'),
  reservesExtraKeys: since(
    32,
    'keys of the extra of users of an AuthenticationConfiguration may not be of kubernetes.io and k8s.io, and gates are needed for more of its fields',
  ),
  egressOfIssuers: since(34, 'an issuer of an AuthenticationConfiguration may name an egress selector'),
  namesAuthenticationFile: since(
    34,
    'errors of an AuthenticationConfiguration begin with "failed to load authentication configuration" or "invalid authentication configuration"',
  ),
  spellsAnonymousFlag: since(
    34,
    'the error about --anonymous-auth beside its configuration spells the flag right',
  ),
  spellsEndpoints: since(
    35,
    'the error about anonymous requests in an AuthenticationConfiguration spells their gate right',
  ),
  tersely: since(
    34,
    'an AuthenticationConfiguration is told of missing fields without "… is required", and of others with "may not be specified"',
  ),
  validatesIssuerFlags: since(
    29,
    '--oidc-* flags are validated as an AuthenticationConfiguration with one issuer is (KEP-3331)',
  ),
})

/** The admission plugins that some releases do not have. */
export const admissionPluginDialect = dialect<Record<string, Changing<boolean>>>('admission plugins', {
  PodSecurityPolicy: until(25, 'the admission plugin PodSecurityPolicy is gone'),
  ValidatingAdmissionPolicy: since(
    26,
    'there is an admission plugin ValidatingAdmissionPolicy, on unless it is disabled',
  ),
  ClusterTrustBundleAttest: since(
    27,
    'there is an admission plugin ClusterTrustBundleAttest, on unless it is disabled',
  ),
  SecurityContextDeny: until(30, 'the admission plugin SecurityContextDeny is gone'),
  PersistentVolumeLabel: until(31, 'the admission plugin PersistentVolumeLabel is gone'),
  MutatingAdmissionPolicy: since(
    32,
    'there is an admission plugin MutatingAdmissionPolicy, on unless it is disabled',
  ),
  PodTopologyLabels: since(33, 'there is an admission plugin PodTopologyLabels, on unless it is disabled'),
  NodeDeclaredFeatureValidator: since(
    35,
    'there is an admission plugin NodeDeclaredFeatureValidator, on unless it is disabled',
  ),
  PodGroupProtection: since(36, 'there is an admission plugin PodGroupProtection, on unless it is disabled'),
  PodGroupWorkloadExists: since(
    36,
    'there is an admission plugin PodGroupWorkloadExists, on unless it is disabled',
  ),
  JobValidation: since(36, 'there is an admission plugin JobValidation, on unless it is disabled'),
  PodResizeValidator: since(36, 'there is an admission plugin PodResizeValidator, on unless it is disabled'),
})
