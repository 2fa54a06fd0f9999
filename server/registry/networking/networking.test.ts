import { describe, expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext } from '../generic/strategy.ts'
import { RulesAtWork } from '../testing/rules-at-work.ts'
import { ingressRules } from './ingress.ts'
import { ingressClassRules } from './ingress-class.ts'
import { networkPolicyRules } from './network-policy.ts'

const context = (minor: number, gates: Record<string, boolean> = {}): RequestContext =>
  ({
    server: {
      release: loadRelease(`1.${minor}`),
      gates: gatesOf(`1.${minor}`, gates),
    },
  }) as unknown as RequestContext

const object = (spec: unknown, more: Record<string, unknown> = {}): KubeObject =>
  ({ apiVersion: 'v1', kind: 'X', metadata: { name: 'x', ...more }, spec }) as unknown as KubeObject

const strategyOf = (rules: RulesFor) =>
  rules({ group: 'networking.k8s.io', namespaced: true, hasStatus: true }).strategy
const texts = (rules: RulesFor, ctx: RequestContext, o: KubeObject): string[] =>
  (strategyOf(rules).validate?.(ctx, o) ?? []).map(errorText)

describe('network policies', () => {
  const policy = object({
    podSelector: {},
    ingress: [
      {
        from: [{ ipBlock: { cidr: '10.0.0.1/8', except: ['10.1.0.0/16', '11.0.0.0/16'] } }, {}],
        ports: [{ port: 80, endPort: 70 }, { port: 'UPPER' }, { endPort: 1 }],
      },
    ],
    policyTypes: ['Ingress', 'X'],
  })

  it('checks ports, peers and types', () => {
    expect(texts(networkPolicyRules, context(36), policy)).toEqual([
      'spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`',
      'spec.ingress[0].ports[1].port: Invalid value: "UPPER": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'spec.ingress[0].ports[1].port: Invalid value: "UPPER": must contain at least one letter (a-z)',
      'spec.ingress[0].ports[2].endPort: Invalid value: 1: may not be specified when `port` is not specified',
      'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length',
      'spec.ingress[0].from[0].ipBlock.except[1]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
      'spec.ingress[0].from[1]: Required value: must specify a peer',
      'spec.policyTypes[1]: Unsupported value: "X": supported values: "Ingress", "Egress"',
    ])
  })

  it('warns of blocks that could be meant otherwise from 1.33 on', () => {
    const { warningsOnCreate } = strategyOf(networkPolicyRules)
    expect(warningsOnCreate?.(context(33), policy)).toHaveLength(1)
    expect(warningsOnCreate?.(context(32), policy)).toEqual([])
  })
})

describe('ingresses', () => {
  const path = (backend: unknown, more = {}) =>
    object({
      rules: [{ host: 'a.b', http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...more }] } }],
    })

  it('needs a backend or rules', () => {
    expect(texts(ingressRules, context(36), object({}))).toEqual([
      'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified',
    ])
  })

  it('takes names of services as the gate has them', () => {
    const digits = path({ service: { name: '1a', port: { number: 80 } } })
    expect(texts(ingressRules, context(35), digits)).toHaveLength(1)
    expect(texts(ingressRules, context(36, { RelaxedServiceNameValidation: true }), digits)).toEqual([])
  })

  it('refuses odd paths', () => {
    const odd = path({ service: { name: 'a', port: {} } }, { path: '//a/.' })
    expect(texts(ingressRules, context(36), odd)).toEqual([
      'spec.rules[0].http.paths[0].path: Invalid value: "//a/.": must not contain \'//\'',
      'spec.rules[0].http.paths[0].path: Invalid value: "//a/.": cannot end with \'/.\'',
      'spec.rules[0].http.paths[0].backend: Required value: port name or number is required',
    ])
  })
})

it('binds the parameters of an ingress class to their scope', () => {
  const parameters = { kind: 'K', name: 'n', scope: 'Cluster', namespace: 'x' }
  expect(texts(ingressClassRules, context(36), object({ controller: 'a.b/c', parameters }))).toEqual([
    "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
  ])
})

describe('the status of network policies', () => {
  const at = (isOn: boolean) =>
    new RulesAtWork(networkPolicyRules, {
      minor: 24,
      gates: { NetworkPolicyStatus: isOn },
      traits: { group: 'networking.k8s.io', generation: true },
    })
  const status = (type: string) => ({
    conditions: [
      { type, status: 'True', reason: 'A', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ],
  })
  const policy = (of: object) => ({ ...object({ podSelector: {} }), status: of }) as unknown as KubeObject

  // Upstream: pkg/registry/networking/networkpolicy/strategy.go of 1.24
  it.each<[boolean, object, object, object, object, object]>([
    [false, status('A'), status('B'), status('A'), {}, status('A')],
    [true, {}, {}, status('A'), status('B'), status('B')],
  ])('with the gate %s', (isOn, created, updated, kept, ofEmpty, ofStored) => {
    const rules = at(isOn)
    const statusOf = (o: KubeObject): unknown => o['status']
    expect(statusOf(rules.create(policy(status('A'))).object)).toEqual(created)
    expect(statusOf(rules.update(policy({}), { status: status('B') }).object)).toEqual(updated)
    expect(statusOf(rules.update(policy(status('A')), { status: status('B') }).object)).toEqual(kept)
    expect(statusOf(rules.update(policy({}), { status: status('B') }, 'status').object)).toEqual(ofEmpty)
    expect(statusOf(rules.update(policy(status('A')), { status: status('B') }, 'status').object)).toEqual(
      ofStored,
    )
  })

  it('may be cleared without the gate, and its conditions are checked', () => {
    const cleared = at(false).update(policy(status('A')), { status: null }, 'status')
    expect(cleared.object['status']).toEqual({})
    const [error] = at(true).update(policy({}), { status: status('') }, 'status').errors
    expect(error).toBe('status.conditions[0].type: Invalid value: "": name part must be non-empty')
  })
})
