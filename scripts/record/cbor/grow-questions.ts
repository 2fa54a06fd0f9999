// Questions about CBOR, made by chance: objects in any encoding that means the same, and what is not quite one.
import type { CborQuestion } from '../../../apimachinery/scheme/cbor/testing/recorded.ts'
import { CborWriter } from '../../../apimachinery/scheme/cbor/writer.ts'
import type { Chance } from '../crd-schema/random.ts'

const objects: readonly (readonly [group: string, version: string, kind: string, object: object])[] = [
  ['', 'v1', 'ConfigMap', { data: { a: 'b', ü: '' }, binaryData: { k: 'aGVsbG8=' }, immutable: true }],
  ['', 'v1', 'Secret', { type: 'Opaque', data: { k: 'aGVsbG8=', n: '' }, stringData: { s: 't' } }],
  [
    '',
    'v1',
    'Pod',
    {
      spec: {
        activeDeadlineSeconds: 30,
        nodeSelector: { a: 'b' },
        overhead: { cpu: '100m' },
        containers: [
          {
            name: 'c',
            image: 'i',
            command: ['x', 'y'],
            ports: [{ containerPort: 80, hostPort: 0, protocol: 'TCP' }],
            resources: { limits: { memory: '1Gi' } },
            readinessProbe: { httpGet: { port: 'http', path: '/' }, periodSeconds: 5 },
            securityContext: { privileged: false, runAsUser: -1 },
          },
        ],
      },
      status: { startTime: '2024-01-02T03:04:05Z', conditions: [{ type: 'Ready', status: 'True' }] },
    },
  ],
  ['', 'v1', 'Service', { spec: { ports: [{ port: 80, targetPort: 8080 }], externalIPs: null } }],
  [
    'apps',
    'v1',
    'Deployment',
    {
      spec: {
        replicas: 2,
        strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
        selector: {
          matchLabels: { a: 'b' },
          matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }],
        },
      },
    },
  ],
  ['apps', 'v1', 'ControllerRevision', { revision: 3, data: { a: [1, 1.5, null, 'x', { b: true }] } }],
  [
    'apiextensions.k8s.io',
    'v1',
    'CustomResourceDefinition',
    {
      spec: {
        group: 'g',
        versions: [
          {
            name: 'v1',
            schema: {
              openAPIV3Schema: {
                minimum: 1.5,
                maximum: 3,
                default: { a: 5, b: [0.5] },
                enum: ['a', 1],
                items: { type: 'string' },
                additionalProperties: { maxLength: 5, additionalProperties: true },
                properties: { p: { type: 'object', properties: {} } },
              },
            },
          },
        ],
      },
    },
  ],
]

const metadata = {
  name: 'n',
  creationTimestamp: '2024-01-02T03:04:05Z',
  generation: 4,
  labels: { a: 'b' },
  ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'u', controller: true }],
  managedFields: [{ manager: 'm', time: '2024-01-02T03:04:05Z', fieldsV1: { 'f:a': { '.': {} } } }],
}

/** Items that stand where others should. */
const strange = [
  '00',
  '17',
  '1818',
  '1903e8',
  '1a000f4240',
  '1b000000e8d4a51000',
  '1bffffffffffffffff',
  '20',
  '3903e7',
  '3bffffffffffffffff',
  'f4',
  'f5',
  'f6',
  'f7',
  'e0',
  'f0',
  'f8ff',
  'f93c00',
  'f97e00',
  'f97c00',
  'f90001',
  'fa47c35000',
  'fb3ff199999999999a',
  'fb7e37e43c8800759c',
  '40',
  '4161',
  '41ff',
  '5f41614162ff',
  '60',
  '6161',
  '62c3bc',
  '61ff',
  '7f61616162ff',
  '80',
  '8101',
  '9f01ff',
  'a0',
  'a1416101',
  'bf416101ff',
  'a10101',
  'c074323031332d30332d32315432303a30343a30305a',
  'c11a514b67b0',
  'c1fb41d452d9ec200000',
  'c0416e',
  'c16161',
  'c24101',
  'd4416a',
  'd54161',
  'd64168',
  'd7420102',
  'd9d9f701',
  'd818416a',
  'd6824161a141624163',
  'a241610141 6102'.replace(' ', ''),
  'c0782032303133',
  '4b323032342d30312d3032',
  '1c',
  'ff',
  '5b7fffffffffffffff',
  '9b8000000000000000',
]

class Encoder {
  private readonly chance: Chance
  private readonly oddity: number

  constructor(chance: Chance) {
    this.chance = chance
    this.oddity = chance.one([0, 0.02, 0.1])
  }

  item(value: unknown): string {
    const { chance } = this
    if (chance.happens(this.oddity / 3)) return chance.one(strange)
    const tag = chance.happens(this.oddity / 2) ? chance.one(['d9d9f7', 'd6', 'd7', 'c6', 'd81e']) : ''
    return tag + this.plain(value)
  }

  private plain(value: unknown): string {
    const { chance } = this
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number' && chance.happens(0.1) && Number.isInteger(value)) return this.wide(value)
    if (typeof value !== 'object' || value === null) return written((out) => out.any(value))
    const endless = chance.happens(0.1)
    if (Array.isArray(value)) {
      const items = value.map((one) => this.item(one)).join('')
      return endless ? `9f${items}ff` : head(4, value.length) + items
    }
    const entries = Object.entries(value)
    if (entries.length > 0 && chance.happens(this.oddity / 4)) entries.push(chance.one(entries))
    if (chance.happens(this.oddity / 4)) entries.push([chance.one(['what', 'Name', '']), 1])
    const pairs = entries.map(([key, one]) => this.key(key) + this.item(one)).join('')
    return endless ? `bf${pairs}ff` : head(5, entries.length) + pairs
  }

  private key(key: string): string {
    return this.chance.happens(this.oddity / 8) ? this.chance.one(strange) : this.text(key)
  }

  private text(value: string): string {
    const data = Buffer.from(value)
    const type = this.chance.happens(0.3) ? 3 : 2
    if (this.chance.happens(0.05))
      return `${type === 3 ? '7f' : '5f'}${head(type, data.length)}${data.toString('hex')}ff`
    return head(type, data.length) + data.toString('hex')
  }

  /** An integer that takes more bytes than it needs. */
  private wide(value: number): string {
    const [first, size] = value < 0 ? ['3b', -1 - value] : ['1b', value]
    return first + size.toString(16).padStart(16, '0')
  }
}

function written(write: (out: CborWriter) => void): string {
  const out = new CborWriter()
  write(out)
  return out.finish().toString('hex')
}
const head = (type: number, length: number): string => written((out) => out.head(type, length))

/** What a line does to good bytes. */
function damaged(chance: Chance, hex: string): string {
  const data = Buffer.from(hex, 'hex')
  if (data.length === 0 || chance.happens(0.8)) return hex
  const at = chance.below(data.length)
  if (chance.happens(0.3)) return data.subarray(0, at).toString('hex')
  data[at] = chance.below(256)
  return data.toString('hex') + (chance.happens(0.1) ? '00' : '')
}

function anyValue(chance: Chance, depth: number): unknown {
  const kind = chance.below(depth > 0 ? 8 : 6)
  if (kind === 0) return chance.one([null, true, false])
  if (kind === 1)
    return chance.one([0, 1, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_296, -1, -25, -4_294_967_297])
  if (kind === 2)
    return chance.one([0.5, 1.1, -0.25, 65_504.5, 1e-7, 2 ** -24, 1e-8, 3.4e38, 1e300, 100_000.5])
  if (kind < 6) return chance.one(['', 'a', 'ü', '😀', 'aGVsbG8=', 'a"\'\\\n\u0001', 'x'.repeat(30)])
  if (kind === 6) return Array.from({ length: chance.below(4) }, () => anyValue(chance, depth - 1))
  return anyMap(chance, depth - 1)
}

const anyMap = (chance: Chance, depth: number): object =>
  Object.fromEntries(
    chance
      .some(['a', 'b', 'aa', 'B', 'ü', 'longer key', '__proto__x', 'kind'], 0.4)
      .map((key) => [key, anyValue(chance, depth)]),
  )

/** One question for a seed: half of them read an object of a type, the others any data, or write it. */
export function growQuestion(chance: Chance): CborQuestion {
  const way = chance.below(4)
  if (way === 0) return { json: JSON.stringify(anyMap(chance, 4)) }
  const encoder = new Encoder(chance)
  if (way === 1) return { hex: damaged(chance, encoder.item(anyMap(chance, 4))) }
  const [group, version, kind, object] = chance.one(objects)
  const apiVersion = group === '' ? version : `${group}/${version}`
  const whole = { apiVersion, kind, metadata, ...object }
  return { group, version, kind, hex: damaged(chance, encoder.item(whole)) }
}
