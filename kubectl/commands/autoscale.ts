// Upstream: kubectl/pkg/cmd/autoscale/autoscale.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { buildTargets, type Info, visit } from '../resources/builder.ts'
import { groupVersion, pathOf } from '../resources/discovery.ts'
import { createOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { updateLastAppliedOfMade } from './apply/last-applied.ts'
import { metricsOf } from './autoscale-metrics.ts'
import { clusterMeta, objectMeta } from './create/typed.ts'
import { commandDialect } from './dialect.ts'

/** `kubectl autoscale`: creates a HorizontalPodAutoscaler for each resource that has a scale. */
export async function autoscale(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const [min, max] = [flags.number('min', -1), flags.number('max', -1)]
  if (max < 1) throw new KubectlError(`--max=MAXPODS is required and must be at least 1, max: ${max}`)
  if (max < min)
    throw new KubectlError(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`)
  const metrics = metricsOf(session)
  const print = await operationPrinter(session, undefined, true)
  const options = { asInFile: true }
  const targets = await buildTargets(session, words, options)
  await visit(session, targets, options, async (info) => {
    const resources = await session.resources()
    if (!info.resource.subresources.includes('scale'))
      throw new KubectlError(
        `cannot autoscale a ${info.resource.kind}: could not find scale subresource for ${info.resource.group}/${info.resource.version}, Resource=${info.resource.name} in discovery information`,
      )
    const bare = await autoscalerOf(session, info, metrics)
    if (dryRunOf(session) === 'client') return print(bare, 'created')
    const hpa = updateLastAppliedOfMade(bare, flags.bool('save-config'))
    const resource = resources.find((r) => r.kind === hpa.kind && groupVersion(r) === hpa.apiVersion)
    if (resource === undefined)
      throw new KubectlError(
        `the server could not find the requested resource ${pathOf(info.resource, info.namespace)}`,
      )
    print(await createOn(session, { resource, namespace: info.namespace }, hpa), 'autoscaled')
  })
  return 0
}

async function autoscalerOf(session: Session, info: Info, metrics: readonly object[]): Promise<KubeObject> {
  const { flags } = session
  const [min, cpu] = [flags.number('min', -1), flags.number('cpu-percent', -1)]
  const { autoscalesByV2: v2, autoscalerNamesNamespace } = commandDialect(session.minor)
  const metaOf = autoscalerNamesNamespace ? objectMeta : clusterMeta
  return {
    apiVersion: v2 ? 'autoscaling/v2' : 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: await metaOf(session, { name: flags.string('name') || info.name }),
    spec: {
      maxReplicas: flags.number('max'),
      ...(v2 && metrics.length > 0 ? { metrics } : {}),
      ...(min > 0 ? { minReplicas: min } : {}),
      scaleTargetRef: {
        apiVersion: groupVersion(info.resource),
        kind: info.resource.kind,
        name: info.name,
      },
      ...(!v2 && cpu >= 0 ? { targetCPUUtilizationPercentage: cpu } : {}),
    },
    status: v2 ? { currentMetrics: null, desiredReplicas: 0 } : { currentReplicas: 0, desiredReplicas: 0 },
  }
}
