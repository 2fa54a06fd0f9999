// What clients of a server see while its disk takes no changes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from '../component-base/klog.ts'
import { prepareApiserver } from './options/prepare-apiserver.ts'
import { type RunningApiserver, startApiserver } from './start-apiserver.ts'
import type { Storage } from './storage/interface.ts'
import { openLowdbStorage } from './storage/lowdb/lowdb-storage.ts'
import { FaultDisk } from './storage/lowdb/testing/fault-disk.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-full-'))
const disk = new FaultDisk(() => 0)
let storage: Storage
let running: RunningApiserver

beforeAll(async () => {
  writeFileSync(join(dir, 'tokens.csv'), 'admintoken,admin,admin,"system:masters"\n')
  const args = ['--release', '1.34', '--http', '--token-auth-file', join(dir, 'tokens.csv')]
  const config = prepareApiserver(args, { logger: silentLogger, notice: () => {} })
  if ('print' in config) throw new Error('no configuration')
  storage = await openLowdbStorage({
    directory: '/data',
    writtenBy: '1.34',
    files: disk,
    take: async () => async () => {},
    retryEvery: 5,
  })
  running = await startApiserver({ ...config, port: 0 }, { logger: silentLogger, storage })
})
afterAll(async () => {
  await running.close()
  await storage.close()
  rmSync(dir, { recursive: true, force: true })
})

const ask = (path: string, body?: unknown): Promise<Response> =>
  fetch(running.url + path, {
    headers: { authorization: 'Bearer admintoken', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
const makeConfigMap = (name: string): Promise<Response> =>
  ask('/api/v1/namespaces/default/configmaps', { metadata: { name } })

it('refuses changes in the words of etcd, is not ready, and goes on by itself when there is room', async () => {
  expect((await makeConfigMap('before')).status).toBe(201)
  disk.failure = () => 'ENOSPC'
  const refused = await makeConfigMap('refused')
  expect(await refused.json()).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'etcdserver: mvcc: database space exceeded',
    code: 500,
  })
  const ready = await ask('/readyz')
  expect(ready.status).toBe(500)
  const lines = (await ready.text()).split('\n').filter((line) => !line.endsWith(' ok'))
  expect(lines).toEqual([
    '[-]etcd failed: reason withheld',
    '[-]etcd-readiness failed: reason withheld',
    'readyz check failed',
    '',
  ])
  const one = await ask('/readyz/etcd')
  expect([one.status, await one.text()]).toEqual([
    500,
    'internal server error: etcdserver: mvcc: database space exceeded\n',
  ])
  expect((await ask('/api/v1/namespaces/default/configmaps/before')).status).toBe(200)
  expect((await ask('/api/v1/namespaces/default/configmaps/refused')).status).toBe(404)
  disk.failure = () => undefined
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
  expect((await makeConfigMap('refused')).status).toBe(201)
})
