import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../apimachinery/json.ts'
import { minorOf } from '../component-base/minor.ts'
import { gatesOf } from '../component-base/testing/gates-of.ts'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import { withHints } from './topology-hints.ts'
import type { HintedEndpoint } from './zone-allocation.ts'

const service = (spec: object, annotations: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's', annotations },
  spec,
})
const node = (zone: string, cpu = '4', more: { labels?: object; ready?: string } = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { labels: { 'topology.kubernetes.io/zone': zone, ...more.labels } },
  status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: more.ready ?? 'True' }] },
})
const endpoint = (zone: string | undefined, ready = true): HintedEndpoint => ({
  addresses: ['10.244.0.1'],
  conditions: { ready, serving: ready, terminating: false },
  nodeName: `node-of-${zone}`,
  ...(zone === undefined ? {} : { zone }),
})
const gatesWith = (
  release: string,
  on?: Readonly<Record<string, boolean>>,
): { gates: FeatureGateReader; minor: number } => ({
  gates: gatesOf(release, on, 'kube-controller-manager'),
  minor: minorOf(release),
})
const newest = gatesWith('1.36')
/** `z1 z2`; `-` without a hint, with `@` and the node where it is hinted too. */
const shown = (endpoints: readonly HintedEndpoint[]): string =>
  endpoints
    .map(({ hints }) => {
      const nodes = hints?.forNodes?.map(({ name }) => `@${name}`).join() ?? ''
      return `${hints?.forZones?.map(({ name }) => name).join() ?? '-'}${nodes}`
    })
    .join(' ')

describe('trafficDistribution', () => {
  it.each([
    ['PreferClose', 'z1 z2'],
    ['PreferSameZone', 'z1 z2'],
    ['PreferSameNode', 'z1@node-of-z1 z2@node-of-z2'],
    [undefined, '- -'],
    ['Elsewhere', '- -'],
  ])('%s', (trafficDistribution, expected) => {
    const found = withHints(service({ trafficDistribution }), [endpoint('z1'), endpoint('z2')], [], newest)
    expect(shown(found)).toBe(expected)
  })

  it('hints ready endpoints with a zone only', () => {
    const found = [endpoint('z1', false), endpoint(undefined), endpoint('z2')]
    expect(shown(withHints(service({ trafficDistribution: 'PreferClose' }), found, [], newest))).toBe(
      '- - z2',
    )
  })
})

describe('gates', () => {
  const first = { ServiceTrafficDistribution: true }
  it.each([
    ['1.30', { ServiceTrafficDistribution: false }, 'PreferClose', '-'],
    ['1.31', first, 'PreferClose', 'z1'],
    ['1.31', first, 'PreferSameZone', '-'],
    ['1.33', { ...first, PreferSameTrafficDistribution: false }, 'PreferSameNode', '-'],
    ['1.34', { ...first, PreferSameTrafficDistribution: true }, 'PreferSameNode', 'z1@node-of-z1'],
    ['1.36', { PreferSameTrafficDistribution: true }, 'PreferSameZone', 'z1'],
  ])('%s %j: %s', (release, gates, trafficDistribution, expected) => {
    const found = withHints(
      service({ trafficDistribution }),
      [endpoint('z1')],
      [],
      gatesWith(release, { ...gates }),
    )
    expect(shown(found)).toBe(expected)
  })
})

describe('topology-mode Auto', () => {
  const auto = service(
    { trafficDistribution: 'PreferSameNode' },
    { 'service.kubernetes.io/topology-mode': 'Auto' },
  )
  const allocated = (zones: readonly (string | undefined)[], nodes: readonly KubeObject[]): string =>
    shown(
      withHints(
        auto,
        zones.map((zone) => endpoint(zone)),
        nodes,
        newest,
      ),
    )

  it.each<[string, (string | undefined)[], KubeObject[], string]>([
    ['leaves endpoints in their zones where that fits', ['z1', 'z2'], [node('z1'), node('z2')], 'z1 z2'],
    [
      'moves some to a zone that lacks them',
      ['z1', 'z1', 'z1', 'z2'],
      [node('z1'), node('z2')],
      'z2 z1 z1 z2',
    ],
    [
      'counts CPU, not nodes',
      ['z1', 'z1', 'z1', 'z2'],
      [node('z1', '6'), node('z2', '2000m')],
      'z1 z1 z1 z2',
    ],
    ['needs an endpoint for each zone', ['z1'], [node('z1'), node('z2')], '-'],
    ['needs two zones', ['z1', 'z1'], [node('z1'), node('z1')], '- -'],
    ['needs the zone of each node', ['z1', 'z2'], [node('z1'), node('z2'), node('')], '- -'],
    ['needs the zone of each endpoint', ['z1', undefined], [node('z1'), node('z2')], '- -'],
    ['overloads no endpoint by more than a fifth', ['z1', 'z2'], [node('z1', '9'), node('z2', '1')], '- -'],
    [
      'does not count nodes that are not ready, or of the control plane',
      ['z1', 'z2'],
      [
        node('z1'),
        node('z2'),
        node('', '4', { ready: 'False' }),
        node('', '4', { labels: { 'node-role.kubernetes.io/control-plane': '' } }),
      ],
      'z1 z2',
    ],
  ])('%s', (_name, zones, nodes, expected) => {
    expect(allocated(zones, nodes)).toBe(expected)
  })

  it('knows topology-mode since 1.27', () => {
    const asked = (release: string): string => shown(allocatedIn(release))
    const allocatedIn = (release: string): HintedEndpoint[] =>
      withHints(auto, [endpoint('z1'), endpoint('z2')], [node('z1'), node('z2')], gatesWith(release))
    expect([asked('1.26'), asked('1.27')]).toEqual(['- -', 'z1 z2'])
  })

  it('heeds the older annotation first', () => {
    const old = { ...auto, metadata: { annotations: { ...auto.metadata.annotations } } }
    old.metadata.annotations['service.kubernetes.io/topology-aware-hints'] = 'Disabled'
    expect(shown(withHints(old, [endpoint('z1'), endpoint('z2')], [], newest))).toBe(
      'z1@node-of-z1 z2@node-of-z2',
    )
  })
})
