import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../json.ts'
import { convert } from './convert.ts'
import { schemeFor } from './scheme.ts'

const scheme = schemeFor('1.34')
const decode = (group: string, version: string, kind: string, value: unknown): KubeObject =>
  scheme.decode(group, version, kind, value).object
const there = (object: KubeObject, apiVersion: string, back: string) => {
  const other = convert(scheme, object, apiVersion)
  expect(convert(scheme, other, back)).toEqual(object)
  return other
}

describe('convert', () => {
  it('turns events into events.k8s.io and back', () => {
    const event = decode('', 'v1', 'Event', {
      metadata: { name: 'a' },
      involvedObject: { kind: 'Pod', name: 'p' },
      message: 'm',
      reason: 'r',
      count: 2,
      source: { component: 'c' },
      firstTimestamp: '2020-01-01T00:00:00Z',
      lastTimestamp: null,
      reportingComponent: 'x',
      series: { count: 3 },
    })
    expect(there(event, 'events.k8s.io/v1', 'v1')).toMatchObject({
      apiVersion: 'events.k8s.io/v1',
      regarding: { kind: 'Pod', name: 'p' },
      note: 'm',
      deprecatedCount: 2,
      deprecatedSource: { component: 'c' },
      deprecatedFirstTimestamp: '2020-01-01T00:00:00Z',
      reportingController: 'x',
      series: { count: 3 },
    })
  })

  it('keeps in annotations what autoscaling/v1 cannot say', () => {
    const hpa = decode('autoscaling', 'v2', 'HorizontalPodAutoscaler', {
      metadata: { name: 'a', annotations: { x: 'y' } },
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'd' },
        maxReplicas: 3,
        metrics: [
          {
            type: 'Pods',
            pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } },
          },
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
        behavior: { scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 2 }] } },
      },
      status: {
        desiredReplicas: 0,
        conditions: [{ type: 'ScalingActive', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }],
      },
    })
    const v1 = there(hpa, 'autoscaling/v1', 'autoscaling/v2')
    expect(v1.spec).toEqual({
      scaleTargetRef: { kind: 'Deployment', name: 'd' },
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 50,
    })
    expect(v1.metadata.annotations).toEqual({
      x: 'y',
      'autoscaling.alpha.kubernetes.io/metrics':
        '[{"type":"Pods","pods":{"metricName":"m","targetAverageValue":"5"}}]',
      'autoscaling.alpha.kubernetes.io/behavior':
        '{"ScaleUp":{"StabilizationWindowSeconds":null,"SelectPolicy":null,"Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":2}],"Tolerance":null},"ScaleDown":null}',
      'autoscaling.alpha.kubernetes.io/conditions':
        '[{"type":"ScalingActive","status":"True","lastTransitionTime":"2020-01-01T00:00:00Z"}]',
    })
  })

  it('gives autoscaling/v1 without a target the default that v1 implies', () => {
    const hpa = decode('autoscaling', 'v1', 'HorizontalPodAutoscaler', { spec: { maxReplicas: 1 } })
    expect(convert(scheme, hpa, 'autoscaling/v2').spec).toMatchObject({
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    })
  })

  it('moves the fields of device requests and devices', () => {
    const claim = decode('resource.k8s.io', 'v1', 'ResourceClaim', {
      spec: {
        devices: {
          requests: [
            { name: 'a', exactly: { deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 } },
          ],
        },
      },
    })
    expect(there(claim, 'resource.k8s.io/v1beta1', 'resource.k8s.io/v1').spec).toEqual({
      devices: { requests: [{ name: 'a', deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 }] },
    })
    const slice = decode('resource.k8s.io', 'v1', 'ResourceSlice', {
      spec: {
        driver: 'd',
        pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
        nodeName: 'n',
        devices: [{ name: 'a', capacity: { m: { value: '1Gi' } } }],
      },
    })
    expect(there(slice, 'resource.k8s.io/v1beta1', 'resource.k8s.io/v1').spec).toMatchObject({
      devices: [{ name: 'a', basic: { capacity: { m: { value: '1Gi' } } } }],
    })
  })

  it('labels anew where versions have the same fields', () => {
    const lease = decode('networking.k8s.io', 'v1', 'ServiceCIDR', { spec: { cidrs: ['10.0.0.0/24'] } })
    expect(there(lease, 'networking.k8s.io/v1beta1', 'networking.k8s.io/v1')).toMatchObject({
      apiVersion: 'networking.k8s.io/v1beta1',
      spec: { cidrs: ['10.0.0.0/24'] },
    })
    expect(() => convert(scheme, lease, 'apps/v1')).toThrow(
      'no kind "ServiceCIDR" is registered for version "apps/v1"',
    )
  })
})

const older = schemeFor('1.24')
const inOlder = (group: string, version: string, kind: string, value: unknown): KubeObject =>
  older.decode(group, version, kind, value).object

it('keeps what an empty selector of a budget means in policy/v1beta1', () => {
  const spec = { minAvailable: 1, selector: {} }
  const key = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'
  const none = inOlder('policy', 'v1beta1', 'PodDisruptionBudget', { metadata: { name: 'a' }, spec })
  const stable = convert(older, none, 'policy/v1')
  expect(stable['spec']).toMatchObject({ selector: { matchExpressions: [{ key, operator: 'Exists' }] } })
  expect(convert(older, stable, 'policy/v1beta1')['spec']).toEqual(none['spec'])
  const all = inOlder('policy', 'v1', 'PodDisruptionBudget', { metadata: { name: 'a' }, spec })
  const beta = convert(older, all, 'policy/v1beta1')
  expect(beta['spec']).toMatchObject({ selector: { matchExpressions: [{ key, operator: 'DoesNotExist' }] } })
})

it('takes zone and node of discovery.k8s.io/v1beta1 out of the topology, and puts them back', () => {
  const topology = { 'topology.kubernetes.io/zone': 'z', 'kubernetes.io/hostname': 'n', other: 'o' }
  const endpoints = [{ addresses: ['10.0.0.1'], nodeName: 'n', topology }]
  const beta = inOlder('discovery.k8s.io', 'v1beta1', 'EndpointSlice', {
    metadata: { name: 'a' },
    addressType: 'IPv4',
    endpoints,
  })
  const stable = convert(older, beta, 'discovery.k8s.io/v1')
  expect(stable['endpoints']).toMatchObject([
    { nodeName: 'n', zone: 'z', deprecatedTopology: { other: 'o' } },
  ])
  expect(convert(older, stable, 'discovery.k8s.io/v1beta1')['endpoints']).toMatchObject([{ topology }])
})

it('calls the shares of a priority level by the name of the version', () => {
  const scheme26 = schemeFor('1.26')
  const spec = {
    type: 'Limited',
    limited: { assuredConcurrencyShares: 3, limitResponse: { type: 'Reject' } },
  }
  const beta2 = scheme26.decode('flowcontrol.apiserver.k8s.io', 'v1beta2', 'PriorityLevelConfiguration', {
    metadata: { name: 'a' },
    spec,
  }).object
  const beta3 = convert(scheme26, beta2, 'flowcontrol.apiserver.k8s.io/v1beta3')
  expect(beta3['spec']).toMatchObject({ limited: { nominalConcurrencyShares: 3 } })
  expect(convert(scheme26, beta3, 'flowcontrol.apiserver.k8s.io/v1beta2')['spec']).toMatchObject(spec)
})
