// Bodies in CBOR of custom resources, which are stored as CBOR.
import {
  bytes,
  type CborRequest,
  cbor,
  hex,
  json,
  map,
  meta,
  post,
  text,
  widget,
  widgetKey,
  widgets,
} from './request-parts.ts'

/** A custom resource with a spec in digits. */
const widgetOf = (spec: string): string =>
  map(
    ...[bytes('kind'), bytes('Widget'), bytes('apiVersion'), bytes('example.com/v1')],
    ...[...meta('e'), bytes('spec'), spec],
  )

/** Writes of custom resources, in their order. */
export const custom: readonly CborRequest[] = [
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
  post('a custom key twice', widgets, widgetOf(`a2${bytes('size')}01${bytes('size')}02`)),
  post('a custom number for a key', widgets, widgetOf(`a10102`)),
  post('an integer that is too large', widgets, widgetOf(`a1${bytes('size')}1bffffffffffffffff`)),
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
