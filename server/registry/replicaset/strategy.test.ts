import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { replicaSetRules } from './strategy.ts'

const replicaSet = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'a', namespace: 'ns' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    patch,
  )
const rules = new RulesAtWork(replicaSetRules)
const stored = rules.create(replicaSet()).object

describe('a ReplicaSet', () => {
  it('has one replica, a first generation and no status', () => {
    expect(rules.create(replicaSet({ status: { replicas: 9 } }))).toMatchObject({
      errors: [],
      warnings: [],
      object: {
        metadata: { generation: 1 },
        spec: { replicas: 1, template: { spec: { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' } } },
        status: {},
      },
    })
  })

  it.each<[string, object, string[]]>([
    [
      'replicas below 0',
      { replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'seconds below 0',
      { minReadySeconds: -1 },
      ['spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0'],
    ],
    // Upstream calls it so.
    [
      'a selector of everything',
      { selector: { matchLabels: null } },
      ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    ],
    [
      'a selector that cannot be',
      { selector: { matchLabels: null, matchExpressions: [{ key: 'a', operator: 'In' }] } },
      [
        "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        'spec.selector: Invalid value: {"matchExpressions":[{"key":"a","operator":"In"}]}: invalid label selector',
      ],
    ],
    [
      'pods that end by themselves',
      { template: { spec: { activeDeadlineSeconds: 5 } } },
      [
        'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
      ],
    ],
  ])('is refused with %s', (_, spec, errors) => {
    expect(rules.create(replicaSet({ spec })).errors).toEqual(errors)
  })

  it('keeps its selector', () => {
    const other = {
      selector: { matchLabels: { app: 'b' } },
      template: { metadata: { labels: { app: 'b' } } },
    }
    expect(rules.update(stored, { spec: other }).errors).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable',
    ])
  })

  it.each<[string, object, number]>([
    ['the spec', { spec: { replicas: 2 } }, 2],
    ['an annotation', { metadata: { annotations: { a: 'b' } } }, 1],
    ['the status', { status: { replicas: 3 } }, 1],
  ])('with generation 1 has that or the next where a write changes %s', (_, patch, generation) => {
    const { object, errors } = rules.update(stored, patch)
    expect([errors, object.metadata.generation, object['status']]).toEqual([[], generation, {}])
  })
})

describe('a write of the status of a ReplicaSet', () => {
  it('leaves the spec, and takes labels', () => {
    const patch = { metadata: { labels: { a: 'b' } }, spec: { replicas: 5 }, status: { replicas: 1 } }
    const { object, errors } = rules.update(stored, patch, 'status')
    expect([errors, object['spec'], object['status']]).toEqual([[], stored['spec'], { replicas: 1 }])
    expect(object.metadata.labels).toEqual({ a: 'b' })
  })

  it.each([
    [false, {}],
    [true, { terminatingReplicas: 1 }],
  ])('counts pods that end by the gate: %s', (on, status) => {
    const at = new RulesAtWork(replicaSetRules, { gates: { DeploymentReplicaSetTerminatingReplicas: on } })
    expect(at.update(stored, { status: { terminatingReplicas: 1 } }, 'status').object['status']).toEqual(
      status,
    )
  })

  it('is refused where it counts more than there are', () => {
    const status = {
      replicas: 1,
      fullyLabeledReplicas: 2,
      readyReplicas: 0,
      availableReplicas: 1,
      observedGeneration: -1,
    }
    expect(rules.update(stored, { status }, 'status').errors).toEqual([
      'status.observedGeneration: Invalid value: -1: must be greater than or equal to 0',
      'status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 1: cannot be greater than readyReplicas',
    ])
  })
})
