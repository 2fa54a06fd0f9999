// What real 1.30 and 1.36 answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const time = '2026-01-01T00:00:00Z'

const condition = (minor: number, type: string, more: object = {}): object => ({
  type,
  status: 'True',
  reason: 'R',
  [minor < 35 ? 'lastUpdateTime' : 'lastTransitionTime']: time,
  message: '',
  ...more,
})

async function place(release: string): Promise<{ server: TestServer; path: string; version: string }> {
  const version = Number(release.slice(2)) < 35 ? 'v1alpha1' : 'v1beta1'
  const server = await startTestServer(
    release,
    '--feature-gates=StorageVersionMigrator=true',
    `--runtime-config=storagemigration.k8s.io/${version}=true`,
  )
  return { server, version, path: `/apis/storagemigration.k8s.io/${version}/storageversionmigrations` }
}

/** What is asked for, and why it is refused. */
type Refused = [object, string][]

interface Recorded {
  release: string
  refused: Refused
  immutable: Refused
  statuses: Refused
}

const recorded: Recorded[] = [
  {
    release: '1.30',
    refused: [
      [
        {},
        '[spec.resource.resource: Required value: resource is required, spec.resource.version: Required value: version is required]',
      ],
      [{ resource: 'pods' }, 'spec.resource.version: Required value: version is required'],
    ],
    immutable: [
      [
        { group: 'batch', resource: 'jobs', version: 'v2' },
        '[group: Invalid value: "batch": field is immutable, version: Invalid value: "v2": field is immutable, resource: Invalid value: "jobs": field is immutable]',
      ],
    ],
    statuses: [
      [
        { resourceVersion: 'abc' },
        'status.resourceVersion: Invalid value: "abc": failed to parse resource version "abc": strconv.ParseInt: parsing "abc": invalid syntax',
      ],
      [
        { resourceVersion: '-4' },
        'status.resourceVersion: Invalid value: -4: must be greater than or equal to 0',
      ],
      [
        { conditions: [condition(30, 'Running', { reason: '' })] },
        'status.conditions[0].reason: Required value: must be set',
      ],
      [
        { conditions: [condition(30, 'Succeeded'), condition(30, 'Running')] },
        'status.conditions: Invalid value: []storagemigration.MigrationCondition{storagemigration.MigrationCondition{Type:"Succeeded", Status:"True", LastUpdateTime:time.Date(2026, time.January, 1, 0, 0, 0, 0, time.Local), Reason:"R", Message:""}, storagemigration.MigrationCondition{Type:"Running", Status:"True", LastUpdateTime:time.Date(2026, time.January, 1, 0, 0, 0, 0, time.Local), Reason:"R", Message:""}}: Running condition cannot be true when success condition is true',
      ],
    ],
  },
  {
    release: '1.36',
    refused: [
      [{}, 'spec.resource.resource: Required value: resource is required to be set'],
      [
        { resource: 'Pods_1' },
        "spec.resource.resource: Invalid value: \"Pods_1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    immutable: [
      [
        { group: 'batch', resource: 'jobs' },
        'spec: Invalid value: {"Resource":{"group":"batch","resource":"jobs"}}: field is immutable',
      ],
    ],
    statuses: [
      [
        { resourceVersion: '0' },
        'status.resourceVersion: Invalid value: "0": resource version is not well formed: 0',
      ],
      [
        { conditions: [condition(36, 'Running', { status: 'Maybe' })] },
        'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      ],
      [
        { conditions: [condition(36, 'Running'), condition(36, 'Running')] },
        'status.conditions[1].type: Duplicate value: "Running"',
      ],
      [
        { conditions: [condition(36, 'Succeeded'), condition(36, 'Failed')] },
        'status.conditions: Invalid value: [{"type":"Succeeded","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z","reason":"R","message":""},{"type":"Failed","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z","reason":"R","message":""}]: Both success and failed conditions cannot be true at the same time',
      ],
    ],
  },
]

describe.each(recorded)(
  'StorageVersionMigrations of $release',
  ({ release, refused, immutable, statuses }) => {
    let at: Awaited<ReturnType<typeof place>>
    const kept = { group: 'apps', resource: 'deployments', ...(release === '1.30' ? { version: 'v1' } : {}) }
    const migration = (name: string, resource: object): object => ({
      apiVersion: `storagemigration.k8s.io/${at.version}`,
      kind: 'StorageVersionMigration',
      metadata: { name },
      spec: { resource },
    })
    const invalid = (name: string, text: string): string =>
      `StorageVersionMigration.storagemigration.k8s.io "${name}" is invalid: ${text}`

    beforeAll(async () => {
      at = await place(release)
      const created = await at.server.send('POST', at.path, migration('a', kept))
      expect(created.status).toBe(201)
    })
    afterAll(() => at.server.close())

    it.each(refused)('are refused: %j', async (resource, text) => {
      const { status, body } = await at.server.send('POST', at.path, migration('b', resource))
      expect([status, body.message]).toEqual([422, invalid('b', text)])
    })

    it.each(immutable)('stay about one resource: %j', async (resource, text) => {
      const current = (await at.server.send('GET', `${at.path}/a`)).body
      const { body } = await at.server.send('PUT', `${at.path}/a`, { ...current, spec: { resource } })
      expect(body.message).toBe(invalid('a', text))
    })

    it.each(statuses)('have no status %j', async (status, text) => {
      const current = (await at.server.send('GET', `${at.path}/a`)).body
      const { body } = await at.server.send('PUT', `${at.path}/a/status`, { ...current, status })
      expect(body.message).toBe(invalid('a', text))
    })

    it('stay as they have ended', async () => {
      const put = async (status: object) => {
        const current = (await at.server.send('GET', `${at.path}/a`)).body
        return at.server.send('PUT', `${at.path}/a/status`, { ...current, status })
      }
      const minor = Number(release.slice(2))
      const ended = { resourceVersion: '12', conditions: [condition(minor, 'Succeeded')] }
      expect((await put(ended)).status).toBe(200)
      const { body } = await put({ resourceVersion: '12', conditions: [] })
      expect(body.message).toContain('Success condition cannot be set to false once it is true')
      expect((await put({ ...ended, resourceVersion: '13' })).body.message).toContain(
        'status.resourceVersion: Invalid value: "13"',
      )
    })
  },
)

describe('the status of a StorageVersionMigration of 1.35', () => {
  it('needs a resourceVersion, and does not run when it has ended', async () => {
    const { server, path } = await place('1.35')
    const spec = { resource: { group: '', resource: 'pods' } }
    const created = await server.send('POST', path, { metadata: { name: 'a' }, spec })
    const put = (status: object) => server.send('PUT', `${path}/a/status`, { ...created.body, status })
    expect((await put({ conditions: [condition(35, 'Running')] })).body.message).toContain(
      'status.resourceVersion: Invalid value: "": resource version is not well formed: ',
    )
    const both = [condition(35, 'Failed'), condition(35, 'Running')]
    expect((await put({ resourceVersion: '5', conditions: both })).body.message).toContain(
      'Running condition cannot be true when failed condition is true',
    )
    await server.close()
  })
})
