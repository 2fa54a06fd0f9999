import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { daemonSetRules } from './strategy.ts'

const daemonSet = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'a', namespace: 'ns' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    patch,
  )
const generationOfTemplate = 'deprecated.daemonset.template.generation'
const rules = new RulesAtWork(daemonSetRules)
const stored = rules.create(daemonSet()).object

describe('a DaemonSet', () => {
  it('has defaults, first generations and no status', () => {
    expect(rules.create(daemonSet({ status: { numberReady: 9 } }))).toMatchObject({
      errors: [],
      object: {
        metadata: { generation: 1, annotations: { [generationOfTemplate]: '1' } },
        spec: {
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
          revisionHistoryLimit: 10,
        },
        status: {},
      },
    })
  })

  it('keeps what is given', () => {
    const spec = {
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '10%' } },
      revisionHistoryLimit: 0,
    }
    expect(rules.create(daemonSet({ spec }))).toMatchObject({ errors: [], object: { spec } })
  })

  it.each<[string, object, string[]]>([
    [
      'a selector of other pods',
      { selector: { matchLabels: { app: 'b' } } },
      [
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'a selector of everything',
      { selector: { matchLabels: null } },
      ['spec.selector: Invalid value: {}: empty selector is invalid for daemonset'],
    ],
    [
      'an unknown way to update',
      { updateStrategy: { type: 'Odd' } },
      [
        'spec.updateStrategy: Unsupported value: {"Type":"Odd","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [
      'both a surge and pods that are missing',
      { updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
      [
        'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero',
      ],
    ],
    [
      'neither',
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      ['spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0'],
    ],
    [
      'seconds below 0',
      { minReadySeconds: -1, revisionHistoryLimit: -1 },
      [
        'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
        'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
  ])('is refused with %s', (_, spec, errors) => {
    expect(rules.create(daemonSet({ spec })).errors).toEqual(errors)
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

  it('is warned of its template when that changes', () => {
    const template = { spec: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } }
    const warnings = [
      'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]
    const { object, warnings: first } = rules.create(daemonSet({ spec: { template } }))
    expect(first).toEqual(warnings)
    expect(rules.update(object, { spec: { template: { spec: { hostNetwork: true } } } }).warnings).toEqual(
      warnings,
    )
    expect(rules.update(object, { spec: { minReadySeconds: 1 } }).warnings).toEqual([])
  })

  it.each<[string, object, number, string]>([
    ['the template', { spec: { template: { spec: { hostNetwork: true } } } }, 2, '2'],
    ['the rest of the spec', { spec: { minReadySeconds: 1 } }, 2, '1'],
    ['the annotation that tells it', { metadata: { annotations: { [generationOfTemplate]: '7' } } }, 1, '1'],
    ['the status', { status: { numberReady: 3 } }, 1, '1'],
  ])('counts what a write changes: %s', (_, patch, generation, ofTemplate) => {
    const { object, errors } = rules.update(stored, patch)
    expect([errors, object['status']]).toEqual([[], {}])
    expect(object.metadata).toMatchObject({ generation, annotations: { [generationOfTemplate]: ofTemplate } })
  })
})

describe('a write of the status of a DaemonSet', () => {
  it('leaves the spec and the generation of the template', () => {
    const patch = {
      metadata: { annotations: { [generationOfTemplate]: '7' } },
      spec: { minReadySeconds: 5 },
      status: { numberReady: 1 },
    }
    const { object, errors } = rules.update(stored, patch, 'status')
    expect([errors, object['spec'], object['status']]).toEqual([[], stored['spec'], { numberReady: 1 }])
    expect(object.metadata.annotations).toEqual({ [generationOfTemplate]: '1' })
  })

  it('is refused with numbers below 0, or a collision count that falls', () => {
    const old = patched(stored, { status: { collisionCount: 2 } })
    const status = { numberReady: -1, numberUnavailable: -2, collisionCount: 1 }
    expect(rules.update(old, { status }, 'status').errors).toEqual([
      'status.numberReady: Invalid value: -1: must be greater than or equal to 0',
      'status.numberUnavailable: Invalid value: -2: must be greater than or equal to 0',
      'status.collisionCount: Invalid value: 1: cannot be decremented',
    ])
  })
})
