import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { deploymentRules } from './strategy.ts'

const deployment = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'a', namespace: 'ns' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    patch,
  )
const rules = new RulesAtWork(deploymentRules)
const stored = rules.create(deployment()).object

describe('a Deployment', () => {
  it('has defaults, a first generation and no status', () => {
    expect(rules.create(deployment({ status: { replicas: 9 } }))).toMatchObject({
      errors: [],
      warnings: [],
      object: {
        metadata: { generation: 1 },
        spec: {
          replicas: 1,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
          revisionHistoryLimit: 10,
          progressDeadlineSeconds: 600,
          template: {
            spec: {
              restartPolicy: 'Always',
              containers: [{ imagePullPolicy: 'Always', terminationMessagePath: '/dev/termination-log' }],
            },
          },
        },
        status: {},
      },
    })
  })

  it('keeps what is given', () => {
    const spec = {
      replicas: 0,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      revisionHistoryLimit: 0,
      progressDeadlineSeconds: 30,
    }
    expect(rules.create(deployment({ spec }))).toMatchObject({ errors: [], object: { spec } })
  })

  it('that recreates its pods has no defaults of a rolling update', () => {
    const { object } = rules.create(deployment({ spec: { strategy: { type: 'Recreate' } } }))
    expect(object['spec']).toMatchObject({ strategy: { type: 'Recreate' } })
    expect(object['spec']).not.toHaveProperty('strategy.rollingUpdate')
  })

  it.each<[string, object, string[]]>([
    [
      'replicas below 0',
      { replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'no selector',
      { selector: null },
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'a selector of everything',
      { selector: { matchLabels: null } },
      ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    ],
    [
      'a selector of other pods',
      { selector: { matchLabels: { app: 'b' } } },
      [
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'bounds of a rolling update where it recreates',
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      'no room for a rolling update',
      { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: '0%' } } },
      ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0'],
    ],
    [
      'more than all pods unavailable',
      { strategy: { rollingUpdate: { maxUnavailable: '101%' } } },
      ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%'],
    ],
    [
      'a deadline before it may be ready',
      { minReadySeconds: 600 },
      ['spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds'],
    ],
    [
      'pods that do not start again',
      { template: { spec: { restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      'a container without a name',
      { template: { spec: { containers: [{ image: 'i' }] } } },
      ['spec.template.spec.containers[0].name: Required value'],
    ],
  ])('is refused with %s', (_, spec, errors) => {
    expect(rules.create(deployment({ spec })).errors).toEqual(errors)
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
    ['an annotation', { metadata: { annotations: { a: 'b' } } }, 2],
    ['a label', { metadata: { labels: { a: 'b' } } }, 1],
    ['the status', { status: { replicas: 3 } }, 1],
  ])('with another generation where a write changes %s', (_, patch, generation) => {
    const { object, errors } = rules.update(stored, patch)
    expect([errors, object.metadata.generation, object['status']]).toEqual([[], generation, {}])
  })

  it.each([true, false])('has host users as far as their gate is on: %s', (on) => {
    const gates = { UserNamespacesSupport: on, UserNamespacesStatelessPodsSupport: on }
    const { object } = new RulesAtWork(deploymentRules, { minor: 29, gates }).create(
      deployment({ spec: { template: { spec: { hostUsers: false } } } }),
    )
    expect(JSON.stringify(object).includes('hostUsers')).toBe(on)
  })

  it('is warned of a name that makes odd host names', () => {
    expect(rules.create(deployment({ metadata: { name: 'a.b' } })).warnings).toEqual([
      'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]',
    ])
  })
})

describe('a write of the status of a Deployment', () => {
  const counts = { replicas: 3, updatedReplicas: 3, readyReplicas: 2, availableReplicas: 2 }

  it('leaves the spec and the labels', () => {
    const patch = {
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
      spec: { replicas: 5 },
      status: counts,
    }
    const { object, errors } = rules.update(stored, patch, 'status')
    expect([errors, object['spec'], object['status']]).toEqual([[], stored['spec'], counts])
    expect(object.metadata).toEqual({ ...stored.metadata, resourceVersion: '1', annotations: { c: 'd' } })
  })

  it.each([
    [{ DeploymentReplicaSetTerminatingReplicas: false }, {}],
    [{ DeploymentReplicaSetTerminatingReplicas: true }, { terminatingReplicas: 1 }],
  ])('counts pods that end by the gate: %j', (gates, status) => {
    const at = new RulesAtWork(deploymentRules, { gates })
    expect(at.update(stored, { status: { terminatingReplicas: 1 } }, 'status').object['status']).toEqual(
      status,
    )
  })

  it.each<[object, object, string[]]>([
    [
      {},
      { replicas: -1, updatedReplicas: 7, readyReplicas: 3, availableReplicas: 3 },
      [
        'status.replicas: Invalid value: -1: must be greater than or equal to 0',
        'status.updatedReplicas: Invalid value: 7: cannot be greater than status.replicas',
        'status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas',
        'status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas',
      ],
    ],
    [
      {},
      { replicas: 2, availableReplicas: 2, readyReplicas: 1 },
      ['status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas'],
    ],
    [
      { collisionCount: 3 },
      { collisionCount: 2 },
      ['status.collisionCount: Invalid value: 2: cannot be decremented'],
    ],
  ])('of %j is refused: %j', (before, status, errors) => {
    expect(rules.update(patched(stored, { status: before }), { status }, 'status').errors).toEqual(errors)
  })
})
