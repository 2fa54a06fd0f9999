import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { replicationControllerRules } from './strategy.ts'

const controller = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'a', namespace: 'ns' },
      spec: {
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    patch,
  )
const rules = new RulesAtWork(replicationControllerRules)
const stored = rules.create(controller()).object

describe('a ReplicationController', () => {
  it('selects the pods of its template, and has their labels', () => {
    expect(rules.create(controller())).toMatchObject({
      errors: [],
      object: {
        metadata: { generation: 1, labels: { app: 'a' } },
        spec: { replicas: 1, selector: { app: 'a' } },
        status: {},
      },
    })
  })

  it('keeps labels and selector that are given', () => {
    const template = { metadata: { labels: { app: 'a', b: 'c' } } }
    const { object } = rules.create(
      controller({ metadata: { labels: { own: '1' } }, spec: { selector: { b: 'c' }, template } }),
    )
    expect([object.metadata.labels, object['spec']]).toMatchObject([{ own: '1' }, { selector: { b: 'c' } }])
    expect(object['spec']).not.toHaveProperty('selector.app')
  })

  it.each<[string, object, string[]]>([
    ['no template', { template: null }, ['spec.selector: Required value', 'spec.template: Required value']],
    [
      'replicas below 0',
      { replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'a selector of other pods',
      { selector: { app: 'b' } },
      [
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'pods that do not start again',
      { template: { spec: { restartPolicy: 'OnFailure' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
    ],
  ])('is refused with %s', (_, spec, errors) => {
    expect(rules.create(controller({ spec })).errors).toEqual(errors)
  })

  it('may change its selector, and counts that', () => {
    const other = { selector: { app: 'b' }, template: { metadata: { labels: { app: 'b' } } } }
    expect(rules.update(stored, { spec: other })).toMatchObject({
      errors: [],
      object: { metadata: { generation: 2 } },
    })
    expect(rules.update(stored, { status: { replicas: 2 } }).object).toMatchObject({
      metadata: { generation: 1 },
      status: {},
    })
  })

  it('lets its pods be when it is deleted, and is selected by its replicas', () => {
    const { strategy } = replicationControllerRules
    expect(strategy.defaultGarbageCollection!({} as never)).toBe('orphan')
    expect(strategy.selectableFields!(patched(stored, { status: { replicas: 2 } }), {} as never)).toEqual({
      'status.replicas': '2',
    })
  })
})

describe('a write of the status of a ReplicationController', () => {
  it('leaves the spec', () => {
    const patch = { spec: { replicas: 5 }, status: { replicas: 1 } }
    const { object, errors } = rules.update(stored, patch, 'status')
    expect([errors, object['spec'], object['status']]).toEqual([[], stored['spec'], { replicas: 1 }])
  })

  it('is refused where it counts more than there are', () => {
    expect(
      rules.update(stored, { status: { replicas: 1, readyReplicas: 2, observedGeneration: -1 } }, 'status')
        .errors,
    ).toEqual([
      'status.observedGeneration: Invalid value: -1: must be greater than or equal to 0',
      'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
    ])
  })
})

it('warns at an update of what is wrong with the stored template', () => {
  const port = { ports: [{ containerPort: 80 }] }
  const containers = ['c', 'd'].map((name) => ({ name, image: 'i', ...port }))
  const change = { spec: { template: { spec: { containers } } } }
  expect(rules.update(stored, change).warnings).toEqual([])
  const doubtful = rules.create(controller(change)).object
  expect(
    rules.update(doubtful, { spec: { template: { spec: { containers: [containers[0]] } } } }).warnings,
  ).toEqual([
    'spec.template.spec.containers[1].ports[0]: duplicate port definition with spec.template.spec.containers[0].ports[0]',
  ])
})
