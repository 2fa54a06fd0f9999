// Ajv's errors in words: what is wrong, and what would be right.
import type { ErrorObject } from 'ajv'
import type { PositionedYaml, YamlPath } from './yaml-positions.ts'

interface Finding {
  place: string
  message: string
}

function pathOf(pointer: string, value: unknown): YamlPath {
  let at = value
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(at) ? Number(key) : key
      at = (at as Record<string | number, unknown> | undefined)?.[step]
      return step
    })
}

const named = (path: YamlPath): string =>
  path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')
    .replace(/^$/, 'the plan')

const kinds: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`
}

function wrongType(error: ErrorObject, path: YamlPath, yaml: PositionedYaml): string {
  const wanted = error.params['type'] as string
  const source = yaml.source(path)
  if (wanted === 'string' && typeof error.data === 'number')
    return `${named(path)} is the number ${source}: put it in quotes, "${source}"`
  return `${named(path)} must be ${kinds[wanted] ?? wanted}, not ${kindOf(error.data)}`
}

const formats: Readonly<Record<string, string>> = {
  condition: 'FIELD=VALUE, as "spec.type=ExternalName"',
  'field-path': 'the path of a field, as "spec.trafficHint" or "spec.ports[*].hint"',
  'api-version': 'the version of an API, as "v1alpha1"',
  flag: 'the name of a flag without its dashes, as "traffic-hints"',
  label: 'the name of a label, as "hint"',
  metric: 'the name of a metric, as "service_traffic_hints_total"',
  kind: 'a name as "TrafficProfile"',
  name: 'small letters and digits',
  resource: 'the plural and the group, as "trafficprofiles.networking.k8s.io"',
  request: 'a method and a path, as "GET /api/v1/nodes/node-1"',
  'value-path': 'the path of a field, as "spec.trafficHint" or "items[0].metadata.name"',
  'minor-release': 'a minor release, as "1.40"',
}

function text(error: ErrorObject, path: YamlPath, yaml: PositionedYaml): string {
  const { params, data } = error
  const name = named(path)
  switch (error.keyword) {
    case 'required':
      return `${name} lacks ${params['missingProperty']}`
    case 'additionalProperties': {
      const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object)
      return `${name} has no field ${params['additionalProperty']}: its fields are ${known.join(', ')}`
    }
    case 'type':
      return wrongType(error, path, yaml)
    case 'const':
      return `${name} must be ${params['allowedValue']}, not ${JSON.stringify(data)}`
    case 'enum':
      return `${name} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}, not ${JSON.stringify(data)}`
    case 'minItems':
    case 'minLength':
      return `${name} must not be empty`
    case 'format':
      return `${name} must be ${formats[params['format'] as string]}, not ${JSON.stringify(data)}`
    default:
      return `${name} ${error.message ?? error.keyword}`
  }
}

/** Looking for a place takes longer the more a file has. */
const most = 1000

/** The findings for a schema's first 1000 errors, each with its place in the file. */
export function schemaFindings(errors: readonly ErrorObject[], yaml: PositionedYaml): Finding[] {
  return errors
    .filter((error) => error.keyword !== 'if')
    .slice(0, most)
    .map((error) => {
      const path = pathOf(error.instancePath, yaml.value)
      const place =
        error.keyword === 'additionalProperties'
          ? yaml.atKey(path, error.params['additionalProperty'] as string)
          : yaml.at(path)
      return { place, message: text(error, path, yaml) }
    })
}
