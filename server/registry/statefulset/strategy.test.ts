import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { statefulSetRules } from './strategy.ts'

const statefulSet = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'a', namespace: 'ns' },
      spec: {
        serviceName: 's',
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    patch,
  )
const rules = new RulesAtWork(statefulSetRules)
const stored = rules.create(statefulSet()).object

describe('a StatefulSet', () => {
  it('has defaults, a first generation and no status', () => {
    const claim = {
      apiVersion: 'x/v9',
      kind: 'Odd',
      metadata: { name: 'd' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }
    expect(
      rules.create(statefulSet({ spec: { volumeClaimTemplates: [claim] }, status: { replicas: 9 } })),
    ).toMatchObject({
      errors: [],
      warnings: [],
      object: {
        metadata: { generation: 1 },
        spec: {
          replicas: 1,
          podManagementPolicy: 'OrderedReady',
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
          revisionHistoryLimit: 10,
          volumeClaimTemplates: [
            { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { volumeMode: 'Filesystem' } },
          ],
        },
        status: {},
      },
    })
  })

  it('keeps what is given', () => {
    const spec = {
      replicas: 0,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
      revisionHistoryLimit: 0,
    }
    expect(rules.create(statefulSet({ spec }))).toMatchObject({ errors: [], object: { spec } })
    const own = { updateStrategy: { type: null, rollingUpdate: { partition: 2 } } }
    expect(rules.create(statefulSet({ spec: own })).object['spec']).toMatchObject({
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
    })
  })

  const gated = {
    minReadySeconds: 1,
    ordinals: { start: 1 },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 2 } },
  }
  const gates = [
    'StatefulSetAutoDeletePVC',
    'StatefulSetStartOrdinal',
    'StatefulSetMinReadySeconds',
    'MaxUnavailableStatefulSet',
  ]
  it.each<[boolean, object]>([
    [true, gated],
    [false, { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } } }],
  ])('has fields of gates as far as they are on: %s', (on, kept) => {
    const at = new RulesAtWork(statefulSetRules, {
      gates: Object.fromEntries(gates.map((gate) => [gate, on])),
    })
    const { selector, template, ...rest } = at.create(statefulSet({ spec: gated })).object['spec'] as Record<
      string,
      unknown
    >
    expect(rest).toEqual({
      ...{ serviceName: 's', replicas: 1, podManagementPolicy: 'OrderedReady', revisionHistoryLimit: 10 },
      ...kept,
    })
  })

  it('that has a field of a gate that is off keeps it', () => {
    const old = patched(stored, { spec: { ordinals: { start: 3 } } })
    const at = new RulesAtWork(statefulSetRules, { gates: { StatefulSetStartOrdinal: false } })
    expect(at.update(old, { spec: { ordinals: { start: 4 } } }).object['spec']).toMatchObject({
      ordinals: { start: 4 },
    })
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
      'an unknown way to manage pods',
      { podManagementPolicy: 'Odd' },
      ["spec.podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'"],
    ],
    [
      'bounds of a rolling update where pods are deleted by hand',
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
      [
        'spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":1,"MaxUnavailable":null}: only allowed for updateStrategy \'RollingUpdate\'',
      ],
    ],
    [
      'a partition below 0',
      { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: -1 } } },
      ['spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'an odd policy of its claims',
      { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Odd' } },
      [
        'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "Odd": supported values: "Retain", "Delete"',
      ],
    ],
    [
      'pods that do not start again',
      { template: { spec: { restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
  ])('is refused with %s', (_, spec, errors) => {
    expect(rules.create(statefulSet({ spec })).errors).toEqual(errors)
  })

  it.each([
    [26, []],
    [36, ['must not contain dots']],
  ])('is named as its pods are: in 1.%i `a.b` has the errors %j', (minor, errors) => {
    expect(new RulesAtWork(statefulSetRules, { minor }).nameErrors('a.b')).toEqual(errors)
  })

  it.each([
    [36, ['spec.serviceName: Invalid value: "a.b": must not contain dots'], []],
    [32, [], []],
  ])(
    'in 1.%i of a Service named `a.b` has these errors, and these where it was so',
    (minor, errors, later) => {
      const at = new RulesAtWork(statefulSetRules, { minor })
      const sent = statefulSet({ spec: { serviceName: 'a.b' } })
      expect(at.create(sent).errors).toEqual(errors)
      expect(at.update(at.create(sent).object, { spec: { replicas: 2 } }).errors).toEqual(later)
    },
  )

  const fixed = (more: string): string =>
    `spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', ${more}'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`
  it.each<[number, object, string[]]>([
    [36, { replicas: 2, minReadySeconds: 1, ordinals: { start: 1 } }, []],
    [36, { revisionHistoryLimit: 5 }, []],
    [32, { revisionHistoryLimit: 5 }, [fixed('')]],
    [36, { podManagementPolicy: 'Parallel' }, [fixed("'revisionHistoryLimit', ")]],
    [36, { serviceName: 'other' }, [fixed("'revisionHistoryLimit', ")]],
  ])('changes in 1.%i by %j with the errors %j', (minor, spec, errors) => {
    expect(new RulesAtWork(statefulSetRules, { minor }).update(stored, { spec }).errors).toEqual(errors)
  })

  it.each<[string, object, number]>([
    ['the spec', { spec: { replicas: 2 } }, 2],
    ['an annotation', { metadata: { annotations: { a: 'b' } } }, 1],
    ['the status', { status: { replicas: 3 } }, 1],
  ])('with generation 1 has that or the next where a write changes %s', (_, patch, generation) => {
    const { object } = rules.update(stored, patch)
    expect([object.metadata.generation, object['status']]).toEqual([generation, {}])
  })

  it('is warned of a history that is never cut', () => {
    expect(rules.create(statefulSet({ spec: { revisionHistoryLimit: -1 } })).warnings).toEqual([
      'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
    ])
  })
})

describe('a write of the status of a StatefulSet', () => {
  it('leaves the spec', () => {
    const { object, errors } = rules.update(
      stored,
      { spec: { replicas: 5 }, status: { replicas: 1 } },
      'status',
    )
    expect([errors, object['spec'], object['status']]).toEqual([[], stored['spec'], { replicas: 1 }])
  })

  it('is refused where it counts more than there are, or a collision count falls', () => {
    const old = patched(stored, { status: { collisionCount: 2 } })
    const status = { replicas: 1, readyReplicas: 2, currentReplicas: -1, collisionCount: 1 }
    expect(rules.update(old, { status }, 'status').errors).toEqual([
      'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
      'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
      'status.collisionCount: Invalid value: 1: cannot be decremented',
    ])
  })
})
