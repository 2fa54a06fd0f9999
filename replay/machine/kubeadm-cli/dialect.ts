// What kubeadm of a release says and takes. Upstream: cmd/kubeadm/app of each release
import { goQuote } from '../../../apimachinery/field-error.ts'

/** kubeadm ends: its message and exit code. */
export class KubeadmError extends Error {}

export interface Dialect {
  /** Before every error. */
  errorPrefix: string
  /** apply runs in phases, whose names stand before their errors. */
  phased: boolean
  /** `--config` of upgrade takes an UpgradeConfiguration only. */
  upgradeConfiguration: boolean
  /** Old kinds are named as deprecated rather than as ignored. */
  deprecatedKinds: boolean
  /** The plan's tables name the nodes. */
  nodeColumn: boolean
  /** Whether errors about versions of the API name the kind. */
  namesKind: boolean
  /** `upgrade` takes --feature-gates. */
  upgradeFeatureGates: boolean
  etcd: string
  coreDNS: string
}

const etcdVersions: Readonly<Record<number, string>> = {
  24: '3.5.6-0',
  25: '3.5.6-0',
  26: '3.5.10-0',
  27: '3.5.12-0',
  28: '3.5.15-0',
  29: '3.5.16-0',
  30: '3.5.15-0',
  31: '3.5.24-0',
  32: '3.5.24-0',
  33: '3.5.24-0',
  34: '3.6.5-0',
  35: '3.6.6-0',
  36: '3.6.8-0',
}
const dnsVersions: Readonly<Record<number, string>> = {
  24: 'v1.8.6',
  25: 'v1.9.3',
  26: 'v1.9.3',
  27: 'v1.10.1',
  28: 'v1.10.1',
  29: 'v1.11.1',
  30: 'v1.11.3',
  31: 'v1.11.3',
  32: 'v1.11.3',
  33: 'v1.12.0',
  34: 'v1.12.1',
  35: 'v1.13.1',
  36: 'v1.14.2',
}
const of = (table: Readonly<Record<number, string>>, minor: number): string =>
  table[Math.min(36, Math.max(24, minor))]!

export const dialectOf = (minor: number): Dialect => ({
  errorPrefix: minor >= 34 ? 'error: ' : '',
  phased: minor >= 32,
  upgradeConfiguration: minor >= 30,
  deprecatedKinds: minor <= 32,
  nodeColumn: minor >= 30,
  namesKind: minor >= 31,
  upgradeFeatureGates: minor <= 31,
  etcd: of(etcdVersions, minor),
  coreDNS: of(dnsVersions, minor),
})

/** The last release that took a version of the API only to convert it. */
const oldVersions: Readonly<Record<string, string>> = {
  v1alpha1: 'v1.11',
  v1alpha2: 'v1.12',
  v1alpha3: 'v1.14',
  v1beta1: 'v1.15',
}

const migrate = "'kubeadm config migrate --old-config old.yaml --new-config new.yaml'"
const migrateSince33 = "'kubeadm config migrate --old-config old-config-file --new-config new-config-file'"

/** The warning that a document of this version of the API gets. Throws {@link KubeadmError} where it is not taken. */
export function checkConfigVersion(version: string, kind: string, minor: number): string | undefined {
  const { namesKind } = dialectOf(minor)
  const spec = `${goQuote(`kubeadm.k8s.io/${version}`)}${namesKind ? ` (kind: ${goQuote(kind)})` : ''}`
  const command = minor >= 33 ? migrateSince33 : migrate
  const old = version === 'v1beta2' && minor >= 27 ? 'v1.22' : oldVersions[version]
  if (old !== undefined)
    throw new KubeadmError(
      `your configuration file uses an old API spec: ${spec}. Please use kubeadm ${old} instead and run ${command}, which will write the new, similar spec using a newer API version.`,
    )
  if (version === 'v1beta4' && minor >= 28 && minor < 31)
    throw new KubeadmError(
      `experimental API spec: ${spec} is not allowed. You can use the --allow-experimental-api flag if the command supports it.`,
    )
  const known = minor < 27 ? ['v1beta2', 'v1beta3'] : minor < 28 ? ['v1beta3'] : ['v1beta3', 'v1beta4']
  if (!known.includes(version))
    throw new KubeadmError(
      `no kind ${goQuote(kind)} is registered for version ${goQuote(`kubeadm.k8s.io/${version}`)} in scheme "k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm/scheme/scheme.go:30"`,
    )
  const deprecated = version === 'v1beta2' || (version === 'v1beta3' && minor >= 31)
  return deprecated
    ? `your configuration file uses a deprecated API spec: ${spec}. Please use ${command}, which will write the new, similar spec using a newer API version.`
    : undefined
}
