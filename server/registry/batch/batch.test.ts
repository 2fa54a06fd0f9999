import { describe, expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { templateOptions } from '../pod/options.ts'
import { validateCronJob, validateJob, validateJobChange } from './validation.ts'

const server = {
  release: loadRelease('1.36'),
  gates: gatesOf('1.36'),
} as unknown as ServerContext
const options = templateOptions(server, {})

const pod = {
  restartPolicy: 'Never',
  dnsPolicy: 'ClusterFirst',
  terminationGracePeriodSeconds: 30,
  containers: [
    {
      name: 'c',
      image: 'i',
      imagePullPolicy: 'Always',
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    },
  ],
}
const labels = {
  'controller-uid': 'u',
  'job-name': 'j',
  'batch.kubernetes.io/controller-uid': 'u',
  'batch.kubernetes.io/job-name': 'j',
}
const job = (spec: Record<string, unknown> = {}): KubeObject =>
  ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', uid: 'u' },
    spec: {
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } },
      template: { metadata: { labels }, spec: pod },
      ...spec,
    },
  }) as unknown as KubeObject

describe('jobs', () => {
  it('takes a job as the server completes it', () => {
    expect(validateJob(job(), options)).toEqual([])
  })

  it('wants pods that end, and what indexes need', () => {
    const bad = job({
      completionMode: 'Indexed',
      parallelism: -1,
      template: { metadata: { labels }, spec: { ...pod, restartPolicy: 'Always' } },
    })
    expect(validateJob(bad, options).map(errorText)).toEqual([
      'spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
      'spec.completions: Required value: when completion mode is Indexed',
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ])
  })

  it('wants a name that goes with the indexes of its pods, also where it has none', () => {
    const unnamed = job({ completionMode: 'Indexed', completions: 3 })
    expect(validateJob({ ...unnamed, metadata: {} }, options).map(errorText)).toContain(
      'metadata.name: Invalid value: "": will not able to create pod with invalid DNS label: -2',
    )
  })

  const fixed = { directives: false, resources: false }

  it('keeps selector, completions and template', () => {
    const changed = job({
      completions: 2,
      template: { metadata: { labels }, spec: { ...pod, nodeName: 'n' } },
    })
    expect(validateJobChange(changed, job(), options, fixed).map((e) => e.field)).toEqual([
      'spec.completions',
      'spec.template',
    ])
  })

  it('lets a waiting job choose its nodes', () => {
    const elsewhere = job({ template: { metadata: { labels }, spec: { ...pod, nodeSelector: { a: 'b' } } } })
    const waiting = job({ suspend: true })
    expect(validateJobChange(elsewhere, waiting, options, { ...fixed, directives: true })).toEqual([])
    expect(validateJobChange(elsewhere, job(), options, fixed)).toHaveLength(1)
  })

  it('lets a waiting job change the resources of its containers, and what is beside its pods', () => {
    const mutable = { directives: true, resources: true }
    const of = (container: object) =>
      job({ template: { metadata: { labels, name: 'n' }, spec: { ...pod, containers: [container] } } })
    const waiting = job({ suspend: true })
    const [container] = pod.containers
    const more = { ...container, resources: { limits: { cpu: '2' } } }
    expect(validateJobChange(of(more), waiting, options, mutable)).toEqual([])
    const other = of({ ...more, image: 'other' })
    expect(validateJobChange(other, waiting, options, mutable).map((e) => e.field)).toEqual([
      'spec.template.spec',
    ])
    expect(validateJobChange(other, job(), options, mutable).map((e) => e.field)).toEqual(['spec.template'])
  })
})

it('wants a schedule without a zone, and jobs that choose their selectors', () => {
  const cron = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'c' },
    spec: {
      schedule: 'TZ=UTC * * * * *',
      concurrencyPolicy: 'Sometimes',
      jobTemplate: { spec: { selector: {}, template: { spec: pod } } },
    },
  } as unknown as KubeObject
  expect(validateCronJob(cron, options).map((e) => e.field)).toEqual([
    'spec.schedule',
    'spec.concurrencyPolicy',
    'spec.jobTemplate.spec.selector',
  ])
})
