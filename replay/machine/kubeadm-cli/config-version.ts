// Versions of kubeadm's API in configuration files. Upstream: cmd/kubeadm/app/util/config/common.go (validateSupportedVersion)
import { goQuote } from '../../../apimachinery/field-error.ts'
import { kubeadmDialect } from './dialect.ts'
import { KubeadmError } from './kubeadm-error.ts'

/** The last release that took a version of the API only to convert it. */
const lastReleases: ReadonlyMap<string, string> = new Map([
  ['v1alpha1', 'v1.11'],
  ['v1alpha2', 'v1.12'],
  ['v1alpha3', 'v1.14'],
  ['v1beta1', 'v1.15'],
  ['v1beta2', 'v1.22'],
])

/** The warning that a document of this version of the API gets. Throws {@link KubeadmError} where it is not taken. */
export function checkConfigVersion(version: string, kind: string, minor: number): string | undefined {
  const { namesKind, configVersions, migrateFiles } = kubeadmDialect(minor)
  const groupVersion = goQuote(`kubeadm.k8s.io/${version}`)
  const spec = `${groupVersion}${namesKind ? ` (kind: ${goQuote(kind)})` : ''}`
  const [oldFile, newFile] = migrateFiles
  const command = `'kubeadm config migrate --old-config ${oldFile} --new-config ${newFile}'`
  const state = configVersions.get(version)
  if (state === 'taken') return undefined
  if (state === 'deprecated')
    return `your configuration file uses a deprecated API spec: ${spec}. Please use ${command}, which will write the new, similar spec using a newer API version.`
  if (state === 'experimental')
    throw new KubeadmError(
      `experimental API spec: ${spec} is not allowed. You can use the --allow-experimental-api flag if the command supports it.`,
    )
  const last = lastReleases.get(version)
  throw new KubeadmError(
    last === undefined
      ? `no kind ${goQuote(kind)} is registered for version ${groupVersion} in scheme "k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm/scheme/scheme.go:30"`
      : `your configuration file uses an old API spec: ${spec}. Please use kubeadm ${last} instead and run ${command}, which will write the new, similar spec using a newer API version.`,
  )
}
