import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from '../component-base/klog.ts'
import { prepareApiserver } from './options/prepare-apiserver.ts'
import { type RunningApiserver, startApiserver } from './start-apiserver.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-start-'))
let running: RunningApiserver

beforeAll(async () => {
  writeFileSync(join(dir, 'tokens.csv'), 'admintoken,admin,admin,"system:masters"\n')
  const args = [
    '--release',
    '1.34',
    '--http',
    '--token-auth-file',
    join(dir, 'tokens.csv'),
    '--authorization-mode',
    'RBAC',
  ]
  const config = prepareApiserver(args, { logger: silentLogger, notice: () => {} })
  if ('print' in config) throw new Error('no configuration')
  running = await startApiserver({ ...config, port: 0 }, { logger: silentLogger })
})
afterAll(async () => {
  await running.close()
  rmSync(dir, { recursive: true, force: true })
})

const get = (
  path: string,
  headers: Record<string, string> = { authorization: 'Bearer admintoken' },
): Promise<Response> => fetch(running.url + path, { headers })

it('is ready and tells its version', async () => {
  expect(await (await get('/readyz')).text()).toBe('ok')
  expect(await (await get('/version')).json()).toMatchObject({ minor: '34', gitVersion: 'v1.34.4' })
  expect((await get('/nosuch')).status).toBe(404)
})

it('knows who asks', async () => {
  expect((await get('/api/v1/nodes', { authorization: 'Bearer wrong' })).status).toBe(401)
  const refused = await get('/api/v1/nodes', {})
  expect(await refused.json()).toMatchObject({
    code: 403,
    message:
      'nodes is forbidden: User "system:anonymous" cannot list resource "nodes" in API group "" at the cluster scope',
  })
  expect(
    (await get('/api/v1/nodes', { authorization: 'Bearer admintoken', 'impersonate-user': 'bob' })).status,
  ).toBe(403)
})

it('serves the aggregated document with an ETag', async () => {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const first = await get('/apis', { authorization: 'Bearer admintoken', accept })
  expect(await first.json()).toMatchObject({
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
  })
  const again = await get('/apis', {
    authorization: 'Bearer admintoken',
    accept,
    'if-none-match': first.headers.get('etag')!,
  })
  expect(again.status).toBe(304)
})
