// The structure of the objects that rules are made of, where they come from a file: an API server has checked its own.
import { Ajv, type ErrorObject } from 'ajv'
import { canonicalIP, ipRange } from './model/ip-range.ts'

const text = { type: 'string', nullable: true }
const number = { type: 'integer', nullable: true }
const flag = { type: 'boolean', nullable: true }
const ip = { ...text, format: 'ip' }
const cidr = { ...text, format: 'cidr' }
const listOf = (items: object): object => ({ type: 'array', items, nullable: true })
const map = (properties: Record<string, object>): object => ({ type: 'object', properties, nullable: true })
const entry = (properties: Record<string, object>, required: string[] = []): object => ({
  type: 'object',
  properties,
  required,
})
const texts = { type: 'object', additionalProperties: { type: 'string' }, nullable: true }

const object = (properties: Record<string, object>): object =>
  entry(
    {
      metadata: entry(
        { name: { type: 'string', minLength: 1 }, namespace: text, labels: texts, annotations: texts },
        ['name'],
      ),
      ...properties,
    },
    ['metadata'],
  )

const schemas: Readonly<Record<string, object>> = {
  Service: object({
    spec: map({
      type: text,
      clusterIP: ip,
      clusterIPs: listOf(ip),
      ipFamilies: listOf(text),
      ports: listOf(
        entry({ name: text, protocol: text, port: { type: 'integer' }, nodePort: number }, ['port']),
      ),
      externalIPs: listOf(ip),
      sessionAffinity: text,
      sessionAffinityConfig: map({ clientIP: map({ timeoutSeconds: number }) }),
      loadBalancerSourceRanges: listOf(cidr),
      externalTrafficPolicy: text,
      internalTrafficPolicy: text,
      healthCheckNodePort: number,
    }),
    status: map({ loadBalancer: map({ ingress: listOf(entry({ ip, ipMode: text })) }) }),
  }),
  EndpointSlice: object({
    addressType: text,
    endpoints: listOf(
      entry({
        addresses: listOf({ type: 'string' }),
        conditions: map({ ready: flag, serving: flag, terminating: flag }),
        nodeName: text,
        hints: map({
          forZones: listOf(entry({ name: { type: 'string' } }, ['name'])),
          forNodes: listOf(entry({ name: { type: 'string' } }, ['name'])),
        }),
      }),
    ),
    ports: listOf(entry({ name: text, protocol: text, port: number })),
  }),
  Node: object({
    spec: map({ podCIDR: cidr, podCIDRs: listOf(cidr) }),
    status: map({ addresses: listOf(entry({ type: text, address: text })) }),
  }),
  ServiceCIDR: entry({ spec: map({ cidrs: listOf(cidr) }) }),
}

const ajv = new Ajv({ strict: false })
  .addFormat('ip', (value) => value === '' || value === 'None' || canonicalIP(value) !== undefined)
  .addFormat('cidr', (value) => value === '' || ipRange(value.trim()) !== undefined)
const validators = new Map(Object.entries(schemas).map(([kind, schema]) => [kind, ajv.compile(schema)]))

interface Named {
  kind?: string
  metadata?: { name?: unknown; namespace?: unknown } | null
}

/** Throws where an object of a kind that a proxy reads cannot be read; names it and the field. */
export function checkObject(value: Named): void {
  const validate = validators.get(value.kind ?? '')
  const valid: boolean = validate === undefined || validate(value)
  if (valid) return
  const [error] = validate!.errors!
  const { name = '', namespace } = value.metadata ?? {}
  const named = namespace === undefined ? `${name}` : `${namespace}/${name}`
  throw new Error(`${[value.kind, named].filter((word) => word !== '').join(' ')}: ${message(error!)}`)
}

const formats: Readonly<Record<string, string>> = { ip: 'an IP address', cidr: 'a CIDR' }

function message({ instancePath, keyword, params, message: said }: ErrorObject): string {
  const field = instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  if (keyword === 'required')
    return `${field === '' ? '' : `${field}.`}${params['missingProperty']} is missing`
  return `${field} ${keyword === 'format' ? `must be ${formats[params['format'] as string]}` : said}`
}
