// Upstream: k8s.io/kube-openapi/pkg/handler3/handler.go, pkg/handler/handler.go
import { createHash } from 'node:crypto'
import type { Scheme } from '../../../apimachinery/scheme/scheme.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { parseAccept } from '../negotiation.ts'
import { openapiV2, openapiV3 } from './document.ts'
import { type Operation, type ServedVersion, VersionOperations } from './operations.ts'
import { openapiV2Protobuf } from './protobuf-v2.ts'
import { rootOperations } from './root-operations.ts'
import { type OpenapiAnswer, type OpenapiRequest, serveContent } from './serve-content.ts'

/** The resources that the documents describe. */
export interface OpenapiOptions {
  readonly scheme: Scheme
  /** As `1.36`. */
  readonly version: string
  /** What the server offers now; custom resources of later are not in the documents. */
  readonly served: readonly ServedVersion[]
  /** Documents have the media types that Go sees in their bytes, and one name for protobuf is known (until 1.26). */
  readonly asText: boolean
  /** Query parameters of writes that the server's gates turn off. */
  readonly disabled: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Document {
  readonly json: string
  /** SHA-512 of the text, in capitals. */
  readonly etag: string
  /** Milliseconds since 1970 at which it was made. */
  readonly modified: number
}

/** Groups whose versions do not register the kinds of options. */
const withoutOptions = new Set(['meta.k8s.io', 'apidiscovery.k8s.io'])
const protoV3 = 'com.github.proto-openapi.spec.v3.v1.0+protobuf'
const typesV3: Readonly<Record<string, string>> = {
  json: 'application/json',
  [protoV3]: `application/${protoV3}`,
  'com.github.proto-openapi.spec.v3@v1.0+protobuf': `application/${protoV3}`,
}

/** The forms until 1.26, named by what Go sees in their bytes. */
const textTypes = (proto: string): Readonly<Record<string, string>> => ({
  json: 'text/plain; charset=utf-8',
  [proto]: 'application/octet-stream',
})
const textTypesV3 = textTypes('com.github.proto-openapi.spec.v3@v1.0+protobuf')
const textTypesV2 = textTypes('com.github.proto-openapi.spec.v2@v1.0+protobuf')

const protoV2 = 'com.github.proto-openapi.spec.v2.v1.0+protobuf'
const typesV2: Readonly<Record<string, string>> = {
  json: 'application/json',
  [protoV2]: `application/${protoV2}`,
  'com.github.proto-openapi.spec.v2@v1.0+protobuf': `application/${protoV2}`,
}

/** /openapi/v2, /openapi/v3 and what is below. Documents are made at their first use and kept. */
export class OpenapiService {
  private readonly options: OpenapiOptions
  private readonly operations = new Map<string, () => readonly Operation[]>()
  private readonly documents = new Map<string, Document>()

  constructor(options: OpenapiOptions) {
    this.options = options
    const groups = [...new Set(options.served.map(({ group }) => group))]
    const { paths } = releaseFacts(options.version, 'discovery')
    for (const [name, operations] of rootOperations(groups, paths))
      this.operations.set(name, () => operations)
    for (const served of options.served) {
      const name = served.group === '' ? `api/${served.version}` : `apis/${served.group}/${served.version}`
      this.operations.set(name, () => new VersionOperations(options.scheme, served, options.disabled).all())
    }
  }

  /** undefined: the path is not of OpenAPI. Every method is answered as GET. */
  answer(request: OpenapiRequest): OpenapiAnswer | undefined {
    if (request.path === '/openapi/v2') return this.v2(request)
    if (request.path === '/openapi/v3')
      return {
        status: 200,
        headers: {},
        contentType: 'text/plain; charset=utf-8',
        body: JSON.stringify(this.index()),
      }
    if (request.path.startsWith('/openapi/v3/'))
      return this.v3(request, request.path.slice('/openapi/v3/'.length))
    return undefined
  }

  /** Names of documents with the paths to them. */
  index(): { paths: Record<string, { serverRelativeURL: string }> } {
    const names = [...this.operations.keys()].sort()
    return { paths: Object.fromEntries(names.map((name) => [name, { serverRelativeURL: this.url(name) }])) }
  }

  private url(name: string): string {
    return `/openapi/v3/${name}?hash=${this.document(name)!.etag}`
  }

  private document(name: string): Document | undefined {
    let document = this.documents.get(name)
    const operations = this.operations.get(name)
    if (document !== undefined || operations === undefined) return document
    const { scheme, version } = this.options
    const versions = this.options.served.filter((v) => name === `apis/${v.group}/${v.version}`)
    document = made(openapiV3({ scheme, version, operations: operations(), versions }), this.options.now())
    this.documents.set(name, document)
    return document
  }

  private v3(request: OpenapiRequest, name: string): OpenapiAnswer {
    const document = this.document(name)
    if (document === undefined) return { status: 404, headers: {}, contentType: '', body: '' }
    const wanted = accepted(request)
    if (wanted === undefined) return { status: 200, headers: {}, contentType: '', body: '' }
    const headers: Record<string, string> = { Vary: 'Accept' }
    const types = this.options.asText ? textTypesV3 : typesV3
    const type = wanted.map((sub) => (sub === '*' ? 'json' : sub)).find((sub) => Object.hasOwn(types, sub))
    if (type === undefined) return { status: 406, headers, contentType: '', body: '' }
    headers['Etag'] = `"${document.etag}"`
    const hash = request.query.get('hash') ?? ''
    if (hash !== '' && hash !== document.etag) {
      return {
        status: 301,
        headers: { ...headers, Location: this.url(name) },
        contentType: types[type]!,
        body: '',
      }
    }
    if (hash !== '') headers['Cache-Control'] = 'public, immutable'
    // Deviates: upstream writes the protobuf form where a client asks for it; no known client reads documents of v3 so.
    const { json: body, etag } = document
    return serveContent(request, { body, contentType: types[type]!, etag: `"${etag}"`, headers })
  }

  private v2(request: OpenapiRequest): OpenapiAnswer {
    let document = this.documents.get('v2')
    if (document === undefined) {
      const { scheme, version } = this.options
      document = made(
        openapiV2({
          scheme,
          version,
          operations: [...this.operations.values()].flatMap((all) => all()),
          versions: scheme.groupVersions().filter(({ group }) => !withoutOptions.has(group)),
        }),
        this.options.now(),
      )
      this.documents.set('v2', document)
    }
    const headers = { Vary: ['Accept-Encoding', 'Accept'] }
    const types = this.options.asText ? textTypesV2 : typesV2
    const type = (accepted(request) ?? [])
      .map((sub) => (sub === '*' ? 'json' : sub))
      .find((sub) => Object.hasOwn(types, sub))
    if (type === undefined) return { status: 406, headers, contentType: '', body: '' }
    const body = type === 'json' ? document.json : this.v2Protobuf(document)
    const { etag, modified } = document
    const answer = serveContent(request, {
      body,
      contentType: types[type]!,
      etag: `"${etag}"`,
      modified,
      headers,
    })
    return { ...answer, gzip: answer.status === 200 && takesGzip(request) }
  }

  private v2Bytes: Buffer | undefined
  private v2Protobuf(document: Document): Buffer {
    this.v2Bytes ??= openapiV2Protobuf(JSON.parse(document.json))
    return this.v2Bytes
  }
}

function made(document: Record<string, unknown>, modified: number): Document {
  const json = JSON.stringify(document)
  return { json, etag: createHash('sha512').update(json).digest('hex').toUpperCase(), modified }
}

/** The subtypes of application that the client accepts, the most wanted first; undefined where it names no types at all. */
function accepted(request: OpenapiRequest): string[] | undefined {
  const header = String(request.headers['accept'] ?? '')
  const clauses = parseAccept(header === '' ? '*/*' : header)
  if (clauses.length === 0) return undefined
  return clauses.filter(({ type }) => type === 'application' || type === '*').map(({ subType }) => subType)
}

/** Whether an answer may be compressed, by the qualities that the client gives. Upstream: NYTimes/gziphandler */
function takesGzip({ headers }: OpenapiRequest): boolean {
  const codings = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
  const [, quality = '1'] = codings
    .map((one) => /^\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?$/.exec(one))
    .find((found) => found !== null) ?? ['', '0']
  return Number(quality) > 0
}
