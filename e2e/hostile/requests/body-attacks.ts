// Bodies that cost by their form: YAML, JSON and protobuf.
import { gzipSync } from 'node:zlib'
import { type Attack, apply, json, maps, range, raw, yaml } from './hostile-request.ts'

const create = (type: string, body: () => string | Buffer) => [raw('POST', maps, type, body)]
const megabyte = 1_000_000

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: hostile-yaml\n'
const yamlBodies: Readonly<Record<string, () => string>> = {
  'open brackets 2,000': () => '['.repeat(2000),
  'open brackets 20,000': () => '['.repeat(20_000),
  'open brackets 1 MB': () => '['.repeat(megabyte),
  'documents 1 MB': () => '---\n'.repeat(megabyte / 4),
  'documents, all different': () => range(60_000, (i) => `---\na: ${i}\n`).join(''),
  'closing brackets 1 MB': () => '}'.repeat(megabyte),
  'commas 1 MB': () => `[${','.repeat(megabyte)}`,
  'colons 1 MB': () => 'a\n: '.repeat(megabyte / 4),
  'indented 1,400 deep': () => range(1400, (i) => `${' '.repeat(i)}a:\n`).join(''),
  'dashes 1 MB': () => '- '.repeat(megabyte / 2),
  'directives 1 MB': () => '%a\n'.repeat(megabyte / 3),
  'empty lines 1 MB': () => '\n'.repeat(megabyte),
  'comments 1 MB': () => '# a\n'.repeat(megabyte / 4),
  'a map of 100,000 keys': () => `${head}data:\n${range(100_000, (i) => `  key${i}: v\n`).join('')}`,
  'a list of 500,000': () => `a: [${'a,'.repeat(500_000)}a]`,
  'anchors 80,000': () => range(80_000, (i) => `- &a${i} x\n`).join(''),
  'aliases 200,000': () => `a: &a x\nb:\n${'- *a\n'.repeat(200_000)}`,
  'aliases that multiply': () =>
    `a: &a [${'x,'.repeat(9)}x]\n${[...'bcdefghijk'].map((c, i) => `${c}: &${c} [${`*${'abcdefghijk'[i]},`.repeat(9)}x]\n`).join('')}`,
  'aliases of a long text': () => `a: &a "${'x'.repeat(megabyte)}"\nb: [${'*a,'.repeat(300_000)}x]`,
  'merge keys 20,000': () =>
    `a: &a {${range(2000, (i) => `k${i}: v`).join(', ')}}\nb:\n${'- {<<: *a}\n'.repeat(20_000)}`,
  'repeated keys 150,000': () => `${head}data:\n${'  a: b\n'.repeat(150_000)}`,
}

const yamlAttacks: readonly Attack[] = Object.entries(yamlBodies).map(([name, body]) => ({
  name: `YAML: ${name}`,
  requests: create(yaml, body),
}))

const nested = (text: string, end: string, count: number): string =>
  `${text.repeat(count)}1${end.repeat(count)}`

/** Bodies that are long, deep or full of repeated keys and aliases. */
export const bodyAttacks: readonly Attack[] = [
  ...yamlAttacks,
  { name: 'JSON: open brackets 3 MB', requests: create(json, () => '['.repeat(3_000_000)) },
  {
    name: 'JSON: a number of 3,000,000 digits',
    requests: create(json, () => `{"metadata":{"name":"a","generation":${'1'.repeat(3_000_000)}}}`),
  },
  {
    name: 'YAML: a number of 3,000,000 digits',
    requests: create(yaml, () => `${head}x: ${'1'.repeat(3_000_000)}\n`),
  },
  { name: 'JSON: 9,000 deep', requests: create(json, () => `{"data":${nested('{"a":', '}', 9000)}}`) },
  {
    name: 'JSON: repeated keys 300,000',
    requests: create(json, () => `{"data":{${'"a":"b",'.repeat(300_000)}"a":"b"}}`),
  },
  {
    name: 'JSON: repeated long keys',
    requests: create(json, () => `{${range(20_000, (i) => `"unknown${i}":{"a":1,"a":2}`).join(',')}}`),
  },
  {
    name: 'JSON: repeated keys at the end of long paths',
    requests: create(
      json,
      () => `{"${'x'.repeat(500_000)}":{${range(60_000, (i) => `"b${i}":1,"b${i}":2`).join(',')}}}`,
    ),
  },
  {
    name: 'JSON: unknown fields 200,000',
    requests: [
      raw('POST', `${maps}?fieldValidation=Strict`, json, () =>
        JSON.stringify(Object.fromEntries(range(150_000, (i) => [`unknown${i}`, 1]))),
      ),
    ],
  },
  {
    name: 'JSON: unknown fields 200,000 (warnings)',
    requests: [
      raw('POST', `${maps}?fieldValidation=Warn`, json, () =>
        JSON.stringify(Object.fromEntries(range(150_000, (i) => [`unknown${i}`, 1]))),
      ),
    ],
  },
  {
    name: 'JSON: escapes 3 MB',
    requests: create(json, () => `{"data":{"a":"${'\\u0041'.repeat(480_000)}"}}`),
  },
  { name: 'JSON: odd numbers', requests: create(json, () => `{"a":[${'1.0,'.repeat(600_000)}1]}`) },
  { name: 'JSON: not closed strings', requests: create(json, () => `{"a":"${'\\"'.repeat(1_400_000)}`) },
  {
    name: 'JSON: 3 MB of data',
    requests: create(json, () =>
      JSON.stringify({
        metadata: { name: 'd' },
        data: Object.fromEntries(range(100_000, (i) => [`k${i}`, 'v'.repeat(10)])),
      }),
    ),
  },
  { name: 'JSON: body of 20 MB', requests: create(json, () => `{"a":"${'x'.repeat(20_000_000)}"}`) },
  {
    name: 'protobuf: nested 1 MB',
    requests: create('application/vnd.kubernetes.protobuf', () =>
      Buffer.concat([Buffer.from('k8s\0'), Buffer.from('0a'.repeat(megabyte), 'hex')]),
    ),
  },
  {
    name: 'protobuf: empty fields 3 MB',
    requests: create('application/vnd.kubernetes.protobuf', () =>
      protobufOf(Buffer.from('1200'.repeat(1_400_000), 'hex')),
    ),
  },
  {
    name: 'gzip: 50 MB in 50 kB',
    requests: [
      {
        ...create(json, () => gzipSync(Buffer.alloc(50_000_000, 0x20)))[0]!,
        headers: { 'content-encoding': 'gzip' },
      },
    ],
  },
  {
    name: 'apply: open brackets',
    requests: [raw('PATCH', `${maps}/a?fieldManager=x`, apply, () => `a: ${'['.repeat(20_000)}`)],
  },
]

/** An Unknown with the bytes as a ConfigMap. */
function protobufOf(bytes: Buffer): Buffer {
  const field = (number: number, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from([(number << 3) | 2]), varint(data.length), data])
  const type = Buffer.concat([field(1, Buffer.from('v1')), field(2, Buffer.from('ConfigMap'))])
  return Buffer.concat([Buffer.from('k8s\0'), field(1, type), field(2, bytes)])
}

function varint(value: number): Buffer {
  const out: number[] = []
  let rest = value
  for (; rest > 127; rest >>>= 7) out.push((rest & 127) | 128)
  return Buffer.from([...out, rest])
}
