// Upstream: cmd/kubeadm/app/util/config/common.go (MigrateOldConfig), apis/kubeadm/v1beta3/conversion.go
import { stringify } from '../../../component-base/yaml.ts'
import { checkInitDocuments, type KubeadmDocument } from './config-documents.ts'
import { kubeadmDialect } from './dialect.ts'

/** Flags were a map until v1beta3 and are a list since. */
const argumentFields = new Set(['extraArgs', 'kubeletExtraArgs'])

function converted(value: unknown, key = ''): unknown {
  if (argumentFields.has(key) && typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) => ({ name, value: String(text) }))
  if (Array.isArray(value)) return value.map((one) => converted(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, converted((value as Record<string, unknown>)[name], name)]),
  )
}

/**
 * Documents of an older version of the API in the newest that this kubeadm writes.
 * Deviates: defaults are not filled in. Throws KubeadmError.
 */
export function migrated(documents: readonly KubeadmDocument[], minor: number): string {
  const old = documents.filter(({ apiVersion = '' }) => apiVersion.startsWith('kubeadm.k8s.io/'))
  if (!old.every(({ kind }) => kind === 'JoinConfiguration')) checkInitDocuments(documents, minor)
  const version = kubeadmDialect(minor).writtenVersion
  return documents
    .map((one) => {
      if (!old.includes(one)) return stringify(one)
      const next = version === 'v1beta4' ? (converted(one) as KubeadmDocument) : one
      return stringify({ ...next, apiVersion: `kubeadm.k8s.io/${version}` }, { sortMapEntries: true })
    })
    .join('---\n')
}
