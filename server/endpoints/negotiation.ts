// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/negotiation/{negotiate,errors}.go
import { StatusError } from '../../apimachinery/status-error.ts'

/** The media types of API objects. */
export type MediaType =
  | 'application/json'
  | 'application/yaml'
  | 'application/vnd.kubernetes.protobuf'
  | 'application/cbor'

/** Protobuf, in upstream's envelope. */
export const protobufType: MediaType = 'application/vnd.kubernetes.protobuf'
/** CBOR, which servers with the gate CBORServingAndStorage read and write. */
export const cborType: MediaType = 'application/cbor'
/** The Content-Type of a watch that answers in CBOR. */
export const cborStream = 'application/cbor-seq'

/** The media types of objects, in upstream's order of preference. */
export const standardMediaTypes: readonly MediaType[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
]

const withCbor: readonly MediaType[] = [...standardMediaTypes, cborType]

/** The media types of an endpoint. @param cbor whether it has CBOR */
export const mediaTypesOf = (cbor: boolean | undefined): readonly MediaType[] =>
  cbor === true ? withCbor : standardMediaTypes

/** The media types that a watch is answered in, as errors and documents name them. */
export const streamTypesOf = (cbor: boolean | undefined): readonly string[] => [
  'application/json;stream=watch',
  'application/vnd.kubernetes.protobuf;stream=watch',
  ...(cbor === true ? [cborStream] : []),
]

/** The media type and form in which an answer is written. */
export interface OutputForm {
  mediaType: MediaType
  pretty: boolean
  /** The form that the client asks for in place of the object itself. */
  as?: { kind: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'; version: 'v1' | 'v1beta1' }
}

interface Clause {
  type: string
  subType: string
  q: number
  params: Map<string, string>
}

/** What Accept headers say: clients send a few of them again and again. */
const accepted = new Map<string, readonly Clause[]>()
const mostAccepted = 100
const longestAccepted = 1000

/** The clauses of an Accept header, best first; those of the same quality stay in order. Shared: do not change them. */
export function parseAccept(header: string): readonly Clause[] {
  let clauses = accepted.get(header)
  if (clauses !== undefined) return clauses
  clauses = clausesOf(header)
  if (accepted.size >= mostAccepted) accepted.clear()
  if (header.length <= longestAccepted) accepted.set(header, clauses)
  return clauses
}

function clausesOf(header: string): Clause[] {
  const clauses: Clause[] = []
  for (const part of header.split(',')) {
    const [media, ...rest] = part.trim().split(';')
    const [type = '', subType = ''] = media!.trim().split('/')
    const clause: Clause = { type, subType, q: 1, params: new Map() }
    if (type === '*' && subType === '') clause.subType = '*'
    for (const param of rest) {
      const at = param.indexOf('=')
      if (at < 0) continue
      const [key, value] = [param.slice(0, at).trim(), param.slice(at + 1).trim()]
      if (key === 'q') clause.q = Number.isNaN(Number(value)) ? 1 : Number(value)
      else clause.params.set(key, value)
    }
    if (type !== '' && clause.subType !== '') clauses.push(clause)
  }
  return clauses
    .map((clause, i) => ({ clause, i }))
    .sort((a, b) => b.clause.q - a.clause.q || rank(b.clause) - rank(a.clause) || a.i - b.i)
    .map((c) => c.clause)
}
const rank = (clause: Clause): number => (clause.type === '*' ? 0 : clause.subType === '*' ? 1 : 2)

/** The headers and parameters that decide on an answer's form. */
export interface NegotiationRequest {
  accept: string | undefined
  userAgent: string | undefined
  /** The value of `pretty`; undefined where the query has none. */
  pretty: string | undefined
}

/** The forms of answers that an endpoint has. */
export interface Restrictions {
  /** Table and PartialObjectMetadata can be asked for. */
  transforms: boolean
  /** Tables cannot, for all that. */
  noTables?: boolean
  /** Objects have no types, and so only their metadata is written as protobuf. */
  untyped?: boolean
  supported: readonly MediaType[]
}
/** The restrictions of paths of resources: tables and partial metadata can be asked for. */
export const resourceEndpoint: Restrictions = { transforms: true, supported: standardMediaTypes }
/** The restrictions of watches, which have no tables. */
export const listWatchEndpoint: Restrictions = { ...resourceEndpoint, noTables: true }
/** The restrictions of reviews, tokens, bindings and evictions, which have no tables: what is created is not stored. */
export const creatingEndpoint: Restrictions = { ...resourceEndpoint, noTables: true }
/** The restrictions of paths that answer in their one form only. */
export const plainEndpoint: Restrictions = { transforms: false, supported: standardMediaTypes }

/** The form of the answer, or undefined where the endpoint has none that the client accepts. */
export function negotiate(request: NegotiationRequest, endpoint: Restrictions): OutputForm | undefined {
  const pretty = isPretty(request)
  const header = request.accept ?? ''
  if (header === '') return { mediaType: endpoint.supported[0]!, pretty }
  for (const clause of parseAccept(header)) {
    for (const mediaType of endpoint.supported) {
      if (!matches(clause, mediaType)) continue
      const as = transform(clause, mediaType, endpoint)
      if (as === 'refused') continue
      if (endpoint.untyped === true && as === undefined && mediaType === protobufType) continue
      const form: OutputForm = { mediaType, pretty: pretty || clause.params.get('pretty') === '1' }
      if (as !== undefined) form.as = as
      return form
    }
  }
  return undefined
}

/** Whether a clause names a media type, or a range that it is in. */
export function matches(clause: Pick<Clause, 'type' | 'subType'>, mediaType: MediaType): boolean {
  const { type, subType } = clause
  if (subType === '*' && (type === '*' || mediaType.startsWith(`${type}/`))) return true
  return mediaType.length === type.length + 1 + subType.length && mediaType === `${type}/${subType}`
}

function transform(
  clause: Clause,
  mediaType: MediaType,
  endpoint: Restrictions,
): OutputForm['as'] | 'refused' {
  const { params } = clause
  const stream = params.get('stream') ?? ''
  if (stream !== '' && (stream !== 'watch' || mediaType === 'application/yaml')) return 'refused'
  const serverVersion = params.get('sv') ?? ''
  if (serverVersion !== '' && !(endpoint.transforms && serverVersion === 'v1')) return 'refused'
  if (!params.has('as') && !params.has('g') && !params.has('v')) return undefined
  const [kind, group, version] = [params.get('as') ?? '', params.get('g') ?? '', params.get('v') ?? '']
  if (!endpoint.transforms || group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1'))
    return 'refused'
  if (kind === 'Table')
    return mediaType === protobufType || mediaType === cborType || endpoint.noTables === true
      ? 'refused'
      : { kind, version }
  return kind === 'PartialObjectMetadata' || kind === 'PartialObjectMetadataList'
    ? { kind, version }
    : 'refused'
}

const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])

/** Whether an answer has line breaks, whatever its form. */
export function isPretty(request: Omit<NegotiationRequest, 'accept'>): boolean {
  if (request.pretty !== undefined && request.pretty !== '') return truths.has(request.pretty)
  return /^(curl|Wget|Mozilla\/5\.0)/.test(request.userAgent ?? '')
}

/** 406 with the media types that are produced. */
export function notAcceptable(supported: readonly string[] = standardMediaTypes): StatusError {
  return new StatusError(
    406,
    'NotAcceptable',
    `only the following media types are accepted: ${supported.join(', ')}`,
  )
}
/** 415 with the media types that are read. */
export function unsupportedMediaType(supported: readonly string[] = standardMediaTypes): StatusError {
  return new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${supported.join(', ')}`,
  )
}

/** The media type of a body; no header means JSON. */
export function inputMediaType(
  header: string | undefined,
  supported: readonly MediaType[] = standardMediaTypes,
): MediaType {
  if (header === undefined || header === '') return 'application/json'
  const bare = header.split(';')[0]!.trim().toLowerCase()
  const found = supported.find((m) => m === bare)
  if (found === undefined) throw unsupportedMediaType(supported)
  return found
}
