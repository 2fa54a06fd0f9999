// A kind and a column that a plan brings, over releases: one store, one server after the other.
import { describe, expect, it } from 'vitest'
import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import { openEnvelope, ProtobufSerializer } from '../../apimachinery/scheme/protobuf.ts'
import { walkPlan } from '../../cli/plan/walk.ts'
import { walkReport } from '../../cli/plan/walk-report.ts'
import { silentLogger } from '../../component-base/klog.ts'
import { parseRelease } from '../../component-base/release.ts'
import { diffReleases } from '../../component-base/release-diff.ts'
import { releasePlan } from '../../plans/extend.ts'
import { loadPlan, openPlan } from '../../plans/load-plan.ts'
import { readPlan } from '../../plans/read-plan.ts'
import { prepareApiserver } from '../../server/options/prepare-apiserver.ts'
import { MemoryStores } from '../../server/storage/memory-stores.ts'
import { type Answer, startTestServerWith } from '../../server/testing/test-server.ts'
import { over } from './over-releases.ts'

const file = 'e2e/planned/traffic-profiles/plan.yaml'
const plan = loadPlan(file)
const group = '/apis/networking.k8s.io'
const profiles = (version: string, more = ''): string =>
  `${group}/${version}/namespaces/default/trafficprofiles${more}`
const profile = (version: string, spec: object) => ({
  apiVersion: `networking.k8s.io/${version}`,
  kind: 'TrafficProfile',
  metadata: { name: 'p' },
  spec,
})
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const shown = ({ body }: Answer): unknown => ({
  columns: body.columnDefinitions.map((column: { name: string }) => column.name),
  cells: body.rows[0].cells,
})

const at = over(new MemoryStores(), plan)

describe('a planned kind', () => {
  const alpha = '--runtime-config=networking.k8s.io/v1alpha1=true'
  const on = '--feature-gates=TrafficProfiles=true'

  it('is served by release, gate and --runtime-config', async () => {
    await at('1.37', [alpha], async (server) => {
      expect(await server.send('GET', profiles('v1alpha1'))).toMatchObject({ status: 404 })
    })
    await at('1.37', [on], async (server) => {
      expect(await server.send('GET', profiles('v1alpha1'))).toMatchObject({ status: 404 })
    })
    await expect(at('1.36', [alpha], async () => {})).rejects.toThrow(
      'group version networking.k8s.io/v1alpha1 that has not been registered',
    )
  })

  it('is defaulted, validated, merged and shown as the built-in ones', async () => {
    await at('1.37', [alpha, on], async (server) => {
      const made = await server.send(
        'POST',
        profiles('v1alpha1'),
        profile('v1alpha1', { zone: 'a', limit: '0.5', ports: [{ port: 80 }] }),
      )
      expect(made.body).toMatchObject({
        metadata: { generation: 1 },
        spec: { zone: 'a', mode: 'Near', limit: '500m', ports: [{ port: 80, protocol: 'TCP' }] },
      })
      const wrong = { mode: 'Moon', weight: 200, ports: [{ port: 1 }, { port: 1 }] }
      const refused = await server.send('POST', profiles('v1alpha1'), profile('v1alpha1', wrong))
      expect(refused.body.message).toBe(
        'TrafficProfile.networking.k8s.io "p" is invalid: [spec.zone: Required value, spec.mode: Unsupported value: "Moon": supported values: "Far", "Near", spec.weight: Invalid value: 200: must be between 1 and 100, inclusive, spec.ports[1]: Duplicate value: {"port":1,"protocol":"TCP"}]',
      )
      const unknown = profile('v1alpha1', { zone: 'a', foo: 1 })
      const strict = await server.send('POST', profiles('v1alpha1', '?fieldValidation=Strict'), unknown)
      expect(strict.body.message).toContain('strict decoding error: unknown field "spec.foo"')
      const merged = await server.send(
        'PATCH',
        profiles('v1alpha1', '/p'),
        { spec: { ports: [{ port: 81 }] }, status: { conditions: [] } },
        { 'content-type': 'application/strategic-merge-patch+json' },
      )
      expect(merged.body.spec.ports.map(({ port }: { port: number }) => port)).toEqual([81, 80])
      expect(merged.body).not.toHaveProperty('status')
      expect(shown(await server.send('GET', profiles('v1alpha1'), undefined, table))).toEqual({
        columns: ['Name', 'Zone', 'Ports', 'Age', 'Mode'],
        cells: ['p', 'a', '81,80', expect.stringMatching(/s$/), 'Near'],
      })
      const { resources } = (await server.send('GET', `${group}/v1alpha1`)).body
      expect(resources).toMatchObject([
        { name: 'trafficprofiles', singularName: 'trafficprofile', shortNames: ['tp'] },
        { name: 'trafficprofiles/status' },
      ])
      const { components } = (await server.send('GET', `/openapi/v3${group}/v1alpha1`)).body
      expect(components.schemas['io.k8s.api.networking.v1alpha1.TrafficProfileSpec']).toMatchObject({
        required: ['zone'],
        properties: { zone: { description: 'Where it goes.' } },
      })
    })
  })

  it('is read by the next release, and stored as the release before can read it', async () => {
    const beta = '--runtime-config=networking.k8s.io/v1beta1=true'
    await at('1.38', [beta], async (server) => {
      const { body } = await server.send('GET', profiles('v1beta1', '/p'))
      expect(body).toMatchObject({ apiVersion: 'networking.k8s.io/v1beta1', spec: { limit: '500m' } })
      await server.send('PUT', profiles('v1beta1', '/p'), { ...body, spec: { ...body.spec, zone: 'b' } })
    })
    await at('1.37', [alpha, on], async (server) => {
      expect((await server.send('GET', profiles('v1alpha1', '/p'))).body.spec.zone).toBe('b')
    })
    await at('1.40', [], async (server) => {
      expect((await server.send('GET', profiles('v1', '/p'))).body.spec.zone).toBe('b')
    })
  })

  it('is written as protobuf, and told by diff', () => {
    const object = profile('v1', { zone: 'a', mode: 'Near', ports: [{ port: 80, protocol: 'TCP' }] })
    const serializer = new ProtobufSerializer(schemeOf(parseRelease('1.40', plan)))
    const { apiVersion, kind, raw } = openEnvelope(serializer.encode(object))
    expect(serializer.decode(apiVersion, kind, raw)).toMatchObject({ spec: object.spec })
    const names = diffReleases(parseRelease('1.39', plan), parseRelease('1.40', plan)).map((one) => one.name)
    expect(names).toContain('networking.k8s.io/v1/trafficprofiles')
  })

  it('is walked', async () => {
    const { plan: walked } = openPlan(file)
    const { failed } = walkReport(walked, await walkPlan(walked))
    expect(failed).toBe(false)
  }, 60_000)
})

it('a kind of a new group has types of its own, whatever the group begins with', async () => {
  const text = `apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata: { name: t, summary: t }
lastRelease: "1.40"
kinds:
  - kind: Deployment
    resource: rollouts.apps.example.com
    versions: [{ name: v1, from: "1.37" }]
    schema: { type: object, properties: { spec: { type: object, properties: { a: { type: string } } } } }
`
  const own = releasePlan(readPlan('plan.yaml', text).plan)
  const server = await startTestServerWith({ plan: own }, '1.37')
  try {
    const made = await server.send('POST', '/apis/apps.example.com/v1/namespaces/default/rollouts', {
      metadata: { name: 'r' },
      spec: { a: 'b' },
    })
    expect([made.status, made.body.spec]).toEqual([201, { a: 'b' }])
    const { body } = await server.send('GET', '/apis/apps/v1/namespaces/default/deployments')
    expect(body.kind).toBe('DeploymentList')
    expect((await server.send('GET', '/apis/apps.example.com/v1')).body.resources).toHaveLength(1)
  } finally {
    await server.close()
  }
})

it('a planned column stands before the age', async () => {
  const services = '/api/v1/namespaces/default/services'
  await at('1.37', [], async (server) => {
    const { columns } = shown(await server.send('GET', services, undefined, table)) as { columns: string[] }
    expect(columns).not.toContain('Affinity')
  })
  await at('1.38', [], async (server) => {
    const { columns, cells } = shown(await server.send('GET', services, undefined, table)) as {
      columns: string[]
      cells: unknown[]
    }
    expect(columns.slice(-3)).toEqual(['Affinity', 'Age', 'Selector'])
    expect(cells[columns.indexOf('Affinity')]).toBe('None')
  })
})

it.each([
  ['resource: pods', 'kinds[0].resource must be the plural and the group'],
  ['resource: ingresses.networking.k8s.io', '1.36 has ingresses.networking.k8s.io'],
  ['resource: jobs.example.com', '1.36 has jobs.batch: a plan adds plurals that are not there'],
  ['columns: [{ name: A, type: string, path: spec.toString }]', 'Odd: spec has no toString'],
  ['columns: [{ name: A, type: string, path: metadata.nonsense }]', 'metadata: there is no nonsense'],
  ['kind: Ingress', '1.36 has a kind Ingress in networking.k8s.io'],
  ['versions: [{ name: one, from: "1.37" }]', 'must be the version of an API, as "v1alpha1"'],
  ['versions: [{ name: v1, from: "1.47" }]', "v1 begins in 1.47, after the plan's lastRelease 1.40"],
  ['versions: [{ name: v1, from: "1.38", until: "1.37" }]', 'until 1.37 is before from 1.38'],
  ['gate: Nowhere', 'neither the plan nor 1.36 has a gate Nowhere'],
  ['schema: { type: object }', 'an object needs properties'],
  ['schema: { type: object, properties: { metadata: { type: string } } }', 'metadata is in every kind'],
  ['schema: { type: object, properties: { spec: { type: array } } }', 'an array needs items'],
  ['schema: { type: object, properties: { spec: { $ref: Pod } } }', 'Pod is no type of the newest release'],
  ['schema: { type: object, properties: { spec: { type: float } } }', 'must be one of string, boolean'],
  ['schema: { type: object, properties: { spec: { type: string, default: 1 } } }', 'default 1 is no string'],
  ['columns: [{ name: A, type: string, path: spec.b }]', 'Odd: spec has no b'],
])('a kind that cannot be is told: %s', (line, message) => {
  const lines = {
    kind: 'kind: Odd',
    resource: 'resource: odds.networking.k8s.io',
    versions: 'versions: [{ name: v1, from: "1.37" }]',
    schema:
      'schema: { type: object, properties: { spec: { type: object, properties: { a: { type: string } } } } }',
    [line.slice(0, line.indexOf(':'))]: line,
  }
  const text = `apiVersion: kepsim.dev/v1alpha1\nkind: FeaturePlan\nmetadata: { name: t, summary: t }\nlastRelease: "1.40"\nkinds:\n  - ${Object.values(lines).join('\n    ')}\n`
  expect(() => readPlan('plan.yaml', text)).toThrow(message)
})

it.each([
  ['{ resource: service, name: A, type: string, path: spec.type, from: "1.37" }', 'has no resource service'],
  [
    '{ resource: services, name: Type, type: string, path: spec.type, from: "1.37" }',
    'tables of services have Type in 1.36',
  ],
  ['{ resource: services, name: A, type: string, path: spec.tipe, from: "1.37" }', 'spec has no tipe'],
  [
    '{ resource: services, name: A, type: text, path: spec.type, from: "1.37" }',
    'must be one of string, integer',
  ],
])('a column that cannot be is told: %s', (column, message) => {
  const text = `apiVersion: kepsim.dev/v1alpha1\nkind: FeaturePlan\nmetadata: { name: t, summary: t }\nlastRelease: "1.40"\ncolumns:\n  - ${column}\n`
  expect(() => readPlan('plan.yaml', text)).toThrow(message)
})

describe('planned flags', () => {
  const planOf = (flag: string) =>
    readPlan(
      'plan.yaml',
      `apiVersion: kepsim.dev/v1alpha1\nkind: FeaturePlan\nmetadata: { name: t, summary: t }\nlastRelease: "1.40"\nflags:\n  - ${flag}\n`,
    ).plan
  const start = (flag: string, release: string, ...args: string[]): string[] => {
    const notices: string[] = []
    prepareApiserver(['--release', release, '--http', ...args], {
      logger: silentLogger,
      notice: (text) => notices.push(text),
      plan: releasePlan(planOf(flag)),
    })
    return notices
  }

  it('appear, are told as deprecated, and end', () => {
    const life =
      '{ component: kube-apiserver, name: traffic-hints, from: "1.37", type: bool, deprecated: { from: "1.38", message: it is always on }, removedIn: "1.39" }'
    expect(() => start(life, '1.36', '--traffic-hints')).toThrow('unknown flag: --traffic-hints')
    expect(start(life, '1.37', '--traffic-hints')).toEqual([])
    expect(start(life, '1.38', '--traffic-hints')).toEqual([
      'Flag --traffic-hints has been deprecated, it is always on',
    ])
    expect(() => start(life, '1.39', '--traffic-hints')).toThrow('unknown flag: --traffic-hints')
    const recorded = '{ component: kube-apiserver, name: profiling, removedIn: "1.37" }'
    expect(() => start(recorded, '1.37', '--profiling=false')).toThrow('unknown flag: --profiling')
  })

  it.each([
    ['{ component: kubelet, name: no-such }', 'kubelet has no --no-such in 1.36'],
    ['{ component: kubelet, name: max-pods }', 'say what becomes of --max-pods'],
    ['{ component: kubelet, name: max-pods, from: "1.37", type: int }', 'kubelet has --max-pods in 1.36'],
    ['{ component: kubelet, name: new-one, from: "1.37" }', '--new-one is new: it needs a type'],
    [
      '{ component: kubelet, name: new-one, from: "1.38", type: bool, removedIn: "1.38" }',
      '1.38 is not after 1.38, its from',
    ],
    ['{ component: kubelet, name: --max-pods, removedIn: "1.38" }', 'the name of a flag without its dashes'],
  ])('that cannot be are told: %s', (flag, message) => {
    expect(() => planOf(flag)).toThrow(message)
  })
})
