// Upstream: pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go, pkg/apis/autoscaling/v2/defaults.go

import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingRules,
  MetricSpec,
} from '../../../api/autoscaling-v2.ts'
import { isGiven } from '../../../apimachinery/given-empty.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy, defaultStrategy, type ResourceTraits } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { apiVersionError, type ReferenceOptions } from './reference.ts'
import { type AutoscalerOptions, validateAutoscalerSpec, validateAutoscalerStatus } from './validation.ts'

const specOf = (object: KubeObject): HorizontalPodAutoscalerSpec =>
  (object as unknown as HorizontalPodAutoscaler).spec ?? {}

const utilization = { target: { type: 'Utilization', averageUtilization: 80 } }
/** How versions say that an autoscaler without metrics has one: 80 % of the CPU. v1 says it by conversion. */
const cpuResources: Readonly<Record<string, object>> = {
  'autoscaling/v2': utilization,
  'autoscaling/v2beta2': utilization,
  'autoscaling/v2beta1': { targetAverageUtilization: 80 },
}

function setDefaults(object: KubeObject): void {
  const spec = subObject<HorizontalPodAutoscalerSpec>(object, 'spec')
  spec.minReplicas ??= 1
  const cpu = cpuResources[object.apiVersion]
  if (cpu === undefined) return
  if (!spec.metrics?.length) spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', ...cpu } }]
  if (spec.behavior == null) return
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 }
  const rules = (from: HPAScalingRules | undefined, defaults: HPAScalingRules): HPAScalingRules => {
    const { policies, ...others } = defaults
    // An empty list of policies is none of theirs, and refused.
    return {
      ...others,
      ...(isGiven(from, 'policies') || policies === undefined ? {} : { policies }),
      ...from,
    }
  }
  spec.behavior.scaleUp = rules(spec.behavior.scaleUp, {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, percent],
  })
  spec.behavior.scaleDown = rules(spec.behavior.scaleDown, { selectPolicy: 'Max', policies: [percent] })
}

function optionsOf(
  { release: { minor }, gates }: ServerContext,
  spec: HorizontalPodAutoscalerSpec,
  old?: HorizontalPodAutoscalerSpec,
): AutoscalerOptions {
  const unchecked = !registryDialect(minor).checksReferencedVersion
  const target = spec.scaleTargetRef ?? {}
  const oldTarget = old?.scaleTargetRef ?? {}
  const sameTarget =
    old !== undefined &&
    (oldTarget.apiVersion ?? '') === (target.apiVersion ?? '') &&
    (oldTarget.kind ?? '') === (target.kind ?? '')
  const described: ReferenceOptions = { allowInvalidVersion: unchecked, allowEmptyGroup: true }
  const wasInvalid = (old?.metrics ?? []).some(
    ({ type, object }) =>
      type === 'Object' && object != null && apiVersionError(object.describedObject ?? {}, described),
  )
  const toZero = gateEnabled(gates, 'HPAScaleToZero') || old?.minReplicas === 0
  return {
    minor,
    containerMetricsOff: !gateEnabled(gates, 'HPAContainerMetrics'),
    minReplicasLowerBound: toZero ? 0 : 1,
    scaleTargetRef: {
      allowInvalidVersion: unchecked || sameTarget,
      // The one kind of the core group that scales.
      allowEmptyGroup: target.kind === 'ReplicationController',
    },
    describedObject: { ...described, allowInvalidVersion: unchecked || wasInvalid },
  }
}

const rulesOf = ({ behavior }: HorizontalPodAutoscalerSpec): HPAScalingRules[] =>
  [behavior?.scaleDown, behavior?.scaleUp].filter((rules) => rules != null)

const containerMetrics = ({ metrics }: HorizontalPodAutoscalerSpec): MetricSpec[] =>
  (metrics ?? []).filter(({ type }) => type === 'ContainerResource')

/** Drops the sources of containers where their gate is off and the stored object has none; a metric without source is refused. */
function dropContainerMetrics({ gates }: ServerContext, object: KubeObject, old?: KubeObject): void {
  if (gateEnabled(gates, 'HPAContainerMetrics')) return
  if (old !== undefined && containerMetrics(specOf(old)).length > 0) return
  for (const metric of containerMetrics(specOf(object))) delete metric.containerResource
}

/** Drops `tolerance` where the gate is off and the stored object has none. */
function dropTolerance({ gates }: ServerContext, object: KubeObject, old?: KubeObject): void {
  if (gateEnabled(gates, 'HPAConfigurableTolerance')) return
  if (old !== undefined && rulesOf(specOf(old)).some(({ tolerance }) => tolerance != null)) return
  for (const rules of rulesOf(specOf(object))) delete rules.tolerance
}

const strategyFor = (traits: ResourceTraits): Strategy => {
  const base = defaultStrategy(traits)
  return extendedStrategy(traits, {
    setDefaults,
    prepareForCreate(ctx, object) {
      base.prepareForCreate?.(ctx, object)
      dropContainerMetrics(ctx.server, object)
      dropTolerance(ctx.server, object)
    },
    prepareForUpdate(ctx, object, old) {
      base.prepareForUpdate?.(ctx, object, old)
      dropContainerMetrics(ctx.server, object, old)
      dropTolerance(ctx.server, object, old)
    },
    validate: ({ server }, object) =>
      validateAutoscalerSpec(specOf(object), optionsOf(server, specOf(object))),
    validateUpdate: ({ server }, object, old) =>
      validateAutoscalerSpec(specOf(object), optionsOf(server, specOf(object), specOf(old))),
  })
}

/** The strategy of HorizontalPodAutoscalers and their status. */
export const autoscalerRules: RulesFor = (traits) => {
  const strategy = strategyFor(traits)
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: (_ctx, object) =>
      validateAutoscalerStatus((object as unknown as HorizontalPodAutoscaler).status ?? {}),
  }
  return { strategy, subresources: { status } }
}
