// The structure of a FeaturePlan, as JSON schema. What the values mean together is checked in check-plan.ts.
import { effects } from './effects/registry.ts'
import { planApiVersion, planKind, plannedComponents } from './feature-plan.ts'
import { plannedFlagTypes } from './flags/planned-flag.ts'
import { integerFormats, openapiTypes } from './kinds/openapi-value.ts'
import { metricStabilities, plannedMetricTypes } from './metrics/planned-metric.ts'
import { patchTypes } from './probes/planned-probe.ts'

/** component-base's stages, by their names in plans. */
export const planStages: ReadonlyMap<string, string> = new Map([
  ['Alpha', 'ALPHA'],
  ['Beta', 'BETA'],
  ['GA', ''],
  ['Deprecated', 'DEPRECATED'],
])

const text = { type: 'string', minLength: 1 }
const release = { type: 'string', format: 'minor-release' }
const component = { enum: [...plannedComponents] }
/** kube-proxy alone has modes, and files of several versions. */
const proxy = { enum: ['kube-proxy'] }
const proxyGroup = { const: 'kubeproxy.config.k8s.io' }
const listOf = (items: object): object => ({ type: 'array', items })
const map = (properties: Record<string, object>, required: readonly string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const spec = map(
  {
    version: release,
    preRelease: { enum: [...planStages.keys()] },
    default: { type: 'boolean' },
    lockToDefault: { type: 'boolean' },
    minCompatibilityVersion: release,
  },
  ['version', 'preRelease', 'default'],
)

const effectKeys = Object.fromEntries(
  effects.map((e) => [e.name, e.values === undefined ? text : { enum: [...e.values] }]),
)
const effect = map(
  {
    ...effectKeys,
    when: text,
    from: release,
    until: release,
    resource: text,
    field: text,
    unless: listOf({ type: 'string', format: 'condition' }),
    component,
    severity: { enum: ['info', 'warning', 'error'] },
    admissionPlugin: text,
    mode: text,
    as: {},
  },
  [],
)

const gate = map(
  {
    name: text,
    components: { ...listOf(component), minItems: 1 },
    announcedIn: release,
    specs: { ...listOf(spec), minItems: 1 },
    removedIn: {
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
      then: {
        type: 'object',
        properties: Object.fromEntries([...plannedComponents, '*'].map((name) => [name, release])),
        additionalProperties: false,
      },
      else: release,
    },
    effects: listOf(effect),
  },
  ['name', 'components'],
)

const path = { type: 'string', format: 'field-path' }
const number = { type: 'integer' }
/** What the values of a field can be; its properties are such values again. */
const valueKeys = {
  type: text,
  description: text,
  enum: { ...listOf(text), minItems: 1 },
  minimum: number,
  maximum: number,
  maxLength: { type: 'integer', minimum: 0 },
  listType: { enum: ['atomic', 'set', 'map'] },
  listMapKeys: { ...listOf(text), minItems: 1 },
  required: { type: 'boolean' },
  default: { type: ['string', 'boolean', 'integer'] },
  properties: { type: 'object', propertyNames: path, additionalProperties: { $ref: '#/$defs/value' } },
}
const { required: _required, ...fieldKeys } = valueKeys
const plannedField = map(
  {
    resource: text,
    path,
    gate: text,
    from: release,
    immutable: { type: 'boolean' },
    warning: text,
    ...fieldKeys,
  },
  ['resource', 'path', 'type'],
)

const column = {
  name: text,
  type: { enum: ['string', 'integer', 'boolean', 'date'] },
  path,
  priority: { type: 'integer', minimum: 0 },
}
const openapi = {
  type: { enum: [...openapiTypes] },
  format: { enum: [...integerFormats] },
  $ref: text,
  description: text,
  default: { type: ['string', 'boolean', 'integer'] },
  enum: { ...listOf(text), minItems: 1 },
  minimum: number,
  maximum: number,
  maxLength: { type: 'integer', minimum: 0 },
  properties: { type: 'object', propertyNames: path, additionalProperties: { $ref: '#/$defs/openapi' } },
  required: listOf(text),
  items: { $ref: '#/$defs/openapi' },
  additionalProperties: { $ref: '#/$defs/openapi' },
  'x-kubernetes-list-type': { enum: ['atomic', 'set', 'map'] },
  'x-kubernetes-list-map-keys': { ...listOf(text), minItems: 1 },
}
const kind = map(
  {
    kind: { type: 'string', format: 'kind' },
    resource: { type: 'string', format: 'resource' },
    namespaced: { type: 'boolean' },
    shortNames: listOf({ type: 'string', format: 'name' }),
    categories: listOf({ type: 'string', format: 'name' }),
    gate: text,
    versions: {
      ...listOf(
        map({ name: { type: 'string', format: 'api-version' }, from: release, until: release }, [
          'name',
          'from',
        ]),
      ),
      minItems: 1,
    },
    schema: { $ref: '#/$defs/openapi' },
    columns: listOf(map(column, ['name', 'type', 'path'])),
  },
  ['kind', 'resource', 'versions', 'schema'],
)

const flag = map(
  {
    component,
    name: { type: 'string', format: 'flag' },
    from: release,
    type: { enum: [...plannedFlagTypes] },
    default: { type: 'string' },
    deprecated: map({ from: release, message: text }, ['from', 'message']),
    removedIn: release,
    effects: listOf(effect),
  },
  ['component', 'name'],
)

const metric = map(
  {
    component,
    name: { type: 'string', format: 'metric' },
    from: release,
    type: { enum: [...plannedMetricTypes] },
    stability: { enum: [...metricStabilities] },
    help: text,
    labels: {
      type: 'object',
      propertyNames: { type: 'string', format: 'label' },
      additionalProperties: { ...listOf({ type: 'string' }), minItems: 1, uniqueItems: true },
    },
    buckets: { ...listOf({ type: 'number' }), minItems: 1 },
    gate: text,
    renamed: map({ to: { type: 'string', format: 'metric' }, from: release }, ['to', 'from']),
    deprecated: map({ from: release }, ['from']),
    removedIn: release,
  },
  ['component', 'name'],
)

const values = map(
  {
    resource: text,
    path,
    values: { ...listOf(text), minItems: 1, uniqueItems: true },
    gate: text,
    from: release,
    whileOff: { enum: ['refused', 'dropped'] },
  },
  ['resource', 'path', 'values'],
)

const claim = map(
  {
    from: release,
    until: release,
    emulates: { type: 'boolean' },
    where: { type: 'object', additionalProperties: { type: 'boolean' } },
    code: number,
    is: {},
    set: { type: 'boolean' },
    message: text,
    warning: text,
    refused: text,
  },
  [],
)
const probe = map(
  {
    name: text,
    request: { type: 'string', format: 'request' },
    body: {},
    as: { enum: Object.keys(patchTypes) },
    with: listOf({ enum: ['kubelet'] }),
    show: { type: 'string', format: 'value-path' },
    claims: listOf(claim),
  },
  ['name', 'request'],
)

/** The JSON schema that plan files are checked against first. */
export const planSchema: object = {
  $defs: { value: map(valueKeys, ['type']), openapi: map(openapi, []) },
  ...map(
    {
      apiVersion: { const: planApiVersion },
      kind: { const: planKind },
      metadata: map({ name: text, kep: text, summary: text }, ['name', 'summary']),
      lastRelease: release,
      gates: listOf(gate),
      effects: listOf(effect),
      fields: listOf(plannedField),
      flags: listOf(flag),
      metrics: listOf(metric),
      values: listOf(values),
      kinds: listOf(kind),
      columns: listOf(
        map({ resource: text, from: release, ...column }, ['resource', 'from', 'name', 'type', 'path']),
      ),
      probes: listOf(probe),
      removedAdmissionPlugins: listOf(map({ name: text, in: release }, ['name', 'in'])),
      configVersions: listOf(
        map({ component: proxy, group: proxyGroup, version: text, from: release, until: release }, [
          'component',
          'group',
          'version',
          'from',
        ]),
      ),
      endedModes: listOf(
        map({ component: proxy, mode: text, gate: text, from: release }, ['component', 'mode']),
      ),
    },
    ['apiVersion', 'kind', 'metadata', 'lastRelease'],
  ),
}
