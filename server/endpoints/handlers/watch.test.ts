import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patient } from '../../../component-base/testing/patient.ts'
import { startTestServer, type TestServer, testToken } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('1.33', '--feature-gates', 'WatchList=true')
})
afterAll(() => server.close())

const maps = '/api/v1/namespaces/default/configmaps'
interface Event {
  type: string
  object: { metadata: { name?: string; annotations?: Record<string, string> }; code?: number }
}

/** Events over a real connection, as they come. */
async function watch(query: string): Promise<{ events: Event[]; stop(): void }> {
  const control = new AbortController()
  const headers = { authorization: `Bearer ${testToken}` }
  const { body } = await fetch(`${server.url}${maps}?watch=true&${query}`, {
    headers,
    signal: control.signal,
  })
  const events: Event[] = []
  let rest = ''
  const read = async (): Promise<void> => {
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      events.push(...lines.map((line) => JSON.parse(line) as Event))
    }
  }
  read().catch(() => {})
  return { events, stop: () => control.abort() }
}
const names = (events: Event[]): string[] => events.map((e) => `${e.type} ${e.object.metadata.name ?? ''}`)

it('tells one event to many watchers, and what comes into a selection', async () => {
  const { resourceVersion } = (await server.send('GET', maps)).body.metadata
  const all = await Promise.all([1, 2, 3].map(() => watch(`resourceVersion=${resourceVersion}`)))
  const some = await watch(`resourceVersion=${resourceVersion}&labelSelector=a`)
  await server.send('POST', maps, { metadata: { name: 'x' } })
  const merge = { 'content-type': 'application/merge-patch+json' }
  await server.send('PATCH', `${maps}/x`, { metadata: { labels: { a: 'b' } } }, merge)
  await server.send('DELETE', `${maps}/x`)
  await vi.waitFor(() => {
    for (const one of all) expect(names(one.events)).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x'])
    expect(names(some.events)).toEqual(['ADDED x', 'DELETED x'])
  }, patient)
  for (const one of [...all, some]) one.stop()
})

it('brings the list of 1.33 along with the end of the initial events', async () => {
  const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
  const { events, stop } = await watch(initial)
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('BOOKMARK'), patient)
  const blueprint =
    events.at(-1)!.object.metadata.annotations!['kubernetes.io/initial-events-list-blueprint']!
  expect(JSON.parse(Buffer.from(blueprint, 'base64').toString())).toEqual({
    kind: 'ConfigMapList',
    apiVersion: 'v1',
    metadata: {},
    items: null,
  })
  stop()
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
  expect((await server.send('GET', `${maps}?watch=true&${initial}`, undefined, { accept })).status).toBe(406)
})

it('answers revisions that are compacted with 410, as an event and as a status', async () => {
  for (const i of [1, 2, 3]) await server.send('POST', maps, { metadata: { name: `c${i}` } })
  const { storage } = server.running
  await storage.compact(storage.revision())
  const { events } = await watch('resourceVersion=1')
  await vi.waitFor(() => expect(events[0]).toMatchObject({ type: 'ERROR', object: { code: 410 } }), patient)
  const old = await server.send('GET', `${maps}?resourceVersion=1&resourceVersionMatch=Exact`)
  expect(old.body).toMatchObject({ code: 410, reason: 'Expired' })
})
