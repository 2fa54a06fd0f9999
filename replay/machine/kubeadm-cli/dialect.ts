// What kubeadm of a release says and takes. Upstream: cmd/kubeadm/app of each release
import { type Changing, changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** What kubeadm makes of a document of a version of its API; versions that it does not name are unknown to it. */
export type ConfigVersions = ReadonlyMap<string, 'taken' | 'deprecated' | 'experimental'>

/** The version of an image that kubeadm deploys. @param versions oldest first: from a minor release on */
const deployed = (image: string, before: string, versions: readonly [number, string][]): Changing<string> =>
  changing(
    before,
    ...versions.map(
      ([minor, version]) =>
        [minor, version, `kubeadm deploys ${image} ${version}`] as [number, string, string],
    ),
  )

/** By kubeadm's own minor release; where it shows what a cluster runs, by that of the cluster. */
export const kubeadmDialect = dialect('kubeadm', {
  /** Before every error. */
  errorPrefix: changing('', [34, 'error: ', 'kubeadm\'s errors begin with "error: "']),
  /** apply runs in phases, whose names stand before their errors. */
  phased: since(32, 'kubeadm upgrade apply runs in phases and names them in its errors'),
  /** `--config` of upgrade takes an UpgradeConfiguration only. */
  upgradeConfiguration: since(30, 'kubeadm upgrade --config takes an UpgradeConfiguration only'),
  /** Documents of old kinds are named as deprecated rather than as ignored. */
  deprecatedKinds: until(33, 'kubeadm upgrade ignores what is no UpgradeConfiguration'),
  /** The plan's tables name the nodes. */
  nodeColumn: since(30, 'the tables of kubeadm upgrade plan name the nodes'),
  /** Errors about versions of the API name the kind. */
  namesKind: since(31, 'kubeadm names the kind in what it says of versions of its API'),
  /** `upgrade` takes --feature-gates. */
  upgradeFeatureGates: until(32, 'kubeadm upgrade has no flag --feature-gates'),
  /** Before errors about the configuration of an upgrade that has no phases. */
  upgradeConfigTag: changing('[upgrade/config]', [
    30,
    '[upgrade/upgrade config]',
    'kubeadm upgrade tags errors about its configuration [upgrade/upgrade config]',
  ]),
  /** Before the question whether to proceed. */
  confirmTag: changing('[upgrade/confirm]', [
    30,
    '[upgrade]',
    'kubeadm upgrade tags its question whether to proceed [upgrade]',
  ]),
  /** Before the version that the cluster has, in the plan. */
  clusterVersionPrefix: changing('v', [30, '', "kubeadm upgrade plan shows the cluster's version without v"]),
  /** The plan says where the configuration is read. */
  tellsConfigMap: since(31, 'kubeadm upgrade plan says that it reads the ConfigMap kubeadm-config'),
  /** What configuration files and their documents are called. */
  configurationNoun: changing('YAML', [
    33,
    'configuration',
    'kubeadm speaks of configuration files and documents rather than of YAML',
  ]),
  /** What `kubeadm config migrate` is recommended with: the old file and the new. */
  migrateFiles: changing<readonly [string, string]>(
    ['old.yaml', 'new.yaml'],
    [33, ['old-config-file', 'new-config-file'], 'kubeadm recommends config migrate with old-config-file'],
  ),
  configVersions: changing<ConfigVersions>(
    new Map([
      ['v1beta2', 'deprecated'],
      ['v1beta3', 'taken'],
    ]),
    [27, new Map([['v1beta3', 'taken']]), 'kubeadm takes no v1beta2 of its API'],
    [
      28,
      new Map([
        ['v1beta3', 'taken'],
        ['v1beta4', 'experimental'],
      ]),
      'kubeadm has an experimental v1beta4 of its API',
    ],
    [
      31,
      new Map([
        ['v1beta3', 'deprecated'],
        ['v1beta4', 'taken'],
      ]),
      'kubeadm takes v1beta4 of its API, and v1beta3 is deprecated',
    ],
  ),
  /** The version of the API that `config migrate` writes. */
  writtenVersion: changing('v1beta3', [31, 'v1beta4', 'kubeadm config migrate writes v1beta4']),
  etcd: deployed('etcd', '3.5.6-0', [
    [25, '3.5.9-0'],
    [26, '3.5.10-0'],
    [27, '3.5.12-0'],
    [28, '3.5.15-0'],
    [29, '3.5.16-0'],
    [30, '3.5.15-0'],
    [31, '3.5.24-0'],
    [34, '3.6.5-0'],
    [35, '3.6.6-0'],
    [36, '3.6.8-0'],
  ]),
  coreDNS: deployed('CoreDNS', 'v1.8.6', [
    [25, 'v1.9.3'],
    [27, 'v1.10.1'],
    [29, 'v1.11.1'],
    [30, 'v1.11.3'],
    [33, 'v1.12.0'],
    [34, 'v1.12.1'],
    [35, 'v1.13.1'],
    [36, 'v1.14.2'],
  ]),
})

/** The first release whose own API has UpgradeConfiguration; kubeadm 1.30, which takes one too, reads it as this does. */
export const upgradeConfigurationMinor = 31
