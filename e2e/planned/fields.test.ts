// Fields that a plan adds to API types, over releases and gates: one store, one server after the other.
import { describe, expect, it } from 'vitest'
import { parseRelease } from '../../component-base/release.ts'
import { diffReleases } from '../../component-base/release-diff.ts'
import { releasePlan } from '../../plans/extend.ts'
import { loadPlan } from '../../plans/load-plan.ts'
import { readPlan } from '../../plans/read-plan.ts'
import { MemoryStores } from '../../server/storage/memory-stores.ts'
import type { Answer } from '../../server/testing/test-server.ts'
import { over } from './over-releases.ts'

const trafficHint = loadPlan('e2e/planned/traffic-hint/plan.yaml')
const services = '/api/v1/namespaces/default/services'
const service = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
})
const hintOf = ({ body }: Answer): unknown => body.spec.trafficHint
const merge = { 'content-type': 'application/merge-patch+json' }

describe('a planned field behind a gate', () => {
  const on = '--feature-gates=ServiceTrafficHint=true'

  it('is unknown before its release, dropped with the gate off, kept and hidden where it was set', async () => {
    const at = over(new MemoryStores(), trafficHint)
    await at('1.35', [], async (server) => {
      const body = service('old', { trafficHint: 'Node' })
      const strict = await server.send('POST', `${services}?fieldValidation=Strict`, body)
      expect(strict.body.message).toContain('unknown field "spec.trafficHint"')
      expect(hintOf(await server.send('POST', services, body))).toBeUndefined()
    })
    await at('1.36', [on], async (server) => {
      const body = service('new', { trafficHint: 'Node' })
      expect(hintOf(await server.send('POST', `${services}?fieldValidation=Strict`, body))).toBe('Node')
      // A default is there on reading too, as of any field that code defaults.
      expect(hintOf(await server.send('GET', `${services}/old`))).toBe('Any')
      const bad = await server.send('POST', services, service('bad', { trafficHint: 'Moon' }))
      expect(bad.body.message).toBe(
        'Service "bad" is invalid: spec.trafficHint: Unsupported value: "Moon": supported values: "Any", "Node", "Zone"',
      )
    })
    await at('1.36', [], async (server) => {
      expect(
        hintOf(await server.send('POST', services, service('off', { trafficHint: 'Node' }))),
      ).toBeUndefined()
      // Stored, it stays, and can be changed.
      const patch = { spec: { trafficHint: 'Zone' } }
      expect(hintOf(await server.send('PATCH', `${services}/new`, patch, merge))).toBe('Zone')
      expect(hintOf(await server.send('PATCH', `${services}/off`, patch, merge))).toBeUndefined()
    })
    await at('1.35', [], async (server) => {
      expect(hintOf(await server.send('GET', `${services}/new`))).toBeUndefined()
    })
    await at('1.37', [], async (server) => {
      // Hidden by the older release, which wrote nothing.
      expect(hintOf(await server.send('GET', `${services}/new`))).toBe('Zone')
    })
    await at('1.35', [], async (server) => {
      await server.send('PATCH', `${services}/new`, { metadata: { labels: { a: 'b' } } }, merge)
    })
    await at('1.37', [], async (server) => {
      // A write of the older release lost it.
      expect(hintOf(await server.send('GET', `${services}/new`))).toBe('Any')
    })
    await at('1.37', ['--emulated-version=1.36'], async (server) => {
      expect(
        hintOf(await server.send('POST', services, service('emulated', { trafficHint: 'Node' }))),
      ).toBeUndefined()
    })
  }, 60_000)
})

const lists = `apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata: { name: lists, summary: lists and objects }
lastRelease: "1.38"
fields:
  - resource: pods
    path: spec.containers[*].hints
    from: "1.37"
    type: "[]object"
    listType: map
    listMapKeys: [name]
    properties:
      name: { type: string, required: true, maxLength: 5 }
      weight: { type: int32, minimum: 1, maximum: 9 }
  - resource: nodes
    path: status.zones
    from: "1.37"
    type: "[]string"
    listType: set
  - resource: configmaps
    path: sealed
    from: "1.37"
    type: boolean
    immutable: true
    warning: sealed is young
`

it('a planned field is a change from the release before', () => {
  const [from, to] = ['1.35', '1.36'].map((release) => parseRelease(release, trafficHint))
  expect(diffReleases(from!, to!)).toContainEqual({
    kind: 'field',
    name: 'io.k8s.api.core.v1.ServiceSpec.trafficHint',
    before: '',
    after: 'string',
  })
})

describe('planned fields of other shapes', () => {
  it('are decoded, merged, validated, kept and shown', async () => {
    const at = over(new MemoryStores(), releasePlan(readPlan('lists.yaml', lists).plan))
    await at('1.37', ['--disable-admission-plugins=ServiceAccount'], async (server) => {
      const deployment = (...hints: object[]) => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { containers: [{ name: 'c', image: 'i', hints }] },
          },
        },
      })
      const path = '/apis/apps/v1/namespaces/default/deployments'
      const apply = (manager: string, ...hints: object[]) =>
        server.send('PATCH', `${path}/d?fieldManager=${manager}`, deployment(...hints), {
          'content-type': 'application/apply-patch+yaml',
        })
      // Types are shared: a template of pods has the field too, and two appliers own an item each.
      await apply('one', { name: 'a', weight: 1 })
      const both = await apply('two', { name: 'b' })
      expect(both.body.spec.template.spec.containers[0].hints).toEqual([
        { name: 'a', weight: 1 },
        { name: 'b' },
      ])
      const pod = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        spec: {
          containers: [{ name: 'c', image: 'i', hints: [{ name: 'tooLong', weight: 10 }, { weight: 1 }] }],
        },
      }
      const refused = await server.send('POST', '/api/v1/namespaces/default/pods', pod)
      expect(refused.body.message).toBe(
        'Pod "p" is invalid: [spec.containers[0].hints[0].name: Invalid value: "tooLong": must be no more than 5 bytes, spec.containers[0].hints[0].weight: Invalid value: 10: must be between 1 and 9, inclusive, spec.containers[0].hints[1].name: Required value]',
      )
      const wrong = await server.send('POST', '/api/v1/namespaces/default/pods', {
        ...pod,
        spec: { containers: [{ name: 'c', image: 'i', hints: 'x' }] },
      })
      expect(wrong.body.message).toContain('cannot unmarshal string into Go struct field')

      const maps = '/api/v1/namespaces/default/configmaps'
      const made = await server.send('POST', maps, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'm' },
        sealed: true,
      })
      expect([made.body.sealed, made.headers.get('warning')]).toEqual([true, '299 - "sealed is young"'])
      const changed = await server.send('PATCH', `${maps}/m`, { sealed: false }, merge)
      expect(changed.body.message).toBe(
        'ConfigMap "m" is invalid: sealed: Invalid value: false: field is immutable',
      )

      await server.send('POST', '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } })
      const status = await server.send(
        'PATCH',
        '/api/v1/nodes/n/status',
        { status: { zones: ['a', 'b'] } },
        merge,
      )
      expect(status.body.status.zones).toEqual(['a', 'b'])
      const protobuf = await server.send('GET', '/api/v1/nodes/n', undefined, {
        accept: 'application/vnd.kubernetes.protobuf',
      })
      expect(protobuf.status).toBe(200)

      const { body: v3 } = await server.send('GET', '/openapi/v3/api/v1')
      const { schemas } = v3.components
      expect(schemas['io.k8s.api.core.v1.NodeStatus'].properties.zones['x-kubernetes-list-type']).toBe('set')
      expect(schemas['io.k8s.api.core.v1.ContainerHints'].properties.weight).toMatchObject({
        format: 'int32',
      })
      const { body: v2 } = await server.send('GET', '/openapi/v2')
      expect(v2.definitions['io.k8s.api.core.v1.ConfigMap'].properties.sealed).toMatchObject({
        type: 'boolean',
      })
    })
    await at('1.36', [], async (server) => {
      expect((await server.send('GET', '/api/v1/nodes/n')).body.status.zones).toBeUndefined()
    })
  }, 60_000)
})
