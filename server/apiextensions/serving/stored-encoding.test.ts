import { afterEach, expect, it } from 'vitest'
import { isCbor } from '../../../apimachinery/scheme/cbor/serializer.ts'
import { MemoryEtcd } from '../../storage/etcd/memory-etcd.ts'
import { MemoryEtcdClient } from '../../storage/etcd/memory-etcd-client.ts'
import { startTestServerWith, type TestServer } from '../../testing/test-server.ts'

const group = 'stable.example.com'
const widgets = `/apis/${group}/v1/namespaces/default/widgets`
const key = Buffer.from(`/registry/${group}/widgets/default/a`)

let server: TestServer | undefined
afterEach(() => server?.close())

async function start(etcd: MemoryEtcd, gate: boolean): Promise<TestServer> {
  await server?.close()
  const connectEtcd = async () => new MemoryEtcdClient(etcd)
  server = await startTestServerWith({ connectEtcd }, '1.36', `--feature-gates=CBORServingAndStorage=${gate}`)
  const served = async (): Promise<number> => (await server!.send('GET', widgets)).status
  await expect.poll(served, { timeout: 10_000 }).toBeOneOf([200, 404])
  return server
}

async function define({ send }: TestServer): Promise<void> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
  const served = async (): Promise<number> => (await send('GET', widgets)).status
  await expect.poll(served, { timeout: 10_000 }).toBe(200)
}

const stored = (etcd: MemoryEtcd): { value: Buffer; revision: unknown } => {
  const { value, mod_revision } = etcd.range({ key }).kvs![0]!
  return { value: value!, revision: mod_revision }
}

/** Writes the bytes otherwise, as a real server would. */
function rewrite(etcd: MemoryEtcd, from: string, to: string): void {
  const bytes = stored(etcd).value.toString('latin1')
  expect(bytes).toContain(from)
  const request_put = { key, value: Buffer.from(bytes.replace(from, to), 'latin1') }
  etcd.txn({ compare: [], success: [{ request_put }], failure: [] })
}

/** The revision after an update of no change. */
async function patched({ send }: TestServer): Promise<string> {
  const { status, body } = await send(
    'PATCH',
    `${widgets}/a`,
    {},
    {
      'content-type': 'application/merge-patch+json',
    },
  )
  expect(status).toBe(200)
  return (body as { metadata: { resourceVersion: string } }).metadata.resourceVersion
}

it.each([
  ['JSON as Go writes it', false, 'a\\u003cb', 'a\\u003cb'],
  // 3 as a float, which upstream keeps as one.
  ['CBOR with a whole float', true, 'Dsize\x03', 'Dsize\xf9\x42\x00'],
])('leaves %s as it is where nothing changes', async (_name, gate, from, to) => {
  const etcd = new MemoryEtcd()
  const first = await start(etcd, gate)
  await define(first)
  await first.send('POST', widgets, {
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: { name: 'a' },
    spec: { size: 3, text: 'a<b' },
  })
  rewrite(etcd, from, to)
  const { revision } = stored(etcd)
  const again = await start(etcd, gate)
  expect(await patched(again)).toBe(String(revision))
  expect(stored(etcd).revision).toBe(revision)
  const other = await start(etcd, !gate)
  expect(await patched(other)).not.toBe(String(revision))
  expect(isCbor(stored(etcd).value)).toBe(!gate)
})
