// What servers with the gate CBORServingAndStorage are asked, real ones (scripts/record-cbor.ts) and those here.
import { CborWriter, selfDescribed } from '../../apimachinery/scheme/cbor/writer.ts'

/** A request; `body`: its bytes, as hexadecimal digits. */
export interface CborRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly accept?: string
  readonly type?: string
  readonly body?: string
  /** The answer has no end of its own: so many milliseconds of it are looked at. */
  readonly watch?: true
  /** The key in etcd whose bytes are looked at afterwards. */
  readonly stored?: string
}

const cbor = 'application/cbor'

const hex = (value: object): string => {
  const out = new CborWriter()
  out.bytes(selfDescribed)
  out.any(value)
  return out.finish().toString('hex')
}
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('hex')

/** A map of pairs that are there already as hexadecimal digits, with its tag. */
const map = (...pairs: readonly string[]): string =>
  `d9d9f7${(0xa0 + pairs.length / 2).toString(16)}${pairs.join('')}`
const bytes = (text: string): string => part(2, Buffer.from(text))
const text = (value: string): string => part(3, Buffer.from(value))
const part = (type: number, data: Buffer): string => {
  const out = new CborWriter()
  out.head(type, data.length)
  out.bytes(data)
  return out.finish().toString('hex')
}
const nested = (value: object): string => hex(value).slice(selfDescribed.length * 2)
const meta = (name: string): string[] => [bytes('metadata'), nested({ name })]

const maps = '/api/v1/namespaces/cbor/configmaps'
/** Where custom resources are. */
export const widgets = '/apis/example.com/v1/namespaces/cbor/widgets'
const widgetKey = (name: string): string => `/registry/example.com/widgets/cbor/${name}`

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer', default: 3 },
                  ratio: { type: 'number', minimum: -0.5 },
                  port: { 'x-kubernetes-int-or-string': true },
                  tags: { type: 'array', items: { type: 'string' } },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              status: { type: 'object', properties: { size: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
}

const widget = (name: string, spec: object): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
})
const configMap = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
})

/** Objects that later requests are about. */
export const setup: readonly CborRequest[] = [
  {
    name: 'namespace',
    method: 'POST',
    path: '/api/v1/namespaces',
    type: cbor,
    accept: cbor,
    body: hex({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'cbor' } }),
  },
  {
    name: 'definition',
    method: 'POST',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    type: cbor,
    accept: cbor,
    body: hex(definition),
  },
]

const post = (name: string, path: string, body: string, more: Partial<CborRequest> = {}): CborRequest => ({
  name,
  method: 'POST',
  path,
  type: cbor,
  accept: cbor,
  body,
  ...more,
})
const get = (name: string, path: string, accept: string): CborRequest => ({
  name,
  method: 'GET',
  path,
  accept,
})

const writes: readonly CborRequest[] = [
  post('a config map', maps, hex(configMap('a', { data: { x: 'yü', z: '' }, immutable: false }))),
  post(
    'text strings',
    maps,
    map(text('kind'), text('ConfigMap'), text('apiVersion'), text('v1'), ...meta('b')),
  ),
  post('no kind, no version', maps, map(...meta('c'))),
  post(
    'bytes with a tag',
    maps,
    map(...meta('d'), bytes('binaryData'), `a1${bytes('k')}d6${bytes('plain')}`),
  ),
  post(
    'bytes in base64',
    maps,
    map(...meta('e'), bytes('binaryData'), `a1${bytes('k')}${bytes('aGVsbG8=')}`),
  ),
  post(
    'bytes for base64url',
    maps,
    map(...meta('f'), bytes('binaryData'), `a1${bytes('k')}d5${bytes('plain')}`),
  ),
  post(
    'bytes that are no base64',
    maps,
    map(...meta('g'), bytes('binaryData'), `a1${bytes('k')}${bytes('a*')}`),
  ),
  post('bytes as text', maps, map(...meta('g'), bytes('binaryData'), `a1${bytes('k')}${text('aGVsbG8=')}`)),
  post('bytes as a list', maps, map(...meta('h'), bytes('binaryData'), `a1${bytes('k')}83010203`)),
  post(
    'text from tagged bytes',
    maps,
    map(...meta('i'), bytes('data'), `a1${bytes('k')}d6${bytes('plain')}`),
  ),
  post('a list of tagged text', maps, map(...meta('j'), bytes('data'), `d7a1${bytes('k')}${bytes('plain')}`)),
  post(
    'indefinite lengths',
    maps,
    `d9d9f7bf${bytes('metadata')}bf${bytes('name')}5f${bytes('k')}${bytes('k')}ff${bytes('labels')}bfffffff`,
  ),
  post('a null', maps, 'd9d9f7f6'),
  post('undefined data', maps, map(...meta('l'), bytes('data'), 'f7')),
  post('a number for text', maps, map(...meta('l'), bytes('data'), `a1${bytes('k')}05`)),
  post('a list for a map', maps, map(...meta('l'), bytes('data'), '8101')),
  post('a list for a struct', maps, map(bytes('metadata'), '80')),
  post('text for a boolean', maps, map(...meta('l'), bytes('immutable'), bytes('true'))),
  post('a float for text', maps, map(bytes('metadata'), `a1${bytes('name')}f93c00`)),
  post('a boolean for text', maps, map(bytes('metadata'), `a1${bytes('name')}f5`)),
  post('a negative number for text', maps, map(bytes('metadata'), `a1${bytes('name')}20`)),
  post(
    'a deep wrong type',
    '/api/v1/namespaces/cbor/pods',
    map(
      ...meta('l'),
      bytes('spec'),
      `a1${bytes('containers')}81a1${bytes('ports')}81a1${bytes('containerPort')}${bytes('80')}`,
    ),
  ),
  post(
    'a large integer',
    '/api/v1/namespaces/cbor/pods',
    map(
      ...meta('l'),
      bytes('spec'),
      `a1${bytes('containers')}81a1${bytes('ports')}81a1${bytes('containerPort')}1b0000000100000000`,
    ),
  ),
  post(
    'an integer beyond 64 bits',
    '/api/v1/namespaces/cbor/pods',
    map(...meta('l'), bytes('spec'), `a1${bytes('activeDeadlineSeconds')}1bffffffffffffffff`),
  ),
  post(
    'a negative one beyond 64 bits',
    '/api/v1/namespaces/cbor/pods',
    map(...meta('l'), bytes('spec'), `a1${bytes('activeDeadlineSeconds')}3bffffffffffffffff`),
  ),
  post(
    'a float for an integer',
    '/api/v1/namespaces/cbor/pods',
    map(...meta('l'), bytes('spec'), `a1${bytes('activeDeadlineSeconds')}f93c00`),
  ),
  post(
    'a number for a quantity',
    '/api/v1/namespaces/cbor/pods',
    map(...meta('l'), bytes('spec'), `a1${bytes('overhead')}a1${bytes('cpu')}01`),
  ),
  post(
    'no quantity',
    '/api/v1/namespaces/cbor/pods',
    map(...meta('l'), bytes('spec'), `a1${bytes('overhead')}a1${bytes('cpu')}${bytes('x')}`),
  ),
  post('no time', maps, map(bytes('metadata'), `a1${bytes('creationTimestamp')}${bytes('soon')}`)),
  post('a number for a time', maps, map(bytes('metadata'), `a1${bytes('creationTimestamp')}c101`)),
  post(
    'a service',
    '/api/v1/namespaces/cbor/services',
    hex({
      metadata: { name: 'web' },
      spec: {
        clusterIP: 'None',
        ports: [
          { port: 80, targetPort: 8080, name: 'a' },
          { port: 81, targetPort: 'http', name: 'b' },
        ],
      },
    }),
  ),
  post(
    'a boolean for an int or string',
    '/api/v1/namespaces/cbor/services',
    map(...meta('l'), bytes('spec'), `a1${bytes('ports')}81a1${bytes('targetPort')}f5`),
  ),
  post('a key twice', maps, map(...meta('l'), ...meta('l'))),
  post(
    'a key of a map twice',
    maps,
    map(...meta('l'), bytes('data'), `a2${bytes('k')}${bytes('1')}${bytes('k')}${bytes('2')}`),
  ),
  post('an unknown key twice', maps, map(...meta('l'), bytes('what'), '01', bytes('what'), '02')),
  post('a number for a key', maps, map(...meta('m'), '05', '01')),
  post('a list for a key', maps, map(...meta('m'), '80', '01')),
  post('an unknown key, warned', maps, map(...meta('n'), bytes('what'), '01', bytes('more'), '01')),
  post('an unknown key, refused', `${maps}?fieldValidation=Strict`, map(...meta('o'), bytes('what'), '01')),
  post('an unknown key, ignored', `${maps}?fieldValidation=Ignore`, map(...meta('o'), bytes('what'), '01')),
  post(
    'an unknown key and a wrong type',
    `${maps}?fieldValidation=Strict`,
    map(bytes('data'), '01', bytes('what'), '01'),
  ),
  post('another kind', maps, hex({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'p' } })),
  post('no kind of the API', maps, hex({ apiVersion: 'v1', kind: 'Nothing', metadata: { name: 'p' } })),
  post('another version', maps, hex({ apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'p' } })),
  post(
    'no version of the API',
    maps,
    hex({ apiVersion: 'a/b/c', kind: 'ConfigMap', metadata: { name: 'p' } }),
  ),
  post('nothing', maps, ''),
  post('a break', maps, 'ff'),
  post('a cut map', maps, 'd9d9f7a1'),
  post('more than an item', maps, `${hex(configMap('q'))}00`),
  post('no text', maps, `a161ff01`),
  post('not a number', maps, map(...meta('q'), bytes('data'), 'f97e00')),
  post('infinity', maps, map(...meta('q'), bytes('data'), 'fa7f800000')),
  post('a large number', maps, map(...meta('q'), bytes('data'), 'c24101')),
  post('a reserved length', maps, 'd9d9f7bc'),
  post('an unknown simple value', maps, map(...meta('q'), bytes('data'), 'f0')),
  post('a wrong chunk', maps, `d9d9f75f${text('a')}ff`),
  post('a huge length', maps, 'd9d9f75bffffffffffffffff'),
  post('a huge list', maps, 'd9d9f79affffffff'),
  post('a list', maps, '80'),
  post('a number', maps, '01'),
  post('too deep', maps, '81'.repeat(10_001)),
  post('JSON that says it is CBOR', maps, json(configMap('q'))),
  {
    name: 'an update',
    method: 'PUT',
    path: `${maps}/a`,
    type: cbor,
    accept: cbor,
    body: hex(configMap('a', { data: { x: 'z' } })),
  },
  {
    name: 'an apply',
    method: 'PATCH',
    path: `${maps}/applied?fieldManager=m`,
    type: 'application/apply-patch+cbor',
    accept: cbor,
    body: hex(configMap('applied', { data: { x: '1' } })),
  },
  {
    name: 'an apply by a number',
    method: 'PATCH',
    path: `${maps}/applied?fieldManager=m`,
    type: 'application/apply-patch+cbor',
    accept: cbor,
    body: '01',
  },
  {
    name: 'an apply with a key twice',
    method: 'PATCH',
    path: `${maps}/applied?fieldManager=m`,
    type: 'application/apply-patch+cbor',
    accept: cbor,
    body: map(...meta('l'), ...meta('l')),
  },
  {
    name: 'an apply of nothing',
    method: 'PATCH',
    path: `${maps}/applied?fieldManager=m`,
    type: 'application/apply-patch+cbor',
    accept: cbor,
    body: '',
  },
  {
    name: 'an apply with an unknown key',
    method: 'PATCH',
    path: `${maps}/applied?fieldManager=m&fieldValidation=Strict`,
    type: 'application/apply-patch+cbor',
    accept: cbor,
    body: hex(configMap('applied', { what: 1 })),
  },
  {
    name: 'an apply without a manager',
    method: 'PATCH',
    path: `${maps}/applied`,
    type: 'application/apply-patch+cbor',
    accept: cbor,
    body: hex(configMap('applied')),
  },
  {
    name: 'a merge patch',
    method: 'PATCH',
    path: `${maps}/a`,
    type: 'application/merge-patch+json',
    accept: cbor,
    body: json({ data: { m: 'n' } }),
  },
  {
    name: 'a patch that is none',
    method: 'PATCH',
    path: `${maps}/a`,
    type: cbor,
    accept: cbor,
    body: hex({}),
  },
  { name: 'a body of no form', method: 'POST', path: maps, type: 'text/plain', accept: cbor, body: hex({}) },
  {
    name: 'a deletion',
    method: 'DELETE',
    path: `${maps}/b`,
    type: cbor,
    accept: cbor,
    body: hex({ kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' }),
  },
  {
    name: 'a deletion with bad options',
    method: 'DELETE',
    path: `${maps}/a`,
    type: cbor,
    accept: cbor,
    body: map(bytes('dryRun'), '01'),
  },
  {
    name: 'a deletion with a cut body',
    method: 'DELETE',
    path: `${maps}/a`,
    type: cbor,
    accept: cbor,
    body: 'a1',
  },
  post(
    'a review',
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    hex({ spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }),
  ),
  post('an account', '/api/v1/namespaces/cbor/serviceaccounts', hex({ metadata: { name: 'default' } })),
  post(
    'a pod',
    '/api/v1/namespaces/cbor/pods',
    hex({
      metadata: { name: 'p' },
      spec: {
        automountServiceAccountToken: false,
        containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m' } } }],
      },
    }),
  ),
  post(
    'a binding',
    '/api/v1/namespaces/cbor/pods/p/binding',
    hex({ metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
  ),
  post(
    'a controller revision',
    '/apis/apps/v1/namespaces/cbor/controllerrevisions',
    hex({ metadata: { name: 'r' }, revision: 1, data: { a: 1, b: [1.5, null], c: 'd' } }),
  ),
  post(
    'raw data with a key twice',
    '/apis/apps/v1/namespaces/cbor/controllerrevisions',
    map(...meta('s'), bytes('revision'), '01', bytes('data'), `a2${bytes('k')}01${bytes('k')}02`),
  ),
  post(
    'a definition with an unknown key',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    hex({
      ...definition,
      spec: {
        ...definition.spec,
        versions: [{ name: 'v1', schema: { openAPIV3Schema: { items: { what: 1 } } } }],
      },
    }),
  ),
]

const custom: readonly CborRequest[] = [
  post(
    'a custom resource',
    widgets,
    hex(
      widget('a', {
        size: 5,
        ratio: 1.5,
        port: 'http',
        tags: ['a', 'ü'],
        free: { n: 1e300, i: -7, l: [null, true, {}], long: 4_294_967_296 },
      }),
    ),
    { stored: widgetKey('a') },
  ),
  post('a custom resource with its default', widgets, hex(widget('b', { free: { t: '' } })), {
    stored: widgetKey('b'),
  }),
  post('one in JSON', widgets, json(widget('c', { ratio: 0.25, port: 80 })), {
    type: 'application/json',
    stored: widgetKey('c'),
  }),
  post(
    'times and tags',
    widgets,
    map(
      text('kind'),
      text('Widget'),
      text('apiVersion'),
      text('example.com/v1'),
      ...meta('d'),
      bytes('spec'),
      `a1${bytes('free')}a4${bytes('t')}c0${text('2024-01-02T03:04:05.670+00:00')}${bytes('e')}c11a65000000${bytes('f')}c1fb41d940000026e979${bytes('g')}d6${bytes('plain')}`,
    ),
    { stored: widgetKey('d') },
  ),
  post(
    'no kind of a custom resource',
    widgets,
    hex({ apiVersion: 'example.com/v1', metadata: { name: 'e' } }),
  ),
  post('no version of a custom resource', widgets, hex({ kind: 'Widget', metadata: { name: 'e' } })),
  post(
    'neither',
    widgets,
    map(...meta('e'), bytes('x'), `83f93e00f6f5`, text('y"'), `c0${text('2024-01-02T03:04:05Z')}`),
  ),
  post(
    'another kind of custom resource',
    widgets,
    hex({ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'e' } }),
  ),
  post(
    'another version of a custom resource',
    widgets,
    hex({ apiVersion: 'example.com/v2', kind: 'Widget', metadata: { name: 'e' } }),
  ),
  post(
    'a custom key twice',
    widgets,
    map(
      bytes('kind'),
      bytes('Widget'),
      bytes('apiVersion'),
      bytes('example.com/v1'),
      ...meta('e'),
      bytes('spec'),
      `a2${bytes('size')}01${bytes('size')}02`,
    ),
  ),
  post(
    'a custom number for a key',
    widgets,
    map(
      bytes('kind'),
      bytes('Widget'),
      bytes('apiVersion'),
      bytes('example.com/v1'),
      ...meta('e'),
      bytes('spec'),
      `a10102`,
    ),
  ),
  post(
    'an integer that is too large',
    widgets,
    map(
      bytes('kind'),
      bytes('Widget'),
      bytes('apiVersion'),
      bytes('example.com/v1'),
      ...meta('e'),
      bytes('spec'),
      `a1${bytes('size')}1bffffffffffffffff`,
    ),
  ),
  post('a custom list', widgets, '80'),
  post('a cut custom resource', widgets, 'a1'),
  post('an unknown custom key', widgets, hex(widget('f', { what: 1 }))),
  post('an unknown custom key, refused', `${widgets}?fieldValidation=Strict`, hex(widget('g', { what: 1 }))),
  post('a custom value of a wrong type', widgets, hex(widget('g', { size: 'x' }))),
  {
    name: 'a custom update',
    method: 'PUT',
    path: `${widgets}/b`,
    type: cbor,
    accept: cbor,
    body: hex(widget('b', { size: 4 })),
    stored: widgetKey('b'),
  },
  {
    name: 'a custom apply',
    method: 'PATCH',
    path: `${widgets}/z?fieldManager=m`,
    type: 'application/apply-patch+cbor',
    accept: cbor,
    body: hex(widget('z', { size: 4, tags: ['t'] })),
    stored: widgetKey('z'),
  },
  {
    name: 'a custom strategic patch',
    method: 'PATCH',
    path: `${widgets}/z`,
    type: 'application/strategic-merge-patch+json',
    accept: cbor,
    body: json({}),
  },
  {
    name: 'a custom status',
    method: 'PUT',
    path: `${widgets}/b/status`,
    type: cbor,
    accept: cbor,
    body: hex({ ...widget('b', {}), status: { size: 2 } }),
  },
  { name: 'a scale', method: 'GET', path: `${widgets}/b/scale`, accept: cbor },
  {
    name: 'a new scale',
    method: 'PUT',
    path: `${widgets}/b/scale`,
    type: cbor,
    accept: cbor,
    body: hex({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'b', namespace: 'cbor' },
      spec: { replicas: 6 },
    }),
    stored: widgetKey('b'),
  },
  {
    name: 'a custom deletion',
    method: 'DELETE',
    path: `${widgets}/c`,
    type: cbor,
    accept: cbor,
    body: hex({ propagationPolicy: 'Background' }),
  },
]

const partial = 'as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
const partials = 'as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
const table = 'as=Table;v=v1;g=meta.k8s.io'

const reads: readonly CborRequest[] = [maps, widgets].flatMap((path) => {
  const of = path === maps ? 'built-in' : 'custom'
  return [
    get(`${of}: one`, `${path}/a`, cbor),
    get(`${of}: all`, path, cbor),
    get(`${of}: one, its metadata`, `${path}/a`, `${cbor};${partial}`),
    get(`${of}: all, their metadata`, path, `${cbor};${partials}`),
    get(`${of}: a table`, path, `${cbor};${table}`),
    get(`${of}: a table, or JSON`, path, `${cbor};${table},application/json`),
    get(`${of}: any`, `${path}/a`, '*/*'),
    get(`${of}: any application`, `${path}/a`, 'application/*'),
    get(`${of}: a sequence`, path, 'application/cbor-seq'),
    get(`${of}: no form`, path, 'application/x'),
    get(`${of}: protobuf or CBOR`, `${path}/a`, `application/vnd.kubernetes.protobuf,${cbor}`),
    get(`${of}: what is not there`, `${path}/nothing`, cbor),
    get(`${of}: a page`, `${path}?limit=1`, 'application/x,application/cbor;q=0.5'),
    { ...get(`${of}: a watch`, `${path}?watch=1&resourceVersion=0&timeoutSeconds=1`, cbor), watch: true },
    {
      ...get(`${of}: a watch of a sequence`, `${path}?watch=1&timeoutSeconds=1`, 'application/cbor-seq'),
      watch: true,
    },
    {
      ...get(
        `${of}: a watch of metadata`,
        `${path}?watch=1&resourceVersion=0&timeoutSeconds=1`,
        `${cbor};${partial}`,
      ),
      watch: true,
    },
    { ...get(`${of}: a watch of YAML`, `${path}?watch=1&timeoutSeconds=1`, 'application/yaml'), watch: true },
  ] as CborRequest[]
})

const others: readonly CborRequest[] = [
  get('the groups', '/apis', cbor),
  get('a group', '/apis/apps', cbor),
  get('a version', '/apis/apps/v1', cbor),
  get('the version of a definition', '/apis/example.com/v1', cbor),
  get('the release', '/version', cbor),
  get('no resource', '/api/v1/nothings', cbor),
  get('no path', '/nothing', cbor),
  get('an unknown group', '/apis/nothing/v1/things', cbor),
  get('flagz', '/flagz', `${cbor};as=Flagz;v=v1;g=config.k8s.io`),
]

/** All requests after those, in their order. */
export const requests: readonly CborRequest[] = [...writes, ...custom, ...reads, ...others]

/** Without the gate, over the same store: what was stored as CBOR is read, and written as JSON. */
export const afterwards: readonly CborRequest[] = [
  get('without the gate: CBOR', `${widgets}/a`, cbor),
  get('without the gate: JSON', `${widgets}/a`, 'application/json'),
  get('without the gate: all', widgets, 'application/json'),
  {
    name: 'without the gate: a body',
    method: 'POST',
    path: maps,
    type: cbor,
    accept: 'application/json',
    body: hex(configMap('x')),
  },
  {
    name: 'without the gate: an apply',
    method: 'PATCH',
    path: `${widgets}/z?fieldManager=m`,
    type: 'application/apply-patch+cbor',
    accept: 'application/json',
    body: hex(widget('z', {})),
  },
  {
    name: 'without the gate: no change',
    method: 'PATCH',
    path: `${widgets}/a`,
    type: 'application/merge-patch+json',
    accept: 'application/json',
    body: json({}),
    stored: widgetKey('a'),
  },
  {
    name: 'without the gate: a watch',
    method: 'GET',
    path: `${widgets}?watch=1&resourceVersion=0&timeoutSeconds=1`,
    accept: 'application/json',
    watch: true,
  },
]

/** With the gate again. */
export const again: readonly CborRequest[] = [
  get('with the gate again: JSON', `${widgets}/a`, 'application/json'),
  {
    name: 'with the gate again: no change',
    method: 'PATCH',
    path: `${widgets}/a`,
    type: 'application/merge-patch+json',
    accept: 'application/json',
    body: json({}),
    stored: widgetKey('a'),
  },
]
