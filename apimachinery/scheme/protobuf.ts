// Upstream: staging/src/k8s.io/apimachinery/pkg/runtime/serializer/protobuf/protobuf.go
import { releaseFacts } from '../../component-base/release-facts.ts'
import { parseApiVersion } from './api-version.ts'
import { DecodeError } from './decode-error.ts'
import { discoveryTypeName, discoveryTypes } from './discovery-types.ts'
import { type GoTypes, goTypes } from './go-types.ts'
import type { MessageCodec } from './message-codec.ts'
import { MessageCompiler, type ProtobufFacts } from './protobuf-message.ts'
import { ProtobufError, ProtoWriter, readFields, readingAtMost } from './protobuf-wire.ts'
import type { Scheme } from './scheme.ts'

/** Of a message and what is in it. Deviates: an object of three megabytes with more of them is made to keep others waiting. */
const maxFields = 400_000
/** Some kinds are of every group and version that a request may name. */
const mostCodecs = 2000
const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00])

/** A runtime.Unknown, taken apart: the envelope of every object in protobuf. */
export interface ProtobufBody {
  /** Empty where the body does not say. */
  readonly apiVersion: string
  readonly kind: string
  /** The message, to be read as the kind that the request decides on. */
  readonly raw: Buffer
}

/** Objects of one release as application/vnd.kubernetes.protobuf. Made once for each scheme; messages compile lazily. */
export class ProtobufSerializer {
  private readonly scheme: Scheme
  private readonly messages: MessageCompiler
  /** The codecs by API version and kind. */
  private readonly codecs = new Map<string, MessageCodec>()

  /** @param writer the release that writes, where the kinds are those of an older one: what they share, as metadata, has its form */
  constructor(scheme: Scheme, writer = scheme.minor) {
    this.scheme = scheme
    const facts = (minor: string): ProtobufFacts => releaseFacts(minor, 'protobuf') as ProtobufFacts
    this.messages = new MessageCompiler(
      { ...facts(scheme.minor), ...facts(writer), ...scheme.moreMessages },
      // Releases record the packages of discovery, but none of their types.
      {
        ...(writer === scheme.minor ? scheme.types : withTypesOf(scheme.types, goTypes(writer))),
        ...discoveryTypes,
      },
    )
  }

  /** Whether the kind has a protobuf form (Table has none: such answers are 406). */
  supports(apiVersion: string, kind: string): boolean {
    return this.codec(apiVersion || 'v1', kind) !== undefined
  }

  /**
   * `k8s\0` and the envelope. Throws where the kind has no protobuf form.
   * @param content the object's {@link message}, where it is known
   */
  encode(object: { apiVersion?: string; kind?: string }, content: unknown = object): Buffer {
    const codec = this.codecOf(object)
    const out = new ProtoWriter()
    out.bytes(contentForm)
    const raw = out.length
    codec.write(content, out)
    out.lengthTag(2, raw)
    writeType(out, object)
    return out.finish()
  }

  /**
   * As {@link encode}, for a list of many items: what stands before them, what stands before each, and what stands behind them.
   * @param items their messages
   */
  encodeList(
    list: { apiVersion?: string; kind?: string },
    items: readonly Buffer[],
  ): { head: Buffer; beforeItem: Buffer[]; tail: Buffer } {
    const start = this.message({ ...list, items: [] } as object)
    const beforeItem = items.map(({ length }) => itemTag(length))
    const out = new ProtoWriter()
    out.bytes(start)
    out.varint(items.reduce((sum, item, i) => sum + item.length + beforeItem[i]!.length, start.length))
    out.tag(2, 2)
    writeType(out, list)
    return { head: out.finish(), beforeItem, tail: contentForm }
  }

  /** The object's own message, without an envelope. Throws as {@link encode}. */
  message(object: { apiVersion?: string; kind?: string }): Buffer {
    const out = new ProtoWriter()
    this.codecOf(object).write(object, out)
    return out.finish()
  }

  /** The message as JSON data, for {@link Scheme.decode} (which drops empty fields and checks values). */
  decode(apiVersion: string, kind: string, raw: Buffer): unknown {
    const codec = this.codec(apiVersion, kind)
    if (codec === undefined)
      throw new DecodeError(`no kind "${kind}" is registered for version "${apiVersion}"`)
    return guarded(() => readingAtMost(maxFields, () => codec.read(raw)))
  }

  /** A frame of a watch: a length of four bytes, and a WatchEvent whose object is a body of its own (`encode`). */
  watchFrame(type: string, object: Buffer): Buffer {
    const out = new ProtoWriter()
    const start = out.length
    out.bytes(object)
    out.lengthTag(1, start)
    out.lengthTag(2, start)
    writeText(out, 1, type)
    const size = out.length
    const header = Buffer.allocUnsafe(4)
    header.writeUInt32BE(size)
    out.bytes(header)
    return out.finish()
  }

  private codecOf({ apiVersion = '', kind = '' }: { apiVersion?: string; kind?: string }): MessageCodec {
    // Documents of discovery of the core group name no version.
    const codec = this.codec(apiVersion || 'v1', kind)
    if (codec !== undefined) return codec
    throw new ProtobufError(
      `object ${apiVersion} ${kind} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
    )
  }

  private codec(apiVersion: string, kind: string): MessageCodec | undefined {
    const type = `${apiVersion} ${kind}`
    const known = this.codecs.get(type)
    if (known !== undefined) return known
    const found = this.findCodec(apiVersion, kind)
    if (found !== undefined && this.codecs.size < mostCodecs) this.codecs.set(type, found)
    return found
  }

  private findCodec(apiVersion: string, kind: string): MessageCodec | undefined {
    const { group, version } = parseApiVersion(apiVersion)
    const name = this.scheme.typeName(group, version, kind) ?? discoveryTypeName(group, version, kind)
    return name === undefined ? undefined : this.messages.forType(name)
  }
}

/** contentEncoding and contentType, always there and empty. */
const contentForm = Buffer.from([0x1a, 0, 0x22, 0])

/** Writes the magic bytes and the TypeMeta that precede an object in a body. */
function writeType(
  out: ProtoWriter,
  { apiVersion = '', kind = '' }: { apiVersion?: string; kind?: string },
): void {
  const meta = out.length
  writeText(out, 2, kind)
  writeText(out, 1, apiVersion)
  out.lengthTag(1, meta)
  out.bytes(magic)
}

/** Tag and length of an item: those of all lists are field 2. */
function itemTag(length: number): Buffer {
  const out = new ProtoWriter(8)
  out.varint(length)
  out.tag(2, 2)
  return out.finish()
}

/** The types of both, package by package; those of `newer` where both have one. */
function withTypesOf(older: GoTypes, newer: GoTypes): GoTypes {
  const packages = Object.entries(newer).map(([name, pkg]) => [
    name,
    { ...pkg, types: { ...older[name]?.types, ...pkg.types } },
  ])
  return { ...older, ...Object.fromEntries(packages) }
}

/** The envelope of a body. Throws a {@link DecodeError} with upstream's text. */
export function openEnvelope(body: Buffer): ProtobufBody {
  if (body.length === 0) throw new DecodeError('empty data')
  if (!body.subarray(0, 4).equals(magic))
    throw new DecodeError(
      `provided data does not appear to be a protobuf message, expected prefix [${[...magic].join(' ')}]`,
    )
  if (body.length === 4) throw new DecodeError('empty body')
  return guarded(() => {
    let [apiVersion, kind, raw] = ['', '', Buffer.alloc(0) as Buffer]
    for (const { number, field } of readFields(body.subarray(4))) {
      if (field.wireType === 0) continue
      if (number === 2) raw = field.bytes
      if (number !== 1) continue
      for (const part of readFields(field.bytes)) {
        const text = part.field.wireType === 0 ? '' : part.field.bytes.toString()
        if (part.number === 1) apiVersion = text
        else if (part.number === 2) kind = text
      }
    }
    return { apiVersion, kind, raw }
  })
}

function writeText(out: ProtoWriter, field: number, text: string): void {
  const before = out.length
  out.text(text)
  out.lengthTag(field, before)
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ProtobufError || error instanceof SyntaxError) throw new DecodeError(error.message)
    throw error
  }
}
