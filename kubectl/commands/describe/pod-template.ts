// The pod template of a workload.
// Upstream: kubectl/pkg/describe/describe.go (DescribePodTemplate)
import { type Container, containersText } from './containers.ts'
import { annotationsText, labelsText } from './parts.ts'
import { type Toleration, type TopologyConstraint, tolerationsText, topologyText } from './scheduling.ts'
import { type Volume, volumesText } from './volumes.ts'

/** v1 PodSpec of a template, as far as it is described. */
export interface TemplateSpec {
  serviceAccountName?: string
  initContainers?: Container[]
  containers?: Container[]
  volumes?: Volume[]
  topologySpreadConstraints?: TopologyConstraint[]
  priorityClassName?: string
  nodeSelector?: Record<string, string>
  tolerations?: Toleration[]
}

/** The section `Pod Template` of a workload. */
export function describePodTemplate(template: {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
  spec?: unknown
}): string {
  const spec = (template.spec ?? {}) as TemplateSpec
  const { labels, annotations = {} } = template.metadata ?? {}
  return [
    'Pod Template:\n',
    labelsText(labels, '  Labels'),
    Object.keys(annotations).length === 0 ? '' : annotationsText('  Annotations', annotations),
    (spec.serviceAccountName ?? '') === '' ? '' : `  Service Account:\t${spec.serviceAccountName}\n`,
    (spec.initContainers ?? []).length === 0
      ? ''
      : containersText('Init Containers', spec.initContainers!, [], '  '),
    containersText('Containers', spec.containers ?? [], [], '  '),
    volumesText(spec.volumes ?? [], '  '),
    topologyText(spec.topologySpreadConstraints ?? [], '  '),
    (spec.priorityClassName ?? '') === '' ? '' : `  Priority Class Name:\t${spec.priorityClassName}\n`,
    labelsText(spec.nodeSelector, '  Node-Selectors'),
    tolerationsText('  Tolerations', spec.tolerations ?? []),
  ].join('')
}
