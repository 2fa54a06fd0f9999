import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { podTemplateRules } from './strategy.ts'

const podTemplate = (spec: object = {}) =>
  patched(
    {
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata: { name: 'a', namespace: 'ns' },
      template: { spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
    { template: { spec } },
  )
const rules = new RulesAtWork(podTemplateRules)
const stored = rules.create(podTemplate()).object

describe('a PodTemplate', () => {
  it('has the defaults of pods, and a first generation', () => {
    expect(rules.create(podTemplate())).toMatchObject({
      errors: [],
      object: {
        metadata: { generation: 1 },
        template: { spec: { restartPolicy: 'Always', schedulerName: 'default-scheduler' } },
      },
    })
  })

  it.each<[object, string[]]>([
    [{ containers: [] }, ['template.spec.containers: Required value']],
    [
      { restartPolicy: 'Odd' },
      [
        'template.spec.restartPolicy: Unsupported value: "Odd": supported values: "Always", "OnFailure", "Never"',
      ],
    ],
    [{ restartPolicy: 'Never', activeDeadlineSeconds: 5 }, []],
  ])('of %j has the errors %j, new or changed', (spec, errors) => {
    expect(rules.create(podTemplate(spec)).errors).toEqual(errors)
    expect(rules.update(stored, { template: { spec } }).errors).toEqual(errors)
  })

  it.each<[string, object, number]>([
    ['the template', { template: { spec: { hostNetwork: true } } }, 2],
    ['a label', { metadata: { labels: { a: 'b' } } }, 1],
  ])('with generation 1 has that or the next where a write changes %s', (_, patch, generation) => {
    expect(rules.update(stored, patch).object.metadata.generation).toBe(generation)
  })

  it('is warned of its template when that changes', () => {
    const nodeSelector = { 'beta.kubernetes.io/os': 'linux' }
    const warnings = [
      'template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]
    const { object, warnings: first } = rules.create(podTemplate({ nodeSelector }))
    expect(first).toEqual(warnings)
    expect(rules.update(object, { template: { spec: { hostNetwork: true } } }).warnings).toEqual(warnings)
    expect(rules.update(object, { metadata: { labels: { a: 'b' } } }).warnings).toEqual([])
  })

  it.each([true, false])('has host users as far as their gate is on: %s', (on) => {
    const gates = { UserNamespacesSupport: on, UserNamespacesStatelessPodsSupport: on }
    const { object } = new RulesAtWork(podTemplateRules, { minor: 29, gates }).create(
      podTemplate({ hostUsers: false }),
    )
    expect(JSON.stringify(object).includes('hostUsers')).toBe(on)
  })
})
