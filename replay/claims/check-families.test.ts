// What objects have, share and went through, held against objects that do and that do not.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ClaimWorld, SeenCommand } from './check-claim.ts'
import { eventReasons } from './event-reasons.ts'
import { expectToSaySomething, judgedSentences, verdictOf } from './testing/sentence-verdicts.ts'

const object = (kind: string, name: string, rest: object = {}, meta: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'default', uid: `uid-${name}`, ...meta },
  ...rest,
})
const owned = { ownerReferences: [{ uid: 'uid-web', kind: 'Job', name: 'web' }] }
const pod = (name: string, node: string, ip: string, restartCount = 0): KubeObject =>
  object(
    'Pod',
    name,
    {
      spec: { nodeName: node, containers: [{ name: 'app', image: 'nginx' }] },
      status: {
        phase: 'Running',
        podIP: ip,
        containerStatuses: [{ name: 'app', image: 'nginx', restartCount, state: { running: {} } }],
      },
    },
    { ...owned, labels: { app: 'web' } },
  )
const event = (reason: string, uid: string): KubeObject =>
  object('Event', `${reason}.1`, {
    reason,
    type: 'Normal',
    message: 'all is well',
    involvedObject: { kind: 'Job', name: 'web', namespace: 'default', uid },
    source: { component: 'job-controller' },
  })

const now: Readonly<Record<string, readonly KubeObject[]>> = {
  'jobs.batch': [
    object('Job', 'web', {
      spec: {},
      status: {
        active: 2,
        conditions: [{ type: 'Suspended', status: 'False', reason: 'JobResumed' }],
      },
    }),
  ],
  pods: [pod('a', 'n1', '10.0.0.1'), pod('b', 'n2', '10.0.0.2', 2)],
  'deployments.apps': [
    object('Deployment', 'd', { spec: { replicas: 3 }, status: { replicas: 2, readyReplicas: 2 } }),
  ],
  services: [
    object('Service', 's', {
      spec: { clusterIP: 'None', clusterIPs: ['None'], ports: [{ port: 80, nodePort: 30080 }] },
    }),
  ],
  nodes: [object('Node', 'n1', { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } })],
  configmaps: [object('ConfigMap', 'c', { data: { key: 'value' }, immutable: true })],
  resourcequotas: [object('ResourceQuota', 'q', { status: { used: { pods: '2', secrets: '1' } } })],
  events: [event('SuccessfulCreate', 'uid-web')],
}
const seen = (text: string, more: Partial<SeenCommand> = {}): SeenCommand => ({
  step: 2,
  text,
  line: 1,
  stdout: '',
  stderr: '',
  exitCode: 0,
  ...more,
})
const world = (...commands: SeenCommand[]): ClaimWorld => ({
  commands,
  step: 2,
  objects: async (resource) => now[resource] ?? [],
  before: async () => [],
  documented: [{ resource: 'jobs.batch', name: 'web', namespace: 'default' }],
  gates: () => undefined,
  release: () => undefined,
})

/** Of each family what is so, what is not, and what cannot be told. */
const table = `
holds | The Job has two pods. | The Job has at least 2 running pods. | The Job has no failed pods. | The number of active pods of the Job is 2.
fails | The Job has no pods. | The Job has a failed pod. | The Job does not have 2 pods. | The number of pods of the Job is not 2.
unknown | The Deployment has 3 replicas. | There are no pods of the ConfigMap.
holds | The Deployment has two ready replicas. | The Service has a node port. | The Service has no cluster IP. | The Service does not have a load balancer IP.
fails | The Deployment has no ready replicas. | The Service has a cluster IP. | The Service does not have a node port. | The Service got two cluster IPs. | The pods have no node assigned.
unknown | The Job has a cluster IP. | The ConfigMap has no node port.
holds | The pods are on different nodes. | The pods have different IPs. | The pods have the same labels. | Both pods use the same image.
fails | The pods share a node. | Both pods have the same IP. | The pods are not on different nodes. | The pods have different labels.
unknown | The Jobs have different names. | The pods have the same IPs.
holds | The pod \`b\` was restarted twice. | The pod \`a\` was not restarted. | The container \`app\` is running. | The image of the container is \`nginx\`.
fails | The pod \`b\` was restarted once. | The pod \`a\` was restarted. | The pod \`b\` was not restarted. | All containers are waiting. | The container uses the image \`redis\`.
unknown | The container was restarted twice. | The container \`other\` is running. | The Job has 2 restarts.
holds | The pods have the label \`app=web\`. | The node is tainted with \`k=v:NoSchedule\`. | The node does not have the taint \`k=v:NoExecute\`. | The ConfigMap's data contains \`key: value\`.
fails | The pods have the label \`app=db\`. | The pods do not have the label \`app=web\`. | The node is not tainted. | The node has no taint \`k=v:NoSchedule\`. | The ConfigMap's data does not contain \`key\`. | The pod \`a\` has the finalizer \`x/y\`.
holds | An event with reason \`SuccessfulCreate\` was recorded for the Job. | There is no \`SuccessfulDelete\` event for the Job. | The Job has no warning events.
fails | No events were recorded for the Job. | There is no \`SuccessfulCreate\` event for the Job. | A \`SuccessfulDelete\` event was emitted for the Job. | A \`SuccessfulCreate\` event with the message \`no such thing\` was recorded for the Job.
unknown | There is no \`NeverHeardOf\` event for the Job. | A \`NeverHeardOf\` event was recorded.
holds | The ConfigMap is immutable. | The ResourceQuota's used count of pods is 2. | The \`Suspended\` condition of the Job is \`False\` with reason \`JobResumed\`.
fails | The ConfigMap is not immutable. | The ResourceQuota's used count of pods is at least 3. | The \`Suspended\` condition of the Job is \`False\` with reason \`JobSuspended\`. | The Job is active with reason \`Other\`.
unknown | The ResourceQuota's used count is 2. | The ResourceQuota's used count of services is 0. | The Job is immutable.
`
const cases = judgedSentences(table)

describe('of what is in the cluster', () => {
  it.each(cases)('%s: %s', async (sentence, expected) => {
    expect(await verdictOf(sentence, world())).toBe(expected)
  })

  it.each(cases.filter(([, verdict]) => verdict === 'holds'))('%s says something', (sentence) =>
    expectToSaySomething(sentence, world()),
  )
})

describe('of what was before', () => {
  const deployment = (count: number): KubeObject =>
    object('Deployment', 'd', { spec: { replicas: count }, status: { replicas: count } })
  const scaled = (from: number, to: number): ClaimWorld => ({
    ...world(),
    objects: async (resource) => (resource === 'deployments.apps' ? [deployment(to)] : []),
    before: async (resource) => (resource === 'deployments.apps' ? [deployment(from)] : []),
  })
  it.each<[string, number, number, string]>([
    ['The Deployment still has 3 replicas.', 3, 3, 'holds'],
    ['The Deployment still has 4 replicas.', 3, 4, 'unknown'],
    ['The Deployment no longer has 3 replicas.', 3, 4, 'holds'],
    ['The Deployment no longer has 5 replicas.', 3, 4, 'unknown'],
    ['The Deployment no longer has 4 replicas.', 3, 4, 'fails'],
    ['Verify that the Deployment was scaled up to 4.', 3, 4, 'holds'],
    ['Verify that the Deployment was scaled down to 4.', 3, 4, 'fails'],
    ['Verify that the Deployment was scaled up to 4.', 4, 4, 'unknown'],
  ])('%s from %i to %i', async (sentence, from, to, expected) => {
    expect(await verdictOf(sentence, scaled(from, to))).toBe(expected)
  })
})

describe('of what was printed', () => {
  const pods = seen('kubectl get pods', {
    stdout:
      'NAME   READY   STATUS    RESTARTS   AGE\na      1/1     Running   0          1m\nb      0/1     Pending   0          1m\n',
  })
  const missing = seen('kubectl get pod x', {
    stderr: 'Error from server (NotFound): pods "x" not found',
    exitCode: 1,
  })
  const metrics = seen('kubectl get --raw /metrics', {
    stdout: '# HELP m_total x\n# TYPE m_total counter\nm_total{a="b"} 3\n',
  })
  it.each<[string, SeenCommand, string]>([
    ['`kubectl get pods` lists two pods.', pods, 'holds'],
    ['`kubectl get pods` lists three pods.', pods, 'fails'],
    ['`kubectl get pods` does not list two pods.', pods, 'fails'],
    ['`kubectl get pods` shows one running pod.', pods, 'holds'],
    ['`kubectl get pods` shows two running pods.', pods, 'fails'],
    ['`kubectl get pods` lists two Jobs.', pods, 'unknown'],
    ['The output lists two evicted pods.', pods, 'unknown'],
    ['Expect an error like `not found`.', missing, 'holds'],
    ['Expect an error like `forbidden`.', missing, 'fails'],
    ['Expect an error like `a`.', pods, 'fails'],
    ['The API server responds with a 404.', missing, 'holds'],
    ['The API server responds with a 409.', missing, 'fails'],
    ['The API server responds with a 404.', pods, 'fails'],
    ['No error is returned.', missing, 'fails'],
    ['Creating a Pod with the field set fails.', missing, 'unknown'],
    ['Creating a Pod with the field set fails.', seen('kubectl create -f x.yaml'), 'fails'],
    ['The metric `m_total` is 3.', metrics, 'holds'],
    ['The metric `m_total` is 4.', metrics, 'fails'],
    ['The metric `m_total` is not reported.', metrics, 'fails'],
    ['The metric `other_total` is reported.', metrics, 'fails'],
    ['The metric `other_total` is not reported.', metrics, 'holds'],
    ['The metric `other_total` is not reported.', pods, 'unknown'],
  ])('%s', async (sentence, command, expected) => {
    expect(await verdictOf(sentence, world(command))).toBe(expected)
  })
})

it('counts what there is, not what an earlier step looked at by name', async () => {
  const earlier = seen('kubectl get pod a', { stdout: 'a', step: 1 })
  expect(await verdictOf('Two pods are running.', world(earlier))).toBe('holds')
  expect(await verdictOf('One pod is running.', world(earlier))).toBe('fails')
})

it('knows the reasons of events that the sources have', () => {
  const sources = [
    'controllers/cronjob/controller.ts',
    'controllers/deployment/status.ts',
    'controllers/deployment/sync.ts',
    'controllers/job/sync-job.ts',
    'controllers/job/track-job.ts',
    'controllers/node-lifecycle.ts',
    'controllers/pod-control.ts',
    'controllers/podautoscaler/controller.ts',
    'controllers/scheduler.ts',
    'controllers/taint-eviction.ts',
    'kubelet-sim/pods/pod-events.ts',
  ]
  const text = sources
    .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .join('\n')
  const spelled = (reason: string): boolean => text.includes(`'${reason}'`) || text.includes(`\`${reason}`)
  expect([...eventReasons].filter((reason) => !spelled(reason))).toEqual([])
})
