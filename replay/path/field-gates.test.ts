import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { guardsOf, type Running } from './field-gates.ts'
import type { Seen } from './snapshot.ts'

const seen = (resource: string, object: object): Seen => ({
  group: '',
  version: 'v1',
  resource,
  path: '',
  object: { apiVersion: 'v1', metadata: { name: 'a', namespace: 'b' }, ...object } as unknown as KubeObject,
})
const all = (release: string, gates: Record<string, boolean> = {}): Running => ({
  apiserver: release,
  kubelet: release,
  gates,
})
const pod = seen('pods', {
  kind: 'Pod',
  spec: { hostnameOverride: 'x', containers: [{ name: 'c', image: 'i' }] },
})
const node = seen('nodes', {
  kind: 'Node',
  spec: {},
  status: { nodeInfo: { kubeProxyVersion: '', kubeletVersion: '' }, declaredFeatures: [] },
})
const service = seen('services', {
  kind: 'Service',
  spec: { type: 'ClusterIP', ports: [{ port: 80 }], trafficDistribution: 'PreferSameZone' },
})
const guards = (object: Seen, field: string, running: Running) =>
  guardsOf(object, field, running).map(({ component, gate, value }) => `${component} ${gate}=${value}`)

describe('the gates of a field', () => {
  it.each([
    ['a pod', pod, 'spec.hostnameOverride', all('1.34'), ['kube-apiserver HostnameOverride=false']],
    ['a pod', pod, 'spec.hostnameOverride', all('1.35'), ['kube-apiserver HostnameOverride=true']],
    [
      'a pod, set',
      pod,
      'spec.hostnameOverride',
      all('1.34', { HostnameOverride: true }),
      ['kube-apiserver HostnameOverride=true'],
    ],
    ['a pod without any', pod, 'spec.containers[0].image', all('1.36'), []],
    [
      'a node, by its kubelet',
      node,
      'status.nodeInfo.kubeProxyVersion',
      { apiserver: '1.36', kubelet: '1.30', gates: {} },
      ['kubelet DisableNodeKubeProxyVersion=false'],
    ],
    [
      'a service, by what values are valid',
      service,
      'spec.trafficDistribution',
      all('1.33'),
      [
        'kube-apiserver ServiceTrafficDistribution=true',
        'kube-apiserver PreferSameTrafficDistribution=false',
      ],
    ],
  ])('of %s are found by the rules themselves', (_name, object, field, running, expected) => {
    expect(guards(object, field, running)).toEqual(expected)
  })
  it('of a node are those of server and kubelet', () => {
    const found = guards(node, 'status.declaredFeatures', all('1.36'))
    expect(found).toContain('kube-apiserver NodeDeclaredFeatures=true')
    expect(found).toContain('kubelet NodeDeclaredFeatures=true')
  })
  it.each([
    ['a pod, off', pod, 'spec.hostnameOverride', all('1.34'), ['HostnameOverride']],
    ['a pod, on', pod, 'spec.hostnameOverride', all('1.35'), ['HostnameOverride']],
    // With the field's own gate off it would be dropped: the value would not pass either.
    ['a refused value', service, 'spec.trafficDistribution', all('1.33'), ['PreferSameTrafficDistribution']],
    [
      'a value that passes',
      service,
      'spec.trafficDistribution',
      all('1.34'),
      ['ServiceTrafficDistribution', 'PreferSameTrafficDistribution'],
    ],
  ])('of %s decide where turning them makes it pass, or go', (_name, object, field, running, expected) => {
    const deciding = guardsOf(object, field, running).filter(({ decides }) => decides)
    expect(deciding.map(({ gate }) => gate)).toEqual(expected)
  })
})
