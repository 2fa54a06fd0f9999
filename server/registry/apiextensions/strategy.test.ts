import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { definitionRules } from './strategy.ts'

const definition = (patch: object = {}) =>
  patched(
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'tills.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'tills', kind: 'Till' },
        versions: [version()],
      },
    },
    patch,
  )
function version(properties: object = {}, more: object = {}): object {
  return {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties } },
    ...more,
  }
}
const at = (gates: Record<string, boolean> = {}, minor = 36) =>
  new RulesAtWork(definitionRules, {
    ...{ minor, gates },
    traits: { group: 'apiextensions.k8s.io', namespaced: false, generation: true, statusKeepsMeta: true },
  })
const rules = at()
const stored = rules.create(definition()).object

describe('a CustomResourceDefinition', () => {
  it('has names by its kind, a first generation, and the version that is stored', () => {
    expect(rules.create(definition({ status: { conditions: [{ type: 'Established' }] } }))).toMatchObject({
      errors: [],
      warnings: [],
      object: {
        metadata: { generation: 1 },
        spec: { names: { singular: 'till', listKind: 'TillList' }, conversion: { strategy: 'None' } },
        status: { storedVersions: ['v1'] },
      },
    })
    expect(stored['status']).not.toHaveProperty('conditions')
  })

  it('keeps names and a conversion that are given, at the usual port', () => {
    const names = { plural: 'tills', kind: 'Till', singular: 'one', listKind: 'Tills' }
    const at = (port: number | undefined) => ({
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { namespace: 'n', name: 's', ...(port === undefined ? {} : { port }) } },
      },
    })
    for (const port of [undefined, 8443])
      expect(rules.create(definition({ spec: { names, conversion: at(port) } }))).toMatchObject({
        errors: [],
        object: { spec: { names, conversion: at(port ?? 443) } },
      })
  })

  it.each<[string, object, string[]]>([
    [
      'the name of another',
      { metadata: { name: 'a' } },
      ['metadata.name: Invalid value: "a": must be spec.names.plural+"."+spec.group'],
    ],
    ['no scope', { spec: { scope: null } }, ['spec.scope: Required value']],
    [
      'two versions that are stored',
      { spec: { versions: [version(), version({}, { name: 'v2' })] } },
      [
        'spec.versions: Invalid value: [{"Name":"v1"',
        'must have exactly one version marked as storage version',
      ],
    ],
  ])('is refused with %s', (_, patch, parts) => {
    const { errors } = rules.create(definition(patch))
    for (const part of parts) expect(errors.join()).toContain(part)
  })

  it('keeps its status, counts changes of its spec and adds what is stored from then on', () => {
    const versions = [version({}, { storage: false }), version({}, { name: 'v2' })]
    expect(
      rules.update(stored, { spec: { versions }, status: { storedVersions: ['odd'] } }).object,
    ).toMatchObject({
      metadata: { generation: 2 },
      status: { storedVersions: ['v1', 'v2'] },
    })
    expect(rules.update(stored, { metadata: { labels: { a: 'b' } } }).object.metadata.generation).toBe(1)
  })

  const gated = version(
    { a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'true', optionalOldSelf: true }] } },
    { selectableFields: [{ jsonPath: '.a' }] },
  )
  it.each<[string, boolean]>([
    ['CustomResourceValidationExpressions', true],
    ['CustomResourceValidationExpressions', false],
    ['CRDValidationRatcheting', true],
    ['CRDValidationRatcheting', false],
    ['CustomResourceFieldSelectors', true],
    ['CustomResourceFieldSelectors', false],
  ])('has the fields of %s as far as it is on: %s', (gate, on) => {
    const field = {
      CustomResourceValidationExpressions: 'x-kubernetes-validations',
      CRDValidationRatcheting: 'optionalOldSelf',
      CustomResourceFieldSelectors: 'selectableFields',
    }[gate]!
    const others = {
      CustomResourceValidationExpressions: true,
      CRDValidationRatcheting: true,
      CustomResourceFieldSelectors: true,
    }
    const own = at({ ...others, [gate]: on })
    const sent = definition({ spec: { versions: [gated] } })
    expect(JSON.stringify(own.create(sent).object).includes(field)).toBe(on)
    expect(JSON.stringify(own.update(sent, { metadata: { labels: { a: 'b' } } }).object)).toContain(field)
  })

  it('is warned of formats that nobody checks, once they are new', () => {
    const spec = { versions: [version({ a: { type: 'string', format: 'odd' } })] }
    expect(rules.create(definition({ spec })).warnings).toEqual(['unrecognized format "odd"'])
    expect(rules.update(definition({ spec }), { metadata: { labels: { a: 'b' } } }).warnings).toEqual([])
  })

  it.each([
    [34, ['odd', 'k8s-short-name']],
    [35, ['odd']],
    [36, ['odd', 'even']],
  ])('of 1.%d is warned of formats by type: %j', (minor, formats) => {
    const texts = { a: { type: 'string', format: 'odd' }, b: { type: 'string', format: 'k8s-short-name' } }
    const spec = { versions: [version({ ...texts, c: { type: 'integer', format: 'even' } })] }
    expect(at({}, minor).create(definition({ spec })).warnings).toEqual(
      formats.map((name) => `unrecognized format "${name}"`),
    )
  })

  it('is told of limits below 0 without naming them', () => {
    const schema = { type: 'string', maxLength: -1, default: 'a' }
    const { errors } = rules.create(definition({ spec: { versions: [version({ a: schema })] } }))
    expect(errors).toContain(
      'spec.validation.openAPIV3Schema.properties[a].default: Too long: value is too long',
    )
  })

  it('has after a write of its status its spec, and labels too', () => {
    const patch = {
      metadata: { labels: { a: 'b' } },
      spec: { scope: 'Cluster' },
      status: { storedVersions: ['v1'], conditions: [] },
    }
    const { object, errors } = rules.update(stored, patch, 'status')
    expect([errors, object['spec'], object.metadata.labels]).toEqual([[], stored['spec'], { a: 'b' }])
  })
})
