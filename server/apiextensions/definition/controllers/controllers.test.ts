import { afterEach, describe, expect, it } from 'vitest'
import { FakeClock } from '../../../../component-base/clock.ts'
import type { StartOptions } from '../../../apiserver-parts/start-options.ts'
import { createMemoryStorage } from '../../../storage/memory.ts'
import { startTestServerWith, type TestServer } from '../../../testing/test-server.ts'

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

let closing: TestServer[] = []
afterEach(async () => {
  for (const server of closing) await server.close()
  closing = []
})

const definition = (plural: string, names: object = {}) => {
  const kind = plural.replace(/^./, (letter) => letter.toUpperCase())
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural, kind, ...names },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  }
}

async function start(own: Partial<StartOptions> = {}, ...flags: string[]) {
  const server = await startTestServerWith(own, '1.36', ...flags)
  closing.push(server)
  const get = async (plural: string) => (await server.send('GET', `${path}/${plural}.example.com`)).body
  return {
    server,
    get,
    create: (plural: string, names?: object) => server.send('POST', path, definition(plural, names)),
    /** `Established=True InitialNamesAccepted` of each condition. */
    conditions: async (plural: string) =>
      ((await get(plural)).status?.conditions ?? []).map(
        (one: { type: string; status: string; reason: string }) => `${one.type}=${one.status} ${one.reason}`,
      ),
  }
}

const established = ['NamesAccepted=True NoConflicts', 'Established=True InitialNamesAccepted']

describe('the controllers of definitions', () => {
  it('accept names and establish, with one write for each', async () => {
    const { server, create, conditions, get } = await start()
    const { resourceVersion } = (await create('gears')).body.metadata
    await expect.poll(() => conditions('gears')).toEqual(established)
    const writes = await server.send(
      'GET',
      `${path}?watch=1&timeoutSeconds=1&resourceVersion=${resourceVersion}`,
    )
    expect(writes.text.match(/"type":"[A-Z]+"/g)).toEqual(['"type":"MODIFIED"', '"type":"MODIFIED"'])
    const { status } = await get('gears')
    expect(status.acceptedNames).toEqual({
      plural: 'gears',
      singular: 'gears',
      kind: 'Gears',
      listKind: 'GearsList',
    })
  })

  it('give a name that is free again to who waits for it', async () => {
    const { server, create, conditions } = await start()
    await create('gears', { shortNames: ['g'] })
    await expect.poll(() => conditions('gears')).toEqual(established)
    await create('wheels', { shortNames: ['g'] })
    await expect
      .poll(() => conditions('wheels'))
      .toEqual(['NamesAccepted=False ShortNamesConflict', 'Established=False NotAccepted'])
    await server.send('DELETE', `${path}/gears.example.com`)
    await expect.poll(() => conditions('wheels')).toEqual(established)
  })

  it('wait for other servers before they establish', async () => {
    const clock = new FakeClock()
    const { create, conditions } = await start({ clock }, '--apiserver-count=2')
    await create('gears')
    const waiting = ['NamesAccepted=True NoConflicts', 'Established=False Installing']
    await expect.poll(() => conditions('gears')).toEqual(waiting)
    clock.advance(4999)
    expect(await conditions('gears')).toEqual(waiting)
    clock.advance(1)
    await expect.poll(() => conditions('gears')).toEqual(established)
  })

  it('say which schemas of a stored definition are not structural', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.36' })
    const [version] = definition('gears').spec.versions
    const schema = { openAPIV3Schema: { properties: { a: {} } } }
    await storage.create('/registry/apiextensions.k8s.io/customresourcedefinitions/gears.example.com', {
      ...definition('gears'),
      metadata: { name: 'gears.example.com', uid: 'u', generation: 1 },
      spec: { ...definition('gears').spec, versions: [{ ...version, schema }], preserveUnknownFields: true },
      status: { storedVersions: ['v1'] },
    })
    const { get, conditions } = await start({ storage })
    await expect.poll(() => conditions('gears')).toContain('NonStructuralSchema=True Violations')
    const { status } = await get('gears')
    expect(
      status.conditions.find((one: { type: string }) => one.type === 'NonStructuralSchema').message,
    ).toBe(
      '[spec.preserveUnknownFields: Invalid value: true: must be false, spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields, spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root]',
    )
  })

  it('go on where the store has what cannot be read', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.36' })
    const key = '/registry/apiextensions.k8s.io/customresourcedefinitions/odd.example.com'
    const odd = { apiVersion: 'example.com/v1', kind: 'Odd', metadata: { name: 'odd.example.com' } }
    const { modRevision } = await storage.create(key, odd)
    const { create, conditions } = await start({ storage })
    await storage.update(key, modRevision, { ...odd, spec: 1 })
    await create('gears')
    await expect.poll(() => conditions('gears')).toEqual(established)
  })

  it('write nothing over a status that says all', async () => {
    const storage = createMemoryStorage({ writtenBy: '1.36' })
    const first = await start({ storage })
    await first.create('gears')
    await expect.poll(() => first.conditions('gears')).toEqual(established)
    const before = (await first.get('gears')).metadata.resourceVersion
    await first.create('wheels')
    await expect.poll(() => first.conditions('wheels')).toEqual(established)
    expect((await first.get('gears')).metadata.resourceVersion).toBe(before)
  })
})

const instance = '/registry/example.com/gears/one'

describe('a definition that is deleted', () => {
  async function withInstance(finalizers: string[]) {
    const clock = new FakeClock()
    const storage = createMemoryStorage({ writtenBy: '1.36' })
    const started = await start({ storage, clock })
    await started.create('gears')
    await expect.poll(() => started.conditions('gears')).toEqual(established)
    const metadata = { name: 'one', uid: 'u', finalizers }
    await storage.create(instance, { apiVersion: 'example.com/v1', kind: 'Gears', metadata })
    const answer = await started.server.send('DELETE', `${path}/gears.example.com`)
    return { ...started, storage, clock, answer }
  }
  const gone = async ({ server }: { server: TestServer }) =>
    (await server.send('GET', `${path}/gears.example.com`)).status

  it('is answered as it is, and goes behind its instances', async () => {
    const { answer, storage, ...started } = await withInstance([])
    expect(answer.body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io'])
    expect(answer.body.status.conditions.at(-1)).toMatchObject({
      type: 'Terminating',
      reason: 'InstanceDeletionPending',
    })
    await expect.poll(() => gone(started)).toBe(404)
    expect(await storage.get(instance)).toBeUndefined()
  })

  it('waits for an instance that has a finalizer, and says so after a minute', async () => {
    const { storage, clock, ...started } = await withInstance(['example.com/stay'])
    await expect
      .poll(async () => (await storage.get(instance))?.object.metadata.deletionTimestamp)
      .toBeDefined()
    expect(await started.conditions('gears')).toContain('Terminating=True InstanceDeletionInProgress')
    const reasons = new Set<string>()
    const watcher = storage.watch('/registry/apiextensions.k8s.io/', undefined, ({ record }) => {
      const { conditions } = record.object['status'] as { conditions: { reason: string }[] }
      reasons.add(conditions.at(-1)!.reason)
    })
    clock.advance(60_000)
    await expect.poll(() => [...reasons]).toEqual(['InstanceDeletionCheck', 'InstanceDeletionInProgress'])
    watcher.stop()
    const { modRevision } = (await storage.get(instance))!
    await storage.delete(instance, modRevision)
    await expect.poll(() => gone(started)).toBe(404)
  })

  it('stays as it is in a dry run, and where the uid is another', async () => {
    const { server, create, conditions } = await start()
    await create('gears')
    await expect.poll(() => conditions('gears')).toEqual(established)
    await server.send('DELETE', `${path}/gears.example.com?dryRun=All`)
    const other = await server.send('DELETE', `${path}/gears.example.com`, {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      preconditions: { uid: 'other' },
    })
    expect(other.status).toBe(409)
    expect(await conditions('gears')).toEqual(established)
  })
})
