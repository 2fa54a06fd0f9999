import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.34')
})
afterAll(() => server.close())

describe('events', () => {
  it('are named by the group of the request', async () => {
    const path = '/apis/events.k8s.io/v1/namespaces/default/events/none'
    const merge = { 'content-type': 'application/merge-patch+json' }
    const { status, body } = await server.send('PATCH', path, {}, merge)
    expect([status, body.message]).toEqual([404, 'events.events.k8s.io "none" not found'])
  })

  it('are asked for their own fields before their metadata', async () => {
    const wrong = { metadata: { name: 'e', finalizers: ['A B'] }, involvedObject: { namespace: 'other' } }
    const { status, body } = await server.send('POST', '/api/v1/namespaces/default/events', wrong)
    expect(status).toBe(422)
    expect(body.details.causes.map((c: { field: string }) => c.field)).toEqual(['involvedObject.namespace'])
  })

  it('of events.k8s.io have what is wrong with changed metadata told once more', async () => {
    const event = {
      ...{
        metadata: { name: 'twice' },
        eventTime: '2026-01-01T00:00:00.000000Z',
        action: 'A',
        reason: 'R',
        type: 'Normal',
      },
      ...{
        reportingController: 'a.b/c',
        reportingInstance: 'i',
        regarding: { kind: 'Pod', name: 'p', namespace: 'default' },
      },
    }
    const merge = { 'content-type': 'application/merge-patch+json' }
    await server.send('POST', '/apis/events.k8s.io/v1/namespaces/default/events', event)
    const times = async (base: string) => {
      const { body } = await server.send(
        'PATCH',
        `${base}/namespaces/default/events/twice`,
        { metadata: { uid: 'x' } },
        merge,
      )
      return (body.details?.causes ?? []).map((c: { field: string }) => c.field)
    }
    expect(await times('/apis/events.k8s.io/v1')).toEqual(['metadata.uid', 'metadata.uid'])
    expect(await times('/api/v1')).toEqual(['metadata.uid'])
  })
})
