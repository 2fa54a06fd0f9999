// Upstream: metrics-server's pkg/api/{node,pod,filter}.go over k8s.io/apiserver's handlers (get.go)
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import { FieldSelector } from '../../apimachinery/selectors/field-selector.ts'
import { LabelSelector, SelectorError } from '../../apimachinery/selectors/label-selector.ts'
import { newBadRequest, newNotFound, StatusError } from '../../apimachinery/status-error.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import { minorOf } from '../../component-base/minor.ts'
import { negotiate, notAcceptable, type OutputForm, resourceEndpoint } from '../endpoints/negotiation.ts'
import { boolOf, textOf } from '../endpoints/options/query.ts'
import { genericError, methodNotAllowed, notFoundResource } from '../endpoints/respond.ts'
import { encodeProtobuf } from '../endpoints/serializers.ts'
import { includeObjectOf, partialOf } from '../endpoints/table.ts'
import { unknownFieldSelector } from '../registry/generic/selection.ts'
import type { MetricsDocuments } from './documents.ts'
import { type MetricsAnswer, type MetricsRequest, text } from './exchange.ts'
import type { Measurements, Metrics } from './measurements.ts'
import { type Measured, metricsKinds } from './resources.ts'
import { metricsTable } from './table.ts'
import { metricsGroup } from './types.ts'

/** What answers are made from. */
export interface AnswerParts {
  readonly scheme: Scheme
  readonly documents: MetricsDocuments
  /** All nodes and pods. */
  objects(of: Measured, namespace?: string): Promise<readonly KubeObject[]>
  measure(): Promise<Measurements>
}

const apiVersion = `${metricsGroup.group}/${metricsGroup.version}`
const resourcePath = new RegExp(`^/apis/${apiVersion}/(?:namespaces/([^/]+)/)?(nodes|pods)(?:/([^/]+))?/?$`)

/** Answers requests as metrics-server does. Rejects with nothing that a request can bring about. */
export async function answerMetrics(parts: AnswerParts, request: MetricsRequest): Promise<MetricsAnswer> {
  try {
    const document = parts.documents.answer(request)
    return document ?? (await answerResource(parts, request))
  } catch (error) {
    const known = error instanceof StatusError ? error : genericError(500, (error as Error).message)
    return encoded(
      parts,
      formOf(request) ?? { mediaType: 'application/json', pretty: true },
      known.status,
      known.code,
    )
  }
}

const formOf = (request: MetricsRequest): OutputForm | undefined =>
  negotiate({ ...request, pretty: request.query.get('pretty') ?? undefined }, resourceEndpoint)

async function answerResource(parts: AnswerParts, request: MetricsRequest): Promise<MetricsAnswer> {
  const [matched, namespace, of, name] = resourcePath.exec(request.path) ?? []
  const isCluster = of === 'nodes'
  if (matched === undefined || (isCluster && namespace !== undefined)) throw notFoundResource()
  if (!isCluster && namespace === undefined && name !== undefined) throw notFoundResource()
  if (request.method !== 'GET') throw methodNotAllowed()
  const form = formOf(request)
  if (form === undefined) throw notAcceptable()
  const resource = of as Measured
  return name === undefined
    ? list(parts, request, form, { resource, namespace: decoded(namespace) })
    : get(parts, request, form, { resource, namespace: decoded(namespace), name: decoded(name) })
}

const decoded = (part = ''): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

interface Target {
  readonly resource: Measured
  readonly namespace: string
}

const measured = (measurements: Measurements, resource: Measured, object: KubeObject): Metrics | undefined =>
  resource === 'nodes' ? measurements.ofNode(object) : measurements.ofPod(object)

async function get(
  parts: AnswerParts,
  request: MetricsRequest,
  form: OutputForm,
  { resource, namespace, name }: Target & { name: string },
): Promise<MetricsAnswer> {
  const objects = await parts.objects(resource, namespace)
  const object = objects.find(({ metadata }) => metadata.name === name)
  if (object === undefined) throw newNotFound({ group: '', resource }, name)
  const metrics = measured(await parts.measure(), resource, object)
  if (metrics === undefined)
    throw newNotFound(
      { group: metricsGroup.group, resource: metricsKinds[resource].toLowerCase() },
      resource === 'nodes' ? name : `${namespace}/${name}`,
    )
  if (form.as === undefined) return encoded(parts, form, metrics)
  if (form.as.kind === 'PartialObjectMetadata')
    return encoded(parts, form, partialOf(metrics, form.as.version))
  if (form.as.kind === 'Table') return encoded(parts, form, tableOf(request, form.as.version, [metrics]))
  throw unfitting(form, `not a list (*${internalName(resource)})`)
}

async function list(
  parts: AnswerParts,
  request: MetricsRequest,
  form: OutputForm,
  { resource, namespace }: Target,
): Promise<MetricsAnswer> {
  const { query } = request
  const selects = selection(resource, query, minorOf(parts.scheme.minor))
  if (boolOf(query, 'watch') === true)
    throw new StatusError(
      405,
      'MethodNotAllowed',
      `watch is not supported on resources of kind "${resource}.${metricsGroup.group}"`,
      {
        group: metricsGroup.group,
        kind: resource,
      },
    )
  const measurements = await parts.measure()
  const items = (await parts.objects(resource, namespace))
    .filter(selects)
    .flatMap((object) => measured(measurements, resource, object) ?? [])
    .sort(byName)
  if (form.as === undefined)
    return encoded(parts, form, {
      kind: `${metricsKinds[resource]}List`,
      apiVersion,
      metadata: {},
      items: items.map(({ kind: _, apiVersion: __, ...rest }) => rest),
    })
  const { kind, version } = form.as
  if (kind === 'Table') return encoded(parts, form, tableOf(request, version, items))
  if (kind === 'PartialObjectMetadata') throw unfitting(form, `a list (*${internalName(resource)}List)`)
  const partial = items.length === 0 ? null : items.map((one) => partialOf(one, version))
  return encoded(parts, form, { kind, apiVersion: `meta.k8s.io/${version}`, metadata: {}, items: partial })
}

const internalName = (resource: Measured): string => `metrics.${metricsKinds[resource]}`

const unfitting = (form: OutputForm, what: string): StatusError =>
  new StatusError(406, 'NotAcceptable', `you requested ${form.as!.kind}, but the requested object is ${what}`)

const tableOf = ({ query }: MetricsRequest, version: 'v1' | 'v1beta1', metrics: readonly Metrics[]): object =>
  metricsTable(metrics, {}, { version, include: includeObjectOf(query) })

function byName(a: KubeObject, b: KubeObject): number {
  const [left, right] = [a, b].map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`)
  return left! < right! ? -1 : left! > right! ? 1 : 0
}

/** Throws 400 for selectors that do not parse, and for other fields than names. */
function selection(
  resource: Measured,
  query: URLSearchParams,
  minor: number,
): (object: KubeObject) => boolean {
  const { labels, fields } = parseSelectors(query, minor)
  const other = fields.requirements.find(({ field }) => !/^metadata\.(name|namespace)$/.test(field))
  if (other !== undefined) throw unknownFieldSelector(other.field)
  return ({ metadata }) => {
    const { name = '', namespace = '' } = metadata
    const own = { 'metadata.name': name, ...(resource === 'pods' ? { 'metadata.namespace': namespace } : {}) }
    return labels.matches(metadata.labels) && fields.matches(own)
  }
}

function parseSelectors(
  query: URLSearchParams,
  minor: number,
): { labels: LabelSelector; fields: FieldSelector } {
  try {
    return {
      labels: LabelSelector.parse(textOf(query, 'labelSelector'), minor),
      fields: FieldSelector.parse(textOf(query, 'fieldSelector')),
    }
  } catch (error) {
    if (error instanceof SelectorError) throw newBadRequest(error.message)
    throw error
  }
}

function encoded({ scheme }: AnswerParts, form: OutputForm, data: object, status = 200): MetricsAnswer {
  const { mediaType: type, pretty } = form
  if (type === 'application/yaml') return { status, type, body: emitYaml(data) }
  if (type === 'application/vnd.kubernetes.protobuf')
    return { status, type, body: encodeProtobuf(scheme, data) }
  return text(data, { status, pretty })
}
