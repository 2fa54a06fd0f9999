// The pod template of a workload.
// Upstream: kubectl/pkg/describe/describe.go (DescribePodTemplate)
import type { PodTemplateSpec } from '../../../api/core-v1.ts'
import { containersText } from './containers.ts'
import { describeDialect } from './dialect.ts'
import { annotationsText, labelsText } from './parts.ts'
import { groupText, tolerationsText, topologyText } from './scheduling.ts'
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
      : containersText('Init Containers', spec.initContainers!, [], minor, '  '),
    containersText('Containers', spec.containers ?? [], [], minor, '  '),
    volumesText(spec.volumes ?? [], minor, '  '),
    topologyText(spec.topologySpreadConstraints ?? [], '  ', minor),
    (spec.priorityClassName ?? '') === '' ? '' : `  Priority Class Name:\t${spec.priorityClassName}\n`,
    ...(describeDialect(minor).templatesTellPlacement
      ? [
          labelsText(spec.nodeSelector, '  Node-Selectors'),
          tolerationsText('  Tolerations', spec.tolerations ?? []),
        ]
      : []),
    groupText(spec, '  ', minor),
  ].join('')
}
