// The pod template of a workload.
// Upstream: kubectl/pkg/describe/describe.go (DescribePodTemplate)
import type { PodTemplateSpec } from '../../../api/core-v1.ts'
import { commandDialect } from '../dialect.ts'
import { containersText } from './containers.ts'
import { annotationsText, labelsText } from './parts.ts'
import { tolerationsText, topologyText } from './scheduling.ts'
import { volumesText } from './volumes.ts'

/** The section `Pod Template` of a workload. @param minor of the kubectl */
export function describePodTemplate(template: PodTemplateSpec, minor: number): string {
  const spec = template.spec ?? {}
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
    ...(commandDialect(minor).templatesTellPlacement
      ? [
          labelsText(spec.nodeSelector, '  Node-Selectors'),
          tolerationsText('  Tolerations', spec.tolerations ?? []),
        ]
      : []),
  ].join('')
}
