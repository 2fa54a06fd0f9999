// Upstream: cmd/kubelet/app/options/options.go (ValidateKubeletFlags), pkg/kubelet/apis/well_known_labels.go

import { isQualifiedName, isValidLabelValue } from '../../apimachinery/validation/label-names.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'

import { kubeletStartDialect } from './dialect.ts'

const allowedLabels = [
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'beta.kubernetes.io/os',
  'failure-domain.beta.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'kubernetes.io/arch',
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
]
const allowedNamespaces = ['kubelet.kubernetes.io', 'node.kubernetes.io']

const isIn = (namespace: string, domain: string): boolean =>
  namespace === domain || namespace.endsWith(`.${domain}`)

function isUnknown(label: string): boolean {
  if (!label.includes('/')) return false
  const namespace = label.slice(0, label.indexOf('/'))
  if (!isIn(namespace, 'kubernetes.io') && !isIn(namespace, 'k8s.io')) return false
  return !allowedLabels.includes(label) && !allowedNamespaces.some((allowed) => isIn(namespace, allowed))
}

/** The error about flags that have no field in the configuration, or undefined. */
export function flagsError(
  values: FlagValues,
  { minor, gates }: { minor: number; gates: FeatureGateReader },
): string | undefined {
  const labels = nodeLabelsError(values.map('node-labels'), minor)
  if (labels !== undefined) return labels
  const { checksSeccompGate, runtimeIsRemote, needsEndpointFlag } = kubeletStartDialect(minor)
  if (checksSeccompGate && values.bool('seccomp-default') && !gateEnabled(gates, 'SeccompDefault'))
    return 'the SeccompDefault feature gate must be enabled in order to use the --seccomp-default flag'
  const runtime = values.string('container-runtime')
  if (runtimeIsRemote && runtime !== 'remote')
    return `unsupported CRI runtime: ${JSON.stringify(runtime)}, only "remote" is currently supported`
  if (needsEndpointFlag && values.string('container-runtime-endpoint') === '')
    return 'the container runtime endpoint address was not specified or empty, use --container-runtime-endpoint to set'
  return undefined
}

function nodeLabelsError(labels: ReadonlyMap<string, string>, minor: number): string | undefined {
  const unknown = [...labels.keys()].filter(isUnknown).sort()
  if (unknown.length > 0)
    return (
      `unknown 'kubernetes.io' or 'k8s.io' labels specified with --node-labels: [${unknown.join(' ')}]\n` +
      `--node-labels in the 'kubernetes.io' namespace must begin with an allowed prefix (${allowedNamespaces.join(', ')}) ` +
      `or be in the specifically allowed set (${allowedLabels.join(', ')})`
    )
  if (!kubeletStartDialect(minor).refusesBadLabels) return undefined
  const invalid = new Map<string, string[]>()
  const note = (text: string, errors: string[]): void => {
    if (errors.length > 0) invalid.set(text, [...(invalid.get(text) ?? []), ...errors])
  }
  for (const [key, value] of labels) {
    note(key, isQualifiedName(key, minor))
    note(value, isValidLabelValue(value, minor))
  }
  if (invalid.size === 0) return undefined
  return `invalid node labels: ${[...invalid].map(([text, errors]) => `'${text}' - ${errors.join(', ')}`).join('; ')}`
}
