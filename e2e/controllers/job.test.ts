import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Job, trackingFinalizer } from '../../controllers/job/types.ts'
import {
  defaultNamespace,
  removePod,
  reportPod,
  startControlPlane,
  type TestControlPlane,
} from './control-plane.ts'

const jobs = '/apis/batch/v1/namespaces/default/jobs'
const job = (spec: object): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'sum' },
  spec: {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'sum' }] } },
    ...spec,
  },
})
const listPods = async ({ client }: TestControlPlane): Promise<KubeObject[]> =>
  (await client.get<{ items?: KubeObject[] | null }>(`${defaultNamespace}/pods`)).items ?? []
/** Pods that still run. */
const running = async (plane: TestControlPlane): Promise<KubeObject[]> =>
  (await listPods(plane)).filter(
    (pod) => !['Succeeded', 'Failed'].includes((pod['status'] as { phase: string }).phase),
  )
const indexOf = ({ metadata }: KubeObject): string =>
  metadata.annotations?.['batch.kubernetes.io/job-completion-index'] ?? '-'
const indexes = (plane: TestControlPlane) => async (): Promise<string> =>
  (await running(plane)).map(indexOf).sort().join()
const statusOf = async ({ client }: TestControlPlane): Promise<Job['status']> =>
  (await client.get<Job>(`${jobs}/sum`)).status
/** `SuccessCriteriaMet Complete` */
const conditions = (plane: TestControlPlane) => async (): Promise<string> =>
  ((await statusOf(plane)).conditions ?? [])
    .map(({ type, status }) => (status === 'True' ? type : `!${type}`))
    .join(' ')

/** Ends a running pod. @param index of an Indexed job */
async function end(
  plane: TestControlPlane,
  phase: 'Succeeded' | 'Failed',
  index = '-',
  exitCode = 1,
): Promise<void> {
  await plane.until(async () => (await running(plane)).some((pod) => indexOf(pod) === index), true)
  const pod = (await running(plane)).find((p) => indexOf(p) === index)!
  const now = new Date(plane.clock.now()).toISOString().replace(/\.\d+/, '')
  await reportPod(plane.client, pod.metadata.name!, {
    phase,
    conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: now }],
    containerStatuses: [
      {
        name: 'main',
        ready: false,
        restartCount: 0,
        image: 'sum',
        imageID: '',
        state: {
          terminated: { exitCode: phase === 'Failed' ? exitCode : 0, finishedAt: now, startedAt: now },
        },
      },
    ],
  })
}
/** Ends what is being deleted, and removes it. */
async function playKubelet(plane: TestControlPlane): Promise<void> {
  for (const { metadata } of (await running(plane)).filter(
    (p) => p.metadata.deletionTimestamp !== undefined,
  )) {
    await reportPod(plane.client, metadata.name!, { phase: 'Failed' })
    await removePod(plane.client, metadata.name!)
  }
}
const settled = (plane: TestControlPlane, probe: () => Promise<unknown>, expected: unknown) =>
  plane.until(async () => {
    await playKubelet(plane)
    return probe()
  }, expected)

describe('a Job', () => {
  it('runs so many pods at once until so many have succeeded, and counts each once', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(jobs, job({ completions: 3, parallelism: 2 }))
    await plane.until(async () => (await running(plane)).length, 2)
    const [pod] = await running(plane)
    expect(pod!.metadata.finalizers).toEqual([trackingFinalizer])
    for (let i = 0; i < 3; i++) await end(plane, 'Succeeded')
    await plane.until(conditions(plane), 'SuccessCriteriaMet Complete')
    expect(await statusOf(plane)).toMatchObject({
      succeeded: 3,
      ready: 0,
      terminating: 0,
      uncountedTerminatedPods: {},
      conditions: [
        { reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' },
        {},
      ],
    })
    await plane.until(async () => (await listPods(plane)).flatMap((p) => p.metadata.finalizers ?? []), [])
  })

  it.each([true, false])('tells how many pods are ready where the gate is on (%s)', async (gate) => {
    const plane = await startControlPlane('1.28', `--feature-gates=JobReadyPods=${gate}`)
    await plane.client.create(jobs, job({}))
    await plane.until(async () => {
      const { active, ready } = await statusOf(plane)
      return [active, ready]
    }, [1, gate ? 0 : undefined])
  })

  it.each([
    ['true', { 'batch.kubernetes.io/job-completion-index': '0' }, 'labels'],
    ['false', {}, 'annotations'],
  ])('tells pods their index with PodIndexLabel=%s', async (gate, label, source) => {
    const plane = await startControlPlane('1.31', `--feature-gates=PodIndexLabel=${gate}`)
    await plane.client.create(jobs, job({ completions: 1, completionMode: 'Indexed' }))
    await plane.until(indexes(plane), '0')
    const [pod] = await running(plane)
    const { 'batch.kubernetes.io/job-completion-index': index } = pod!.metadata.labels as Record<
      string,
      string
    >
    expect(index === undefined ? {} : { 'batch.kubernetes.io/job-completion-index': index }).toEqual(label)
    expect(pod!.metadata.name).toMatch(/^sum-0-[a-z0-9]{5}$/)
    expect(pod!['spec']).toMatchObject({
      hostname: 'sum-0',
      containers: [
        {
          env: [
            {
              name: 'JOB_COMPLETION_INDEX',
              valueFrom: {
                fieldRef: { fieldPath: `metadata.${source}['batch.kubernetes.io/job-completion-index']` },
              },
            },
          ],
        },
      ],
    })
  })

  it('fails after backoffLimit failures, each pod after a longer pause', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(jobs, job({ backoffLimit: 1 }))
    await end(plane, 'Failed')
    await plane.until(async () => (await statusOf(plane)).failed, 1)
    const before = plane.clock.now()
    await end(plane, 'Failed')
    expect(plane.clock.now() - before).toBeGreaterThan(8000)
    await plane.until(conditions(plane), 'FailureTarget Failed')
    expect((await statusOf(plane)).conditions?.[1]).toMatchObject({
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    })
  })

  it('fails an index for good after backoffLimitPerIndex failures, and forgets that without its gate', async () => {
    const plane = await startControlPlane('1.30')
    await plane.client.create(
      jobs,
      job({ completions: 2, parallelism: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 }),
    )
    await end(plane, 'Failed', '0')
    await end(plane, 'Failed', '0')
    await plane.until(async () => (await statusOf(plane)).failedIndexes, '0')
    await plane.until(indexes(plane), '1')
    await plane.restartControllers('--feature-gates=JobBackoffLimitPerIndex=false')
    await plane.until(indexes(plane), '0,1')
    await plane.until(async () => (await statusOf(plane)).failedIndexes, undefined)
  })

  it('stops when its successPolicy is met', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(
      jobs,
      job({
        completions: 3,
        parallelism: 3,
        completionMode: 'Indexed',
        successPolicy: { rules: [{ succeededIndexes: '0,2', succeededCount: 1 }] },
      }),
    )
    await end(plane, 'Succeeded', '2')
    await settled(plane, conditions(plane), 'SuccessCriteriaMet Complete')
    expect(await statusOf(plane)).toMatchObject({
      succeeded: 1,
      completedIndexes: '2',
      conditions: [{ reason: 'SuccessPolicy', message: 'Matched rules at index 0' }, {}],
    })
  })

  it('follows its podFailurePolicy', async () => {
    const plane = await startControlPlane('1.36')
    const rules = [
      { action: 'Ignore', onExitCodes: { operator: 'In', values: [3] } },
      { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
    ]
    await plane.client.create(jobs, job({ backoffLimit: 0, podFailurePolicy: { rules } }))
    await end(plane, 'Failed', '-', 3)
    await end(plane, 'Failed', '-', 42)
    await settled(plane, conditions(plane), 'FailureTarget Failed')
    const { failed, conditions: [target] = [] } = await statusOf(plane)
    expect([failed, target?.reason]).toEqual([1, 'PodFailurePolicy'])
    expect(target?.message).toMatch(
      /^Container main for pod default\/sum-\w+ failed with exit code 42 matching FailJob rule at index 1$/,
    )
  })

  it('has no pods while it is suspended', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(jobs, job({ parallelism: 2 }))
    await plane.until(async () => (await running(plane)).length, 2)
    await plane.client.patch(`${jobs}/sum`, { spec: { suspend: true } })
    await settled(plane, async () => (await listPods(plane)).length, 0)
    await plane.until(conditions(plane), 'Suspended')
    await plane.client.patch(`${jobs}/sum`, { spec: { suspend: false } })
    await plane.until(async () => (await running(plane)).length, 2)
    await plane.until(conditions(plane), '!Suspended')
    expect((await statusOf(plane)).failed).toBeUndefined()
  })

  it('replaces a deleted pod only after its end with podReplacementPolicy Failed', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(jobs, job({ podReplacementPolicy: 'Failed' }))
    await plane.until(async () => (await running(plane)).length, 1)
    const [pod] = await running(plane)
    await plane.client.delete(`${defaultNamespace}/pods/${pod!.metadata.name}`)
    await plane.until(async () => (await statusOf(plane)).terminating, 1)
    expect((await listPods(plane)).length).toBe(1)
    await settled(plane, async () => (await running(plane)).length, 1)
    expect((await running(plane))[0]!.metadata.uid).not.toBe(pod!.metadata.uid)
    await plane.until(async () => (await statusOf(plane)).failed, 1)
  })

  it('ends at its deadline, and goes ttlSecondsAfterFinished later', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(jobs, job({ activeDeadlineSeconds: 10, ttlSecondsAfterFinished: 60 }))
    const started = plane.clock.now()
    await settled(plane, conditions(plane), 'FailureTarget Failed')
    expect(plane.clock.now() - started).toBeGreaterThanOrEqual(10_000)
    expect((await statusOf(plane)).conditions?.[0]?.reason).toBe('DeadlineExceeded')
    plane.clock.advance(60_000)
    await settled(plane, () => plane.names(jobs), [])
    await plane.until(() => plane.names(`${defaultNamespace}/pods`), [])
  })

  it('counts pods that ended, and lets them go, also where a quota forbids the next one', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(jobs, job({ completions: 2 }))
    await plane.until(async () => (await running(plane)).length, 1)
    const quotas = `${defaultNamespace}/resourcequotas`
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'cpu' } }
    await plane.client.create(quotas, { ...quota, spec: { hard: { 'requests.cpu': '1' } } })
    const status = async () => (await plane.client.get<KubeObject>(`${quotas}/cpu`))['status']
    await plane.until(async () => Object.keys((await status()) ?? {}).sort(), ['hard', 'used'])
    await end(plane, 'Succeeded')
    await plane.until(async () => (await statusOf(plane)).succeeded, 1)
    await plane.until(async () => (await listPods(plane)).flatMap((p) => p.metadata.finalizers ?? []), [])
    const { active, uncountedTerminatedPods } = await statusOf(plane)
    expect([active, uncountedTerminatedPods]).toEqual([undefined, {}])
  })

  it('is left to the controller that managedBy names', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(jobs, job({ managedBy: 'example.com/other' }))
    await plane.client.create(jobs, { ...job({}), metadata: { name: 'own' } })
    await plane.until(async () => (await running(plane)).length, 1)
    expect((await statusOf(plane)).startTime).toBeUndefined()
  })
})
