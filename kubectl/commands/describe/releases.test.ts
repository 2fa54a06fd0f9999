import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import { describeRowOf } from './index.ts'

const pod = {
  metadata: { name: 'a', namespace: 'n' },
  spec: {
    serviceAccountName: 'default',
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
    resources: { limits: { cpu: '1' } },
    workloadRef: { name: 'w', podGroup: 'g' },
    schedulingGroup: { podGroupName: 'sg' },
    containers: [
      {
        name: 'c',
        image: 'nginx',
        ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
        resources: { limits: { cpu: '1500m' } },
        env: [{ name: 'CPUS', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }],
      },
    ],
    volumes: [
      { name: 'p', projected: { sources: [{ configMap: { name: 'root', optional: undefined } }] } },
      { name: 'i', image: { reference: 'r' } },
    ],
  },
  status: { phase: 'Running' },
}
const cronJob = {
  metadata: { name: 'a', namespace: 'n' },
  spec: { schedule: '* * * * *', timeZone: 'Etc/UTC', jobTemplate: { spec: { template: {} } } },
}
const own = { metadata: { name: 'a' }, spec: { podCIDRs: ['x'], nonResourceURLs: ['/'] } }

async function told(resource: string, object: object, minor: number): Promise<string> {
  const [name = '', ...group] = resource.split('.')
  const row = describeRowOf({ group: group.join('.'), name }, minor)
  return row.describe({ minor } as Session, object as KubeObject)
}

// Each line as kubectl/pkg/describe/describe.go of the release before it and of that release has it.
it.each<[number, string, object, string]>([
  [25, 'pods', pod, 'Service Account:\tdefault'],
  [25, 'pods', pod, 'Topology Spread Constraints:'],
  [27, 'pods', pod, 'SeccompProfile:\tRuntimeDefault'],
  [32, 'pods', pod, '\nResources:\n'],
  [32, 'pods', pod, 'Image (a container image or OCI artifact)'],
  [33, 'pods', pod, '    Optional:\tfalse'],
  [34, 'pods', pod, '    Port:\t80/TCP (http)'],
  [35, 'pods', pod, '\nWorkloadRef:\n  Name:\tw\n  PodGroup:\tg\n'],
  [36, 'pods', pod, '\nSchedulingGroup:\n  PodGroupName:\tsg\n'],
  [36, 'cronjobs.batch', cronJob, 'Time Zone:\tEtc/UTC'],
  [36, 'crontabs.example.com', own, 'Pod CIDRs:'],
  [36, 'crontabs.example.com', own, 'Non Resource URLs:'],
])('since 1.%i kubectl describe tells of %s', async (minor, resource, object, text) => {
  const has = async (one: number): Promise<boolean> => (await told(resource, object, one)).includes(text)
  expect([await has(minor - 1), await has(minor)]).toEqual([false, true])
})

it('tells what is no more', async () => {
  const [old, now] = [await told('pods', pod, 32), await told('pods', pod, 36)]
  expect([old.includes('ConfigMapOptional:\t<nil>'), now.includes('ConfigMapOptional')]).toEqual([
    true,
    false,
  ])
  expect(now).not.toContain('WorkloadRef')
  expect(now).toContain('CPUS:\t2 (limits.cpu)')
  expect(await told('crontabs.example.com', own, 34)).toContain('Non Resource UR Ls:')
  expect(await told('crontabs.example.com', own, 35)).toContain('Non Resource Ur Ls:')
})
