import { afterAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const servers: TestServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

// Who reads the version tells what is wrong with it: etcd (400), or until 1.32 the watch cache (500).
it.each([
  ['1.30', 400, 500],
  ['1.31', 500, 500],
  ['1.33', 400, 400],
])(
  '%s answers a page at a version that is none with %i, and a whole list with %i',
  async (release, page, list) => {
    const server = await startTestServer(release)
    servers.push(server)
    const ask = async (query: string) =>
      (await server.send('GET', `/api/v1/namespaces/default/configmaps?resourceVersion=abc${query}`)).status
    expect(await ask('&resourceVersionMatch=NotOlderThan&limit=1')).toBe(page)
    expect(await ask('&resourceVersionMatch=NotOlderThan')).toBe(list)
    expect(await ask('&limit=1')).toBe(400)
  },
)
