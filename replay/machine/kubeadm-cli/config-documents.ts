// Upstream: cmd/kubeadm/app/util/config
import { parseAllDocuments } from '../../../component-base/yaml.ts'
import { checkConfigVersion } from './config-version.ts'
import { kubeadmDialect, upgradeConfigurationMinor } from './dialect.ts'
import { KubeadmError } from './kubeadm-error.ts'

/** A document of a kubeadm configuration file, told by its kind. */
export interface KubeadmDocument {
  apiVersion?: string
  kind?: string
  [field: string]: unknown
}

/** Throws {@link KubeadmError} where the text is no YAML. */
export function readDocuments(text: string): KubeadmDocument[] {
  return parseAllDocuments(text, { logLevel: 'error' }).flatMap((document) => {
    if (document.errors.length > 0)
      throw new KubeadmError(
        `error converting YAML to JSON: yaml: ${document.errors[0]!.message.split('\n')[0]}`,
      )
    const value = document.toJS() as KubeadmDocument | null
    if (value === null) return []
    if (typeof value !== 'object' || !value.apiVersion || !value.kind)
      throw new KubeadmError(
        'invalid configuration for GroupVersionKind /, Kind=: kind and apiVersion is mandatory information that must be specified',
      )
    return [value]
  })
}

const ownKinds = [
  'InitConfiguration',
  'ClusterConfiguration',
  'JoinConfiguration',
  'ResetConfiguration',
  'UpgradeConfiguration',
]
const componentKinds = ['KubeletConfiguration', 'KubeProxyConfiguration']

const groupOf = ({ apiVersion = '' }: KubeadmDocument): string => apiVersion.split('/')[0]!
const versionOf = ({ apiVersion = '' }: KubeadmDocument): string => apiVersion.split('/')[1] ?? ''
const shown = ({ apiVersion, kind }: KubeadmDocument): string => `${apiVersion}, Kind=${kind}`

/** Warnings of the documents of kubeadm's own kinds. Throws {@link KubeadmError} for versions that this kubeadm does not take. */
export function checkDocuments(documents: readonly KubeadmDocument[], minor: number): string[] {
  return documents.flatMap((document) => {
    if (groupOf(document) !== 'kubeadm.k8s.io') return []
    const warning = checkConfigVersion(versionOf(document), document.kind!, minor)
    return warning === undefined ? [] : [warning]
  })
}

/** What `init --config` takes. @returns warnings */
export function checkInitDocuments(documents: readonly KubeadmDocument[], minor: number): string[] {
  const warnings = checkDocuments(documents, minor)
  const names = documents.map(({ kind }) => kind)
  const noun = kubeadmDialect(minor).configurationNoun
  if (!names.includes('InitConfiguration') && !names.includes('ClusterConfiguration'))
    throw new KubeadmError(`no InitConfiguration or ClusterConfiguration kind was found in the ${noun} file`)
  const ignored = documents.filter(({ kind }) => ![...ownKinds, ...componentKinds].includes(kind!))
  return [
    ...warnings,
    ...ignored.map((one) => `[config] WARNING: Ignored ${noun} document with GroupVersionKind ${shown(one)}`),
  ]
}

/** What `upgrade --config` takes. @returns warnings, and whether the documents are the new configuration of the cluster */
export function checkUpgradeDocuments(
  documents: readonly KubeadmDocument[],
  minor: number,
): { warnings: string[]; reconfigures: boolean } {
  const { upgradeConfiguration, deprecatedKinds, configurationNoun } = kubeadmDialect(minor)
  if (!upgradeConfiguration) {
    const warnings = checkDocuments(documents, minor)
    const reconfigures = documents.some((one) => groupOf(one) === 'kubeadm.k8s.io')
    const warning =
      'WARNING: Usage of the --config flag with kubeadm config types for reconfiguring the cluster during upgrade is not recommended!'
    return { warnings: reconfigures ? [warning, ...warnings] : warnings, reconfigures }
  }
  const others = documents.filter(({ kind }) => kind !== 'UpgradeConfiguration')
  const warnings = others.map((one) => {
    const known = ['InitConfiguration', 'ClusterConfiguration', ...componentKinds].includes(one.kind!)
    return deprecatedKinds && known
      ? `[config] WARNING: YAML document with GroupVersionKind ${shown(one)} is deprecated for upgrade, please use config file with kind of UpgradeConfiguration instead `
      : `[config] WARNING: Ignored ${configurationNoun} document with GroupVersionKind ${shown(one)}`
  })
  const own = documents.filter(({ kind }) => kind === 'UpgradeConfiguration')
  checkDocuments(own, Math.max(minor, upgradeConfigurationMinor))
  if (own.length === 0)
    throw Object.assign(new KubeadmError('no UpgradeConfiguration found in the supplied config'), {
      warnings,
    })
  return { warnings, reconfigures: false }
}
