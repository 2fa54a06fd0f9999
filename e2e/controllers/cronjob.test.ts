import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane, type TestControlPlane } from './control-plane.ts'

const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs'
const jobs = '/apis/batch/v1/namespaces/default/jobs'
const cronJob = (spec: object): object => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'tick' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'tick' }] } } },
    },
    ...spec,
  },
})
/** Minutes since the epoch, of 2026-01-01T00:01:00Z. */
const firstMinute = Date.parse('2026-01-01T00:01:00Z') / 60_000
const nextMinute = (plane: TestControlPlane): void => plane.clock.advance(60_000)
const succeed = async (plane: TestControlPlane): Promise<void> => {
  for (const name of await plane.names(`${defaultNamespace}/pods`))
    await reportPod(plane.client, name, { phase: 'Succeeded', conditions: [] })
}
const active = (plane: TestControlPlane) => async () => {
  const { status } = await plane.client.get<KubeObject>(`${cronJobs}/tick`)
  return ((status as { active?: { name: string }[] }).active ?? []).map(({ name }) => name)
}

describe('a CronJob', () => {
  it('makes a job at its times, and keeps as many as its history limit', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(cronJobs, cronJob({ successfulJobsHistoryLimit: 1, timeZone: 'Europe/Berlin' }))
    const names = [`tick-${firstMinute}`, `tick-${firstMinute + 1}`]
    await plane.until(async () => {
      plane.clock.advance(1000)
      return plane.names(jobs)
    }, [names[0]])
    const job = await plane.client.get<KubeObject>(`${jobs}/${names[0]}`)
    expect(job.metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp']).toBe(
      '2026-01-01T01:01:00+01:00',
    )
    await plane.until(active(plane), [names[0]])
    await succeed(plane)
    await plane.until(active(plane), [])
    await plane.until(async () => {
      plane.clock.advance(1000)
      await succeed(plane)
      return plane.names(jobs)
    }, [names[1]])
  })

  it.each([
    ['Forbid', [0]],
    ['Replace', [1]],
    ['Allow', [0, 1]],
  ])('deals with a job that still runs as %s says', async (concurrencyPolicy, expected) => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(cronJobs, cronJob({ concurrencyPolicy }))
    await plane.until(async () => {
      plane.clock.advance(1000)
      return (await plane.names(jobs)).length
    }, 1)
    await plane.until(active(plane), [`tick-${firstMinute}`])
    nextMinute(plane)
    await plane.until(
      active(plane),
      expected.map((minute) => `tick-${firstMinute + minute}`),
    )
  })

  it('rests while it is suspended', async () => {
    const plane = await startControlPlane('1.36')
    await plane.client.create(cronJobs, cronJob({ suspend: true }))
    nextMinute(plane)
    await plane.client.create(cronJobs, { ...cronJob({}), metadata: { name: 'other' } })
    await plane.until(async () => {
      plane.clock.advance(1000)
      return plane.names(jobs)
    }, [`other-${firstMinute + 1}`])
  })
})
