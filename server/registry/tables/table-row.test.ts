import { describe, expect, it } from 'vitest'
import { Ages } from '../../../apimachinery/human-duration.ts'
import type { JsonObject, KubeObject } from '../../../apimachinery/json.ts'
import { recordedReleases, releaseFacts } from '../../../component-base/release-facts.ts'
import { deepFreeze } from '../../../component-base/testing/deep-freeze.ts'
import { hasDefaultColumns, tableRow } from './table-row.ts'

const now = Date.parse('2026-01-01T00:00:47Z')
const make = (kind: string, rest: JsonObject, metadata: JsonObject = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind,
    metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
    ...rest,
  }) as unknown as KubeObject
const row = (resource: string, object: KubeObject, minor = 36, group = '') => {
  // The objects are those of the store.
  deepFreeze(object)
  return tableRow(group, resource, object, { minor, ages: new Ages(now) })
}
const pod = (spec: JsonObject, status: JsonObject, metadata?: JsonObject, minor?: number) =>
  row(
    'pods',
    make('Pod', { spec: { containers: [{ name: 'c' }], ...spec }, status }, metadata),
    minor,
  ).cells.slice(1, 4)

describe.each(recordedReleases())('release %s', (release) => {
  const tables = Object.entries(releaseFacts(release, 'tables'))
  it.each(tables)('has a cell for each column of %s', (key, columns) => {
    const parts = key.split('/')
    const group = parts.length === 3 ? parts[0]! : ''
    const resource = parts.at(-1)!
    const { cells } = row(resource, make('X', {}), Number(release.slice(2)), group)
    // Upstream puts an age into rows of addresses, for which there is no column.
    expect(cells).toHaveLength(resource === 'ipaddresses' ? columns.length + 1 : columns.length)
    expect(hasDefaultColumns(group, resource)).toBe(columns.some(([name]) => name === 'Created At'))
  })
})

describe('columns that came with a release', () => {
  const claim = make('PersistentVolumeClaim', {
    spec: { volumeAttributesClassName: 'fast', volumeMode: 'Block' },
  })
  it('shows the attributes class of claims and volumes since 1.29', () => {
    expect(row('persistentvolumeclaims', claim, 28).cells.slice(6)).toEqual(['47s', 'Block'])
    expect(row('persistentvolumeclaims', claim, 29).cells.slice(6)).toEqual(['fast', '47s', 'Block'])
    expect(row('persistentvolumes', claim, 28).cells.slice(7)).toEqual(['', '47s', 'Block'])
    expect(row('persistentvolumes', claim, 29).cells.slice(7)).toEqual(['fast', '', '47s', 'Block'])
  })
  it('shows the status of jobs and the time zone of cron jobs since 1.30', () => {
    const job = make('Job', { spec: { completions: 2 } })
    expect(row('jobs', job, 29, 'batch').cells.slice(0, 3)).toEqual(['a', '0/2', ''])
    expect(row('jobs', job, 30, 'batch').cells.slice(0, 3)).toEqual(['a', 'Running', '0/2'])
    const cronJob = make('CronJob', { spec: { schedule: '@daily', timeZone: 'UTC' } })
    expect(row('cronjobs', cronJob, 29, 'batch').cells.slice(1, 3)).toEqual(['@daily', '<unset>'])
    expect(row('cronjobs', cronJob, 30, 'batch').cells.slice(1, 3)).toEqual(['@daily', 'UTC'])
  })
})

describe('kinds that went', () => {
  it('shows PodSecurityPolicies', () => {
    const rule = { rule: 'RunAsAny' }
    const policy = make('PodSecurityPolicy', {
      spec: {
        allowedCapabilities: ['NET_ADMIN', 'CHOWN'],
        seLinux: rule,
        runAsUser: { rule: 'MustRunAsNonRoot' },
        fsGroup: rule,
        supplementalGroups: rule,
        volumes: ['secret', 'hostPath'],
      },
    })
    expect(row('podsecuritypolicies', policy, 24, 'policy').cells).toEqual([
      'a',
      'false',
      'NET_ADMIN,CHOWN',
      'RunAsAny',
      'MustRunAsNonRoot',
      'RunAsAny',
      'RunAsAny',
      false,
      'secret,hostPath',
    ])
  })
  it('shows ClusterCIDRs with the nodes that they are for', () => {
    const matchExpressions = [{ key: 'zone', operator: 'In', values: ['a', 'b'] }]
    const matchFields = [{ key: 'metadata.name', operator: 'Exists' }]
    const nodeSelector = { nodeSelectorTerms: [{ matchExpressions, matchFields }, { matchExpressions }] }
    const cidr = make('ClusterCIDR', { spec: { perNodeHostBits: 8, ipv4: '10.0.0.0/8', nodeSelector } })
    expect(row('clustercidrs', cidr, 28, 'networking.k8s.io').cells).toEqual([
      'a',
      '8',
      '10.0.0.0/8',
      '<none>',
      '47s',
      'MatchExpressions: [{zone In [a b]}],MatchFields: [{metadata.name Exists []}],MatchExpressions: [{zone In [a b]}]',
    ])
  })
})

describe('pods', () => {
  it('shows why a pod is not running', () => {
    expect(pod({}, { phase: 'Pending' })).toEqual(['0/1', 'Pending', '0'])
    expect(
      pod({}, { phase: 'Pending', conditions: [{ type: 'PodScheduled', reason: 'SchedulingGated' }] })[1],
    ).toBe('SchedulingGated')
    expect(
      pod(
        {},
        { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ErrImagePull' } } }] },
      )[1],
    ).toBe('ErrImagePull')
    expect(
      pod({}, { phase: 'Failed', containerStatuses: [{ state: { terminated: { exitCode: 3 } } }] })[1],
    ).toBe('ExitCode:3')
    expect(
      pod(
        { initContainers: [{ name: 'i' }] },
        { phase: 'Pending', initContainerStatuses: [{ name: 'i', state: {} }] },
      )[1],
    ).toBe('Init:0/1')
    const waiting = ['ErrImagePull', 'CrashLoopBackOff'].map((reason) => ({ state: { waiting: { reason } } }))
    expect(pod({}, { phase: 'Pending', containerStatuses: waiting })[1]).toBe('ErrImagePull')
  })
  it('counts sidecars, and restarts with their time', () => {
    const sidecar = { initContainers: [{ name: 'i', restartPolicy: 'Always' }] }
    const running = { state: { running: {} }, ready: true, started: true }
    const restarted = {
      ...running,
      restartCount: 2,
      lastState: { terminated: { finishedAt: '2026-01-01T00:00:17Z' } },
    }
    expect(
      pod(sidecar, {
        phase: 'Running',
        initContainerStatuses: [{ name: 'i', ...running }],
        containerStatuses: [restarted],
      }),
    ).toEqual(['2/2', 'Running', '2 (30s ago)'])
  })
  it('shows deletion, of finished pods only up to 1.30', () => {
    const metadata = { deletionTimestamp: '2026-01-01T00:00:10Z' }
    expect(pod({}, { phase: 'Running' }, metadata)[1]).toBe('Terminating')
    expect(pod({}, { phase: 'Succeeded' }, metadata)[1]).toBe('Succeeded')
    expect(pod({}, { phase: 'Succeeded' }, metadata, 30)[1]).toBe('Terminating')
    expect(pod({}, { phase: 'Running', reason: 'NodeLost' }, metadata)[1]).toBe('Unknown')
  })
  it('marks finished rows', () => {
    expect(row('pods', make('Pod', { status: { phase: 'Succeeded' } })).conditions).toEqual([
      {
        type: 'Completed',
        status: 'True',
        reason: 'Succeeded',
        message: 'The pod has completed successfully.',
      },
    ])
  })
})

describe('others', () => {
  it('prints nodes', () => {
    const node = make(
      'Node',
      {
        spec: { unschedulable: true },
        status: {
          conditions: [{ type: 'Ready', status: 'Unknown' }],
          addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
          nodeInfo: { kubeletVersion: 'v1.36.0', kernelVersion: '6.1', architecture: 'arm64' },
        },
      },
      { labels: { 'node-role.kubernetes.io/control-plane': '', 'kubernetes.io/role': 'worker' } },
    )
    expect(row('nodes', node).cells).toEqual([
      'a',
      'NotReady,SchedulingDisabled',
      'control-plane,worker',
      '47s',
      'v1.36.0',
      '10.0.0.1',
      '<none>',
      '<unknown>',
      '6.1 (arm64)',
      '<unknown>',
    ])
    expect(row('nodes', node, 35).cells[8]).toBe('6.1')
  })
  it('prints services', () => {
    const spec = {
      type: 'LoadBalancer',
      clusterIPs: ['10.0.0.9'],
      ports: [{ port: 80, nodePort: 30000, protocol: 'TCP' }],
      selector: { b: '2', a: '1' },
    }
    expect(row('services', make('Service', { spec })).cells).toEqual([
      'a',
      'LoadBalancer',
      '10.0.0.9',
      '<pending>',
      '80:30000/TCP',
      '47s',
      'a=1,b=2',
    ])
  })
  it('prints events of both versions alike', () => {
    const cells = ['<unknown>', 'Normal', 'R', 'pod/p', '', 'c', 'm', '<unknown>', 1, 'a']
    const common = { type: 'Normal', reason: 'R' }
    expect(
      row(
        'events',
        make('Event', {
          ...common,
          involvedObject: { kind: 'Pod', name: 'p' },
          source: { component: 'c' },
          message: ' m\n',
        }),
      ).cells,
    ).toEqual(cells)
    const other = make('Event', {
      ...common,
      regarding: { kind: 'Pod', name: 'p' },
      reportingController: 'c',
      note: 'm',
    })
    expect(row('events', other, 36, 'events.k8s.io').cells).toEqual(cells)
  })
  it('names the resources of the metrics of autoscalers since 1.30', () => {
    const ref = { scaleTargetRef: { kind: 'Deployment', name: 'd' }, maxReplicas: 3 }
    const v2 = make('HorizontalPodAutoscaler', {
      spec: {
        ...ref,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
      },
    })
    const cells = (metric: string) => ['a', 'Deployment/d', metric, '<unset>', 3, 0, '47s']
    expect(row('horizontalpodautoscalers', v2, 36, 'autoscaling').cells).toEqual(cells('cpu: <unknown>/80%'))
    expect(row('horizontalpodautoscalers', v2, 29, 'autoscaling').cells).toEqual(cells('<unknown>/80%'))
  })
})
