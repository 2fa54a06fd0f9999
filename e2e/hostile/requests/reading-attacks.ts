// Requests that cost by what they ask for: selectors, long lists, many deletions, watches.
import { type Attack, core, get, type HostileRequest, maps, range, record, write } from './hostile-request.ts'

const labels = (i: number) => ({ 'hostile-list': 'yes', n: `n${i % 7}` })
const object = (name: string, size: number, i: number): HostileRequest =>
  write('POST', maps, () => ({ metadata: { name, labels: labels(i) }, data: { a: 'x'.repeat(size) } }))
/** 120 objects of 400 kB. */
const large = range(120, (i) => object(`hostile-large-${i}`, 400_000, i))
const many = range(10_000, (i) => object(`hostile-many-${i}`, 10, i))
const selector = (text: string): string => encodeURIComponent(text)
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const protobuf = { accept: 'application/vnd.kubernetes.protobuf' }
const yaml = { accept: 'application/yaml' }

/** Lists, watches and deletions with very long selectors or many objects. */
export const readingAttacks: readonly Attack[] = [
  {
    name: 'label selector of 900 kB',
    requests: [get(`${maps}?labelSelector=${selector(range(90_000, (i) => `a${i}=b`).join(','))}`)],
  },
  {
    name: 'label selector with 100,000 values',
    requests: [
      get(`${maps}?labelSelector=${selector(`a in (${range(100_000, (i) => `v${i}`).join(',')})`)}`),
    ],
  },
  {
    name: 'label selector of 290,000 terms that hold, on 10,000',
    prepare: many,
    requests: [get(`${maps}?limit=500&labelSelector=${range(290_000, () => '!a').join()}`)],
  },
  {
    name: 'field selector of 40,000 terms that hold, on 10,000',
    prepare: many,
    requests: [get(`${maps}?limit=500&fieldSelector=${range(40_000, () => 'metadata.name!%3Da').join()}`)],
  },
  {
    name: 'label selectors of 800 kB, twenty different',
    requests: range(20, (i) => get(`${maps}?labelSelector=${range(400_000, () => 'a').join()},b${i}`)),
  },
  {
    name: 'label selector of brackets',
    requests: [get(`${maps}?labelSelector=${selector('('.repeat(300_000))}`)],
  },
  {
    name: 'field selector of 900 kB',
    requests: [get(`${maps}?fieldSelector=${selector(range(40_000, () => 'metadata.name=a').join(','))}`)],
  },
  {
    name: 'field selector with backslashes',
    requests: [get(`${maps}?fieldSelector=metadata.name=${selector('\\\\'.repeat(150_000))}`)],
  },
  { name: 'parameters 100,000', requests: [get(`${maps}?${range(100_000, (i) => `a${i}=b`).join('&')}`)] },
  { name: 'a path of 900 kB', requests: [get(`${maps}/${'a/'.repeat(450_000)}`)] },
  { name: 'a path of escapes', requests: [get(`${maps}/${'%2e'.repeat(300_000)}`)] },
  {
    name: 'a continue token of 900 kB',
    requests: [
      get(
        `${maps}?continue=${Buffer.from(`{"v":"meta.k8s.io/v1","rv":1,"start":"${'a'.repeat(600_000)}"}`).toString('base64url')}`,
      ),
    ],
  },
  {
    name: 'headers of 900 kB',
    requests: [get(maps, Object.fromEntries(range(9000, (i) => [`x-h${i}`, 'a'.repeat(90)])))],
  },
  {
    name: 'accept header of 500 kB',
    requests: [get(maps, { accept: 'application/a;q=0.1,'.repeat(25_000) })],
  },
  {
    name: 'a bearer token of 500 kB',
    requests: [get(maps, { authorization: `Bearer ${'a.'.repeat(250_000)}` })],
  },
  {
    name: 'impersonation of 5,000 groups',
    requests: [
      get(maps, {
        'impersonate-user': 'a',
        ...record(1, () => ['impersonate-group', 'g'.repeat(500_000)]),
      } as Record<string, string>),
    ],
  },
  { name: 'a list of 48 MB', prepare: large, requests: [get(maps)] },
  { name: 'a list of 48 MB, five times', prepare: large, requests: range(5, () => get(maps)) },
  { name: 'a list of 48 MB as YAML', prepare: large, requests: [get(maps, yaml)] },
  { name: 'a list of 48 MB as protobuf', prepare: large, requests: [get(maps, protobuf)] },
  { name: 'a list of 48 MB, pretty', prepare: large, requests: [get(`${maps}?pretty=true`)] },
  { name: 'a list of 10,000', prepare: many, requests: [get(maps)] },
  { name: 'a list of 10,000 as a table', prepare: many, requests: [get(maps, table)] },
  {
    name: 'a list of 10,000 as a table with objects',
    prepare: many,
    requests: [get(`${maps}?includeObject=Object`, table)],
  },
  { name: 'a list of 10,000 as protobuf', prepare: many, requests: [get(maps, protobuf)] },
  { name: 'a list of 10,000 as YAML', prepare: many, requests: [get(maps, yaml)] },
  {
    name: 'a list of 10,000 by labels',
    prepare: many,
    requests: [get(`${maps}?labelSelector=${selector('n notin (a,b,c),hostile-list')}`)],
  },
  { name: 'pages of one of 10,000', prepare: many, requests: range(50, () => get(`${maps}?limit=1`)) },
  {
    name: 'a watch that begins with 10,000',
    prepare: many,
    requests: [get(`${maps}?watch=true&timeoutSeconds=1`)],
  },
  {
    name: 'a watch that begins with 10,000 as tables',
    prepare: many,
    requests: [get(`${maps}?watch=true&timeoutSeconds=1`, table)],
  },
  {
    name: 'a watch that begins with 48 MB, protobuf',
    prepare: large,
    requests: [get(`${maps}?watch=true&timeoutSeconds=1`, protobuf)],
  },
  { name: 'deletion of 10,000', prepare: many, requests: [{ method: 'DELETE', path: maps }] },
  {
    name: 'openapi v2 as protobuf',
    requests: [get('/openapi/v2', { accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' })],
  },
  { name: 'openapi v2', requests: [get('/openapi/v2')] },
  { name: 'openapi v3 of apps', requests: [get('/openapi/v3/apis/apps/v1')] },
  { name: 'metrics', requests: [get('/metrics')] },
  {
    name: `discovery of ${core}`,
    requests: [
      get('/apis', { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' }),
    ],
  },
]
