// Upstream: k8s.io/kube-openapi/pkg/handler3/handler.go, pkg/handler/handler.go
import { createHash } from 'node:crypto'
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import type { Scheme } from '../../../apimachinery/scheme/scheme.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { parseAccept } from '../negotiation.ts'
import { openapiV2, openapiV3 } from './document.ts'
import { encodeDocument, type Messages } from './gnostic.ts'
import { messagesV2 } from './gnostic-v2.ts'
import { messagesV3 } from './gnostic-v3.ts'
import { type Operation, type ServedVersion, VersionOperations } from './operations.ts'
import { rootOperations } from './root-operations.ts'
import { type OpenapiAnswer, type OpenapiRequest, serveContent } from './serve-content.ts'
import { V2Base, type V2Part } from './v2-text.ts'

/** Documents of resources that come and go. */
export interface CustomDocuments {
  /** Grows with each change. */
  readonly revision: number
  /** The names of the v3 documents: `apis/example.com/v1`. */
  names(): string[]
  /** The v3 document of a name: the same object until it changes. Undefined: there is none. */
  v3(name: string): Record<string, unknown> | undefined
  /** Additions to the v2 document, in parts that are the same objects until they change. */
  v2(): readonly V2Part[]
}

/** Documents of extension servers. */
export interface RemoteDocuments {
  /** Asks the servers again where something has changed. */
  refresh(): Promise<void>
  /** Grows with each change. */
  readonly revision: number
  /** Documents of v3 by their names, as JSON. */
  readonly v3: ReadonlyMap<string, string>
  /** Additions to the v2 document. */
  readonly v2: V2Part
}

/** The resources that the documents describe. */
export interface OpenapiOptions {
  readonly scheme: Scheme
  /** The release in the form `1.36`. */
  readonly version: string
  /** The built-in group versions that are served. */
  readonly served: readonly ServedVersion[]
  readonly customs?: CustomDocuments | undefined
  readonly remotes?: RemoteDocuments | undefined
  /** Documents have the media types that Go sees in their bytes, and one name for protobuf is known (until 1.26). */
  readonly asText: boolean
  /** Whether schemas of enum types list their values (gate OpenAPIEnums). */
  readonly enums: boolean
  /** Query parameters of writes that the server's gates turn off. */
  readonly disabled: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Document {
  /** The text's bytes, which all answers share: clients that do not read them would fill the memory with copies. */
  readonly json: Buffer
  /** SHA-512 of the text, in capitals. */
  readonly etag: string
  /** The time at which the document was made, in milliseconds since 1970. */
  readonly modified: number
  /** The document as protobuf, from its first use on. */
  protobuf?: Buffer
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
  /** The documents of custom resources, as of `revision`. */
  private readonly customs = new Map<string, Document>()
  /** The documents of custom resources by their contents, most of which outlive a change. */
  private readonly customTexts = new WeakMap<object, Document>()
  private base: V2Base | undefined
  private revision = -1

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
    this.forgetOld()
    this.readRemotes()
    if (request.path === '/openapi/v2') return this.v2(request)
    if (request.path === '/openapi/v3') {
      const body = JSON.stringify(this.index())
      return serveContent(request, { body, modified: this.options.now(), headers: {} })
    }
    if (request.path.startsWith('/openapi/v3/'))
      return this.v3(request, request.path.slice('/openapi/v3/'.length))
    return undefined
  }

  private forgetOld(): void {
    const { customs } = this.options
    if (customs === undefined || customs.revision === this.revision) return
    this.revision = customs.revision
    this.customs.clear()
    this.documents.delete('v2')
  }
  private readonly remotes = { revision: 0, documents: new Map<string, Document>() }
  private readRemotes(): void {
    const { remotes } = this.options
    if (remotes === undefined || remotes.revision === this.remotes.revision) return
    this.remotes.revision = remotes.revision
    this.remotes.documents.clear()
    for (const [name, json] of remotes.v3)
      this.remotes.documents.set(name, withEtag(json, this.options.now()))
    this.documents.delete('v2')
  }

  /** The answer of /openapi/v3: the names of documents, and the URL of each. */
  index(): { paths: Record<string, { serverRelativeURL: string }> } {
    const { customs } = this.options
    const names = [
      ...new Set([...this.operations.keys(), ...(customs?.names() ?? []), ...this.remotes.documents.keys()]),
    ].sort()
    return { paths: Object.fromEntries(names.map((name) => [name, { serverRelativeURL: this.url(name) }])) }
  }

  private url(name: string): string {
    return `/openapi/v3/${name}?hash=${this.document(name)!.etag}`
  }

  private document(name: string): Document | undefined {
    let document = this.remotes.documents.get(name) ?? this.documents.get(name)
    const operations = this.operations.get(name)
    if (document !== undefined) return document
    if (operations === undefined) return this.customDocument(name)
    const { scheme, version, enums } = this.options
    const versions = this.options.served.filter((v) => name === `apis/${v.group}/${v.version}`)
    const content = openapiV3({ scheme, version, operations: operations(), versions, enums })
    document = made(content, this.options.now())
    this.documents.set(name, document)
    return document
  }

  private customDocument(name: string): Document | undefined {
    let document = this.customs.get(name)
    const content = document === undefined ? this.options.customs?.v3(name) : undefined
    if (content !== undefined) {
      document = this.customTexts.get(content) ?? made(content, this.options.now())
      this.customTexts.set(content, document)
      this.customs.set(name, document)
    }
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
    const { etag, modified } = document
    const body = type === 'json' ? document.json : protobufOf(document, messagesV3)
    return serveContent(request, { body, contentType: types[type]!, etag: `"${etag}"`, modified, headers })
  }

  private v2(request: OpenapiRequest): OpenapiAnswer {
    let document = this.documents.get('v2')
    if (document === undefined) {
      this.base ??= new V2Base(this.ownV2())
      document = withEtag(this.base.with(moreParts(this.options)), this.options.now())
      this.documents.set('v2', document)
    }
    const headers = { Vary: ['Accept-Encoding', 'Accept'] }
    const types = this.options.asText ? textTypesV2 : typesV2
    const type = (accepted(request) ?? [])
      .map((sub) => (sub === '*' ? 'json' : sub))
      .find((sub) => Object.hasOwn(types, sub))
    if (type === undefined) return { status: 406, headers, contentType: '', body: '' }
    const body = type === 'json' ? document.json : protobufOf(document, messagesV2)
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

  private ownV2(): Record<string, unknown> {
    const { scheme, version, enums } = this.options
    return openapiV2({
      scheme,
      version,
      enums,
      operations: [...this.operations.values()].flatMap((all) => all()),
      versions: scheme.groupVersions().filter(({ group }) => !withoutOptions.has(group)),
    })
  }
}

function protobufOf(document: Document, messages: Messages): Buffer {
  document.protobuf ??= encodeDocument(messages, JSON.parse(document.json.toString()))
  return document.protobuf
}

const moreParts = ({ customs, remotes }: Pick<OpenapiOptions, 'customs' | 'remotes'>): V2Part[] => [
  ...(customs?.v2() ?? []),
  ...(remotes === undefined ? [] : [remotes.v2]),
]

/** A document of v3: that of v2 is written without escapes, here as upstream. */
const made = (document: Record<string, unknown>, modified: number): Document =>
  withEtag(goJSON(document), modified)

function withEtag(text: string, modified: number): Document {
  const json = Buffer.from(text)
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
