// Upstream: plugin/pkg/admission/noderestriction/admission.go (getForbiddenLabels), k8s.io/kubelet/pkg/apis/well_known_labels.go
import { getOwn } from '../../../apimachinery/json.ts'

type Labels = Record<string, string> | undefined

const ofKubelets = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
])

const domainOf = (key: string): string => (key.includes('/') ? key.slice(0, key.indexOf('/')) : '')
const isIn = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`)

const ofKubernetes = ['kubernetes.io', 'k8s.io']
const free = ['kubelet.kubernetes.io', 'node.kubernetes.io']

function isForbidden(key: string): boolean {
  const domain = domainOf(key)
  if (isIn(domain, 'node-restriction.kubernetes.io')) return true
  if (!ofKubernetes.some((parent) => isIn(domain, parent))) return false
  return !ofKubelets.has(key) && !free.some((parent) => isIn(domain, parent))
}

/** Labels that a node changes and may not: with them it would draw pods to itself. Sorted. */
export const forbiddenLabels = (now: Labels, old: Labels): string[] =>
  [...new Set([...Object.keys(now ?? {}), ...Object.keys(old ?? {})])]
    .filter((key) => getOwn(now, key) !== getOwn(old, key) && isForbidden(key))
    .sort()
