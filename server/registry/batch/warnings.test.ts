import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { cronJobRules, jobRules } from './strategy.ts'

const twice = {
  spec: {
    restartPolicy: 'Never',
    containers: ['c', 'd'].map((name) => ({ name, image: 'i', ports: [{ containerPort: 80 }] })),
  },
}
const traits = { group: 'batch', generation: true }
const meta = { name: 'a', namespace: 'ns' }
const job = (spec: object) => patched({ apiVersion: 'batch/v1', kind: 'Job', metadata: meta }, { spec })
const cronJob = (spec: object, name = 'a') =>
  patched({ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { ...meta, name } }, { spec })
const duplicate = (at: string) =>
  `${at}.spec.containers[1].ports[0]: duplicate port definition with ${at}.spec.containers[0].ports[0]`
const vast = { completionMode: 'Indexed', completions: 100_001, parallelism: 10_001 }

describe('warnings of Jobs', () => {
  const rules = new RulesAtWork(jobRules, { traits })

  it('are those of their templates, and told of updates that change the spec only', () => {
    const { object, warnings } = rules.create(job({ template: twice }))
    expect(warnings).toEqual([duplicate('spec.template')])
    expect(rules.update(object, { metadata: { labels: { b: 'c' } } }).warnings).toEqual([])
    expect(rules.update(object, { spec: { suspend: true } }).warnings).toEqual([duplicate('spec.template')])
  })

  it.each([
    [27, 0],
    [28, 1],
  ])('of 1.%d tell of vast indexed Jobs %d times', (minor, times) => {
    const { warnings } = new RulesAtWork(jobRules, { traits, minor }).create(job({ ...vast, template: {} }))
    expect(warnings.filter((text) => text.startsWith('spec: In Indexed Jobs with'))).toHaveLength(times)
  })
})

describe('warnings of CronJobs', () => {
  const rules = new RulesAtWork(cronJobRules, { traits })
  const cron = (more: object = {}) => ({
    schedule: '* * * * *',
    jobTemplate: { spec: { template: twice } },
    ...more,
  })

  it('are those of their Jobs', () => {
    const { object, warnings } = rules.create(cronJob(cron(), 'a.b'))
    expect(warnings).toEqual([
      expect.stringContaining('metadata.name: this is used in Pod names and hostnames'),
      duplicate('spec.jobTemplate.spec.template'),
    ])
    expect(rules.update(object, { metadata: { labels: { b: 'c' } } }).warnings).toEqual([])
    expect(rules.update(object, { spec: { suspend: true } }).warnings).toEqual([
      duplicate('spec.jobTemplate.spec.template'),
    ])
  })

  it.each([
    [28, 1, 'CRON_TZ or TZ used in spec.spec.schedule is not officially supported'],
    [29, 0, 'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead'],
  ])('of 1.%d tell of zones in schedules (%d when made)', (minor, times, text) => {
    const old = new RulesAtWork(cronJobRules, { traits, minor })
    const { object, warnings } = old.create(cronJob({ schedule: 'TZ=UTC * * * * *', jobTemplate: {} }))
    const told = `${text}, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details`
    expect(warnings).toEqual(times === 0 ? [] : [told])
    expect(old.update(object, { metadata: { labels: { b: 'c' } } }).warnings).toEqual([told])
  })
})
