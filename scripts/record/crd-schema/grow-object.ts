// Objects for a schema: right ones, and such as break it in one place or another.
import { type Grown, words } from './grow-schema.ts'
import type { Chance } from './random.ts'

const byFormat: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '2023-02-29', '2024-2-1', 'today'],
  'date-time': [
    '2024-01-02T03:04:05Z',
    '2024-01-02t03:04:05.123+01:00',
    '2024-01-02T24:00:00Z',
    '2024-01-02',
    '2024-01-02T03:04:05',
  ],
  duration: ['1h30m', '3 days', '22 ns', '-1.5h', '5', '', '2 fortnights', '1w2d', '1hour'],
  email: [
    'a@b.c',
    'Jane <jane@example.com>',
    'a@b@c',
    '@b',
    'a..b@c',
    '"q q"@x.y',
    'a@[127.0.0.1]',
    'x',
    'a@b (c)',
    'g: a@b;',
  ],
  uri: [
    'http://a.b/c?d',
    '/path',
    'foo',
    '',
    'http://[::1',
    'mailto:a@b',
    '*',
    'http://a b/',
    '//x/y',
    'http://a:b/',
    '%zz',
  ],
  hostname: [
    'example.com',
    'a',
    'ab',
    '-a',
    'a_b',
    'exam_ple.com',
    'é.com',
    'a.b',
    '1.2',
    'x'.repeat(64),
    'a.',
    'ab.cd.',
  ],
  ipv4: ['1.2.3.4', '1.2.3', '01.2.3.4', '::ffff:1.2.3.4', '256.1.1.1'],
  ipv6: ['::1', '1::2::3', 'fe80::1%eth0', '1.2.3.4', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'],
  cidr: ['10.0.0.0/8', '10.0.0.1/33', '::/0', '10.0.0.0', '010.0.0.0/8'],
  mac: [
    '01:23:45:67:89:ab',
    '01-23-45-67-89-AB',
    '0123.4567.89ab',
    '0123456789ab',
    '01:23',
    '01:23:45:67:89:ab:cd:ef',
    '01:23-45:67:89:ab',
  ],
  uuid: ['01234567-89ab-3def-8123-456789abcdef', '0123456789ab4def8123456789abcdef', '01234567'],
  uuid3: ['01234567-89ab-3def-8123-456789abcdef', '01234567-89ab-4def-8123-456789abcdef'],
  uuid4: ['01234567-89ab-4def-8123-456789abcdef', '01234567-89ab-4def-c123-456789abcdef'],
  uuid5: ['01234567-89AB-5def-8123-456789abcdef', '01234567-89ab-4def-8123-456789abcdef'],
  isbn: ['0321751043', '978-0321751041', '0321751044', '978 0321751041'],
  isbn10: ['0321751043', '080442957X', '0321751044'],
  isbn13: ['978-0321751041', '9780321751042'],
  creditcard: ['4111-1111-1111-1111', '4111 1111 1111 1112', '378282246310005', '1234'],
  ssn: ['111-22-3333', '111223333', '111 22 3333', '1-2-3'],
  hexcolor: ['#FFFFFF', 'fff', '#ffff', 'ggg'],
  rgbcolor: ['rgb(1,2,3)', 'rgb( 255 , 0,12 )', 'rgb(256,0,0)', 'rgb(1,2)'],
  byte: ['aGVsbG8=', 'aGVsbG8', '', '====', 'aGV!', 'YQ=='],
  bsonobjectid: ['507f1f77bcf86cd799439011', '507f1f77', 'zzzf1f77bcf86cd799439011'],
  'k8s-short-name': ['a-b', 'A', '-a', 'x'.repeat(64), 'a.b'],
  'k8s-long-name': ['a.b-c', 'A.b', 'a..b', 'a'],
}

const whole = [-6, -1, 0, 1, 2, 3, 4, 6, 10, 97, 98, 3_000_000_000, 2 ** 40]
const broken = [1.5, -0.1, 2.25, 1e20, 1e21, 3.5e38, 1e-7, 0.30000000000000004]
const anything: readonly unknown[] = ['foo', 5, 1.5, true, [], {}, ['a'], { a: 1 }, null]

/** Metadata for embedded objects. */
const metas: readonly unknown[] = [
  { name: 'inner' },
  { name: 'inner', labels: { a: 'b' }, unknown: 1 },
  { labels: { a: 1 } },
  { name: '..', namespace: 'UPPER' },
  { labels: { '#': '#' }, annotations: { '#': 'x' } },
  'text',
  null,
  { creationTimestamp: null, finalizers: ['x'] },
  {
    name: 'inner',
    creationTimestamp: '2024-01-02T03:04:05Z',
    ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'c', zz: 1 }],
  },
]

function textFor(chance: Chance, schema: Grown): string {
  const own = byFormat[String(schema['format'])]
  if (own && chance.wildness === 0 && chance.happens(0.8)) return own[0]!
  if (own && chance.happens(0.85)) return chance.one(own)
  const allowed = schema['enum'] as string[] | undefined
  return allowed && chance.happens(1 - 0.3 * chance.wildness) ? chance.one(allowed) : chance.one(words)
}

function numberFor(chance: Chance, schema: Grown): number {
  const allowed = schema['enum'] as number[] | undefined
  if (allowed && chance.happens(1 - 0.4 * chance.wildness)) return chance.one(allowed)
  return chance.happens(schema.type === 'integer' ? 0.06 * chance.wildness : 0.4)
    ? chance.one(broken)
    : chance.one(whole)
}

function listFor(chance: Chance, items: Grown): unknown[] {
  const list = Array.from({ length: chance.below(4) }, () => valueFor(chance, items))
  if (list.length > 0 && chance.happens(0.3)) list.push(structuredClone(chance.one(list)))
  return list
}

function objectFor(chance: Chance, schema: Grown): Record<string, unknown> {
  const { properties = {}, additionalProperties: more } = schema
  const needed = new Set(schema['required'] as string[] | undefined)
  const out: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties))
    if (chance.happens(needed.has(name) ? 1 - 0.3 * chance.wildness : 0.7))
      out[name] = valueFor(chance, property)
  if (typeof more === 'object')
    for (const name of chance.some(['a', 'b', 'key', 'a.b'], 0.5)) out[name] = valueFor(chance, more)
  if (schema['x-kubernetes-embedded-resource']) Object.assign(out, embeddedMeta(chance))
  if (chance.happens(0.12)) out['zz'] = chance.one(anything)
  return out
}

const embeddedMeta = (chance: Chance): Record<string, unknown> => ({
  ...(chance.happens(0.85) && {
    apiVersion: chance.happens(0.85) ? 'v1' : chance.one(['', 'a/b/c', 5, 'a/b']),
  }),
  ...(chance.happens(1 - 0.15 * chance.wildness) && {
    kind: chance.happens(0.85) ? 'Pod' : chance.one(['', 'a.b-C', 5, 'é']),
  }),
  ...(chance.happens(0.5) && { metadata: chance.one(metas) }),
})

/** A value that is mostly of the schema's type. */
export function valueFor(chance: Chance, schema: Grown): unknown {
  if (chance.happens(0.04 * chance.wildness)) return chance.one(anything)
  if (chance.happens(schema['nullable'] ? 0.25 : 0.02 * chance.wildness)) return null
  if (schema['x-kubernetes-int-or-string'])
    return chance.happens(0.5) ? chance.one(words) : numberFor(chance, { type: 'integer' })
  switch (schema.type) {
    case 'string':
      return textFor(chance, schema)
    case 'integer':
    case 'number':
      return numberFor(chance, schema)
    case 'boolean':
      return chance.happens(0.5)
    case 'array':
      return listFor(chance, schema.items ?? {})
    case 'object':
      return objectFor(chance, schema)
    default:
      return schema.properties ? objectFor(chance, schema) : chance.one(anything)
  }
}

/** The value with something changed, or nothing. */
export function changed(chance: Chance, value: unknown, schema: Grown): unknown {
  if (chance.happens(0.15)) return valueFor(chance, schema)
  if (Array.isArray(value)) {
    const list = value.map((item) => (chance.happens(0.6) ? item : changed(chance, item, schema.items ?? {})))
    if (chance.happens(0.2)) list.reverse()
    if (chance.happens(0.15)) list.pop()
    return list
  }
  if (typeof value !== 'object' || value === null) return value
  const inner = (name: string): Grown => {
    const more = schema.additionalProperties
    return schema.properties?.[name] ?? (typeof more === 'object' ? more : {})
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      chance.happens(0.08) ? [] : [[name, chance.happens(0.6) ? one : changed(chance, one, inner(name))]],
    ),
  )
}
