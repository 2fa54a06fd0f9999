// Values that a plan adds to fields which take some only: behind a gate they are refused, or dropped, unless they were stored before.
import { describe, expect, it } from 'vitest'
import { releasePlan } from '../../plans/extend.ts'
import { PlanError } from '../../plans/plan-error.ts'
import { readPlan } from '../../plans/read-plan.ts'
import { MemoryStores } from '../../server/storage/memory-stores.ts'
import { over } from './over-releases.ts'

const text = `apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata: { name: wider, summary: new values of enums }
lastRelease: "1.39"
gates:
  - name: RackTraffic
    components: [kube-apiserver]
    specs:
      - { version: "1.37", preRelease: Alpha, default: false }
      - { version: "1.38", preRelease: Beta, default: true }
values:
  - { resource: services, path: spec.externalTrafficPolicy, values: [Rack], gate: RackTraffic }
  - { resource: services, path: spec.trafficDistribution, values: [PreferRack], gate: RackTraffic, whileOff: dropped }
  - { resource: pods, path: "spec.containers[*].imagePullPolicy", values: [Sometimes], from: "1.38" }
  - { resource: services, path: spec.hint, values: [Far], from: "1.39" }
fields:
  - { resource: services, path: spec.hint, type: string, enum: [Near], from: "1.37" }
`
const plan = releasePlan(readPlan('p.yaml', text).plan)
const services = '/api/v1/namespaces/default/services'
const service = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { type: 'NodePort', ports: [{ port: 80 }], ...spec },
})
const merge = { 'content-type': 'application/merge-patch+json' }
const on = '--feature-gates=RackTraffic=true'

describe('a planned value', () => {
  it('is refused or dropped with its gate off, and kept where it was stored before', async () => {
    const at = over(new MemoryStores(), plan)
    await at('1.37', [], async (server) => {
      const refused = await server.send('POST', services, service('a', { externalTrafficPolicy: 'Rack' }))
      expect(refused.body.message).toBe(
        'Service "a" is invalid: spec.externalTrafficPolicy: Unsupported value: "Rack": supported values: "Cluster", "Local"',
      )
      const dropped = await server.send('POST', services, service('d', { trafficDistribution: 'PreferRack' }))
      expect([dropped.status, dropped.body.spec.trafficDistribution]).toEqual([201, undefined])
    })
    await at('1.37', [on], async (server) => {
      const made = await server.send(
        'POST',
        services,
        service('a', { externalTrafficPolicy: 'Rack', trafficDistribution: 'PreferRack' }),
      )
      expect([made.status, made.body.spec.externalTrafficPolicy]).toEqual([201, 'Rack'])
      const other = await server.send('POST', services, service('b', { externalTrafficPolicy: 'Moon' }))
      expect(other.body.message).toContain('supported values: "Cluster", "Local", "Rack"')
    })
    await at('1.37', [], async (server) => {
      // Ratcheted: what is stored stays, and a change of another field goes through.
      const patched = await server.send('PATCH', `${services}/a`, { metadata: { labels: { x: 'y' } } }, merge)
      expect([
        patched.status,
        patched.body.spec.externalTrafficPolicy,
        patched.body.spec.trafficDistribution,
      ]).toEqual([200, 'Rack', 'PreferRack'])
      // Once it is left, there is no way back.
      const patch = (value: string) => ({ spec: { externalTrafficPolicy: value } })
      expect((await server.send('PATCH', `${services}/a`, patch('Local'), merge)).status).toBe(200)
      expect((await server.send('PATCH', `${services}/a`, patch('Rack'), merge)).status).toBe(422)
    })
  }, 60_000)

  it('is one of shared types, of planned fields, and of OpenAPI', async () => {
    const at = over(new MemoryStores(), plan)
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Sometimes' }] },
        },
      },
    }
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    const enumAt = async (server: { send(method: string, path: string): Promise<{ body: never }> }) => {
      const { body } = await server.send('GET', '/openapi/v3/api/v1')
      const schemas = (body as { components: { schemas: Record<string, { properties: never }> } }).components
        .schemas
      const container = schemas['io.k8s.api.core.v1.Container']!.properties as Record<
        string,
        { enum: string[] }
      >
      return container['imagePullPolicy']!.enum
    }
    await at('1.37', [], async (server) => {
      expect((await server.send('POST', deployments, deployment)).body.message).toContain(
        'spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes"',
      )
      expect((await server.send('POST', services, service('f', { hint: 'Far' }))).status).toBe(422)
      expect(await enumAt(server as never)).toEqual(['Always', 'IfNotPresent', 'Never'])
    })
    await at('1.39', [], async (server) => {
      expect((await server.send('POST', deployments, deployment)).status).toBe(201)
      expect((await server.send('POST', services, service('f', { hint: 'Far' }))).body.spec.hint).toBe('Far')
      expect(await enumAt(server as never)).toEqual(['Always', 'IfNotPresent', 'Never', 'Sometimes'])
    })
  }, 60_000)

  it.each([
    [
      'path: spec.externalTrafficPolicy',
      'path: spec.externalTrafficPolcy',
      'there is no',
      'spec has no externalTrafficPolcy',
    ],
    ['values: [Rack]', 'values: [Local]', 'it is there', '1.36 takes Local already: Cluster, Local'],
    ['path: spec.trafficDistribution', 'path: spec.ports', 'no text', 'is no field of one text'],
    ['from: "1.38" }', 'from: "1.36" }', 'recorded', '1.36 is recorded: a plan changes releases after 1.36'],
    [
      'from: "1.38" }',
      'from: "1.38", whileOff: dropped }',
      'no gate',
      'whileOff is for values behind a gate',
    ],
    ['enum: [Near], ', '', 'a field without enum', 'spec.hint of the plan has no enum'],
  ])('%s as %s is refused (%s)', (from, to, _what, message) => {
    expect(() => readPlan('p.yaml', text.replace(from, to))).toThrow(PlanError)
    try {
      readPlan('p.yaml', text.replace(from, to))
    } catch (error) {
      expect((error as PlanError).findings.join('\n')).toContain(message)
    }
  })
})
