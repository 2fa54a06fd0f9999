import { expect, it } from 'vitest'
import type { HorizontalPodAutoscalerSpec } from '../../../api/autoscaling-v2.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateAutoscalerSpec } from './validation.ts'

const strict = { allowEmptyGroup: false, allowInvalidVersion: false }
const check = (spec: HorizontalPodAutoscalerSpec, minor = 36): string[] =>
  validateAutoscalerSpec(
    { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 3, ...spec },
    {
      minor,
      minReplicasLowerBound: 1,
      scaleTargetRef: strict,
      describedObject: { ...strict, allowEmptyGroup: true },
    },
  ).map(errorText)

it('wants a number of replicas, which 1.36 says otherwise', () => {
  expect(check({ maxReplicas: 0 })).toEqual([
    'spec.maxReplicas: Required value: must be set and greater than 0',
  ])
  expect(check({ maxReplicas: 0 }, 35)).toEqual([
    'spec.maxReplicas: Invalid value: 0: must be greater than 0',
  ])
  expect(check({ minReplicas: 5 })).toEqual([
    'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`',
  ])
})

it('wants a target in an API group', () => {
  expect(check({ scaleTargetRef: { apiVersion: 'v1', kind: 'a/b' } })).toEqual([
    'spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
    'spec.scaleTargetRef.name: Required value',
    'spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group',
  ])
})

it('wants the one source that the type of a metric names', () => {
  const pods = { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '0' } }
  const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 5 } }
  expect(check({ metrics: [{ type: 'Resource', pods, resource }] })).toEqual([
    'spec.metrics[0].pods.target.averageValue: Invalid value: "0": must be positive',
    'spec.metrics[0].pods: Forbidden: must populate the given metric source only',
  ])
  expect(check({ metrics: [{ type: 'Pods', resource }] })).toEqual([
    'spec.metrics[0].pods: Required value: must populate information for the given metric source',
  ])
  expect(check({ metrics: [{ resource }] })).toContain(
    'spec.metrics[0].type: Required value: must specify a metric source type',
  )
})

it('bounds the rules of scaling', () => {
  const policies = [{ type: 'Pods', value: 0, periodSeconds: 1801 }]
  expect(check({ behavior: { scaleUp: { stabilizationWindowSeconds: 3601, policies } } })).toEqual([
    'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
    'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
    'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
  ])
})

it('quotes names of resources with another form, and shows amounts with the text that they were read from', () => {
  const target = { type: 'AverageValue', averageValue: '-1' }
  const containerResource = { name: 'a b', container: 'c', target }
  const told = check({ metrics: [{ type: 'ContainerResource', containerResource }] }, 33).join()
  expect(told).toContain('containerResource.name: Invalid value: "a b": name part')
  expect(told).toContain('containerResource.name: Invalid value: a b: must be a standard resource')
  expect(told).toContain('value:-1, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"-1"')
})
