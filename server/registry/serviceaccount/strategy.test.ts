import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { serviceAccountRules } from './strategy.ts'

const account = (patch: object = {}) =>
  patched({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a', namespace: 'ns' } }, patch)
const rules = new RulesAtWork(serviceAccountRules)

describe('a ServiceAccount', () => {
  const secrets = [{ kind: 'Secret', namespace: 'other', name: 's' }, { uid: 'u' }]

  it('keeps nothing of its secrets but their names, when it is made and changed', () => {
    const { object, errors } = rules.create(account({ secrets, imagePullSecrets: [{ name: 'p' }] }))
    expect([errors, object]).toEqual([
      [],
      account({ secrets: [{ name: 's' }, {}], imagePullSecrets: [{ name: 'p' }] }),
    ])
    expect(rules.update(account(), { secrets }).object['secrets']).toEqual([{ name: 's' }, {}])
  })

  it('is refused with a finalizer that is not qualified', () => {
    const finalizers = ['own']
    const error =
      'metadata.finalizers[0]: Invalid value: "own": name is neither a standard finalizer name nor is it fully qualified'
    expect(rules.create(account({ metadata: { finalizers } })).errors).toEqual([error])
    expect(rules.update(account(), { metadata: { finalizers } }).errors).toContain(error)
  })

  const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' }
  const warning =
    'metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets'
  it.each([
    [31, []],
    [32, [warning]],
  ])('in 1.%i is warned of an annotation that goes: %j', (minor, warnings) => {
    const at = new RulesAtWork(serviceAccountRules, { minor })
    expect(at.create(account({ metadata: { annotations } })).warnings).toEqual(warnings)
    expect(at.update(account(), { metadata: { annotations } }).warnings).toEqual(warnings)
    expect(at.update(account({ metadata: { annotations } }), { secrets }).warnings).toEqual([])
  })
})
