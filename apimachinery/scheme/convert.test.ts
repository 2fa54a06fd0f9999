import { describe, expect, it } from 'vitest'
import { isGiven } from '../given-empty.ts'
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
            pods: { metric: { name: 'm<' }, target: { type: 'AverageValue', averageValue: '5' } },
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
        '[{"type":"Pods","pods":{"metricName":"m\\u003c","targetAverageValue":"5"}}]',
      'autoscaling.alpha.kubernetes.io/behavior':
        '{"ScaleUp":{"StabilizationWindowSeconds":null,"SelectPolicy":null,"Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":2}],"Tolerance":null},"ScaleDown":null}',
      'autoscaling.alpha.kubernetes.io/conditions':
        '[{"type":"ScalingActive","status":"True","lastTransitionTime":"2020-01-01T00:00:00Z"}]',
    })
  })

  // As kube-apiserver 1.36.3 answers them.
  it.each([
    ['metrics', '[5]'],
    ['metrics', '[{"type":5}]'],
    ['metrics', '[{"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":"x"}}]'],
    ['behavior', '[null]'],
    ['behavior', '{"scaleUp":5}'],
    ['behavior', '{"":5,"scaleUp":5}'],
    ['behavior', '{"scaleDown":{"policies":[{"type":"Pods","value":"a"}]}}'],
    ['current-metrics', '[{"type":5}]'],
    ['conditions', '[{"type":"AbleToScale","status":5}]'],
  ])('passes over %s of autoscaling/v1 that are %s', (what, text) => {
    const without = { metadata: { name: 'a' }, spec: { maxReplicas: 1 } }
    const annotations = { [`autoscaling.alpha.kubernetes.io/${what}`]: text }
    const [plain, odd] = [without, { ...without, metadata: { name: 'a', annotations } }].map((one) =>
      convert(scheme, decode('autoscaling', 'v1', 'HorizontalPodAutoscaler', one), 'autoscaling/v2'),
    )
    expect([odd!.spec, odd!.status]).toEqual([plain!.spec, plain!.status])
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

describe('convert between versions that are gone since', () => {
  const old = schemeFor('1.24')
  const decodeOld = (apiVersion: string, kind: string, value: object): KubeObject => {
    const [group = '', version = ''] = apiVersion.split('/')
    return old.decode(group, version, kind, { metadata: { name: 'a' }, ...value }).object
  }

  it('moves the topology of endpoints into fields and back', () => {
    const topology = { 'topology.kubernetes.io/zone': 'z', 'kubernetes.io/hostname': 'n', x: 'y' }
    const endpoints = [{ addresses: ['10.0.0.1'], nodeName: 'n', topology }]
    const slice = decodeOld('discovery.k8s.io/v1beta1', 'EndpointSlice', { addressType: 'IPv4', endpoints })
    const hub = convert(old, slice, 'discovery.k8s.io/v1')
    expect(hub['endpoints']).toMatchObject([{ zone: 'z', nodeName: 'n', deprecatedTopology: { x: 'y' } }])
    expect(convert(old, hub, 'discovery.k8s.io/v1beta1')['endpoints']).toMatchObject([{ topology }])
  })

  it('keeps what an empty selector of a disruption budget selects', () => {
    const none = decodeOld('policy/v1beta1', 'PodDisruptionBudget', { spec: { selector: {} } })
    const key = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'
    const hub = convert(old, none, 'policy/v1')
    expect(hub['spec']).toMatchObject({ selector: { matchExpressions: [{ key, operator: 'Exists' }] } })
    expect(convert(old, hub, 'policy/v1beta1')['spec']).toMatchObject({ selector: {} })
    const all = decodeOld('policy/v1', 'PodDisruptionBudget', { spec: { selector: {} } })
    expect(convert(old, all, 'policy/v1beta1')['spec']).toMatchObject({
      selector: { matchExpressions: [{ key, operator: 'DoesNotExist' }] },
    })
  })

  it('writes the metrics of autoscaling/v2beta1 in its own fields', () => {
    const metrics = [{ type: 'Pods', pods: { metricName: 'm', targetAverageValue: '5' } }]
    const hpa = decodeOld('autoscaling/v2beta1', 'HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'd' }, maxReplicas: 3, metrics },
    })
    const hub = convert(old, hpa, 'autoscaling/v2')
    expect(hub['spec']).toMatchObject({
      metrics: [{ pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } } }],
    })
    expect(convert(old, hub, 'autoscaling/v2beta1')['spec']).toMatchObject({ metrics })
  })

  it('calls the shares of priority levels as the version does', () => {
    const scheme26 = schemeFor('1.26')
    const group = 'flowcontrol.apiserver.k8s.io'
    const level = scheme26.decode(group, 'v1beta2', 'PriorityLevelConfiguration', {
      metadata: { name: 'a' },
      spec: { type: 'Limited', limited: { assuredConcurrencyShares: 5, limitResponse: { type: 'Reject' } } },
    }).object
    expect(convert(scheme26, level, `${group}/v1beta3`)['spec']).toMatchObject({
      limited: { nominalConcurrencyShares: 5 },
    })
  })

  it('keeps what was given empty, which messages of either version show', () => {
    const old = schemeFor('1.33')
    const cidr = old.decode('networking.k8s.io', 'v1', 'ServiceCIDR', {
      metadata: { name: 'a' },
      spec: { cidrs: [] },
    })
    const hub = convert(old, cidr.object, 'networking.k8s.io/v1beta1')
    expect(isGiven(hub['spec'] as object, 'cidrs')).toBe(true)
    expect(hub['spec']).toEqual({})
  })
})
