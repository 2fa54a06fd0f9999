// Upstream: apimachinery/pkg/runtime/serializer/cbor/{cbor,raw}.go
import { minorOf } from '../../../component-base/minor.ts'
import { ownBytes } from '../../../component-base/own-bytes.ts'
import { apimachineryDialect } from '../../dialect.ts'
import type { JsonObject, KubeObject } from '../../json.ts'
import { parseApiVersion } from '../api-version.ts'
import { DecodeError, isStackOverflow } from '../decode-error.ts'
import { TypeCompiler } from '../go-type-compiler.ts'
import type { Scheme } from '../scheme.ts'
import { cborBuilder } from './codecs.ts'
import { type CborCodec, readInto } from './destination.ts'
import { problemError, problemText } from './problem.ts'
import { CborReader } from './reader.ts'
import { type CborLimits, checkWellFormed, tooDeep } from './well-formed.ts'
import { CborWriter, selfDescribed } from './writer.ts'

const typeMetaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.TypeMeta'

/** The value of a CBOR body, by the type of its kind. */
export interface CborDecoded {
  /** For {@link Scheme.decode}, which drops empty fields and makes values canonical. */
  readonly value: unknown
  /** The first key that no field has, if any: upstream goes no further. */
  readonly strictErrors: string[]
}

/** Objects of one release as application/cbor. Made once for each scheme; types compile lazily. */
export class CborSerializer {
  private readonly scheme: Scheme
  private readonly compiler: TypeCompiler<CborCodec>
  private readonly limits: CborLimits

  constructor(scheme: Scheme) {
    this.scheme = scheme
    this.compiler = new TypeCompiler(scheme.types, cborBuilder)
    this.limits = cborLimitsOf(scheme)
  }

  /** The object with the tag that says what it is. @note Upstream's answers have their keys in any order, these in that of what is stored. */
  encode(object: object): Buffer {
    const out = new CborWriter()
    out.bytes(selfDescribed)
    const { apiVersion = '', kind = '' } = object as { apiVersion?: string; kind?: string }
    ;(this.codec(apiVersion, kind) ?? untyped).write(object, out)
    return out.finish()
  }

  /** An event of a watch: each is a data item of its own, and so is the object in it (`encode`). */
  watchFrame(type: string, object: Buffer): Buffer {
    const out = new CborWriter()
    out.bytes(selfDescribed)
    out.head(5, 2)
    out.text('type')
    out.text(type)
    out.text('object')
    out.bytes(object)
    return out.finish()
  }

  /** Checks that data is CBOR, before anything of it is read. Throws a {@link DecodeError}. @returns how many lists, maps and nulls there are */
  check(data: Buffer): number {
    return ofTypeMeta(() => checkWellFormed(data, this.limits))
  }

  /** The kind that data says it is, which {@link check} has seen; empty where it does not. Throws a {@link DecodeError}. */
  typeMeta(data: Buffer): { apiVersion: string; kind: string } {
    const meta = this.compiler.codec(typeMetaName)!
    const found = ofTypeMeta(() => this.read(data, meta, false).value)
    const { apiVersion, kind } = (found ?? {}) as Partial<KubeObject>
    const version = apiVersion ?? ''
    // A text that is no group and version counts as none at all.
    return { apiVersion: version.split('/').length > 2 ? '' : version, kind: kind ?? '' }
  }

  /**
   * Data whose {@link typeMeta} was read, as a kind that the scheme has. Rejects with a {@link DecodeError} with upstream's text.
   * @param pause awaited before data is gone through once more
   */
  async decode(
    apiVersion: string,
    kind: string,
    data: Buffer,
    pause: () => Promise<void>,
  ): Promise<CborDecoded> {
    const codec = this.codec(apiVersion, kind)
    if (codec === undefined)
      throw new DecodeError(`no kind "${kind}" is registered for version "${apiVersion}"`)
    const { value, unknown } = this.read(data, codec, true)
    if (unknown === undefined) return { value: value ?? {}, strictErrors: [] }
    await pause()
    return { value: this.read(data, codec, false).value ?? {}, strictErrors: [unknown] }
  }

  /** Well-formed data that no type reads: a map. Throws a {@link DecodeError}. */
  decodeUntyped(data: Buffer): JsonObject | null {
    return readUntyped(data, this.limits)
  }

  private read(data: Buffer, codec: CborCodec, strict: boolean): { value: unknown; unknown?: string } {
    return read(data, codec, { strict, limits: this.limits })
  }

  private codec(apiVersion: string, kind: string): CborCodec | undefined {
    const { group, version } = parseApiVersion(apiVersion)
    if (this.scheme.isUnstructured({ group, version, kind })) return undefined
    // Answers in the forms of meta.k8s.io stand in no group of the scheme.
    const name =
      this.scheme.typeName(group, version, kind) ??
      (group === 'meta.k8s.io' ? `io.k8s.apimachinery.pkg.apis.meta.v1.${kind}` : undefined)
    return name === undefined ? undefined : this.compiler.codec(name)
  }
}

/** Runs a step that reads apiVersion and kind; its errors say that these could not be determined. */
function ofTypeMeta<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new DecodeError(`unable to determine group/version/kind: ${error.message}`)
  }
}

/** The limits of size and nesting of CBOR in the scheme's release. */
export const cborLimitsOf = ({ minor }: Pick<Scheme, 'minor'>): CborLimits =>
  apimachineryDialect(minorOf(minor)).cborLimits

const untyped: CborCodec = {
  read: (r) => readInto(r, { goType: 'map[string]interface {}', map: () => r.anyMap() }),
  write: (value, out) => out.any(value),
}

/** @note Data can be nested deeper than the stack goes, which Go's grows with. */
function read(
  data: Buffer,
  codec: CborCodec,
  { strict, limits }: { strict: boolean; limits: CborLimits },
): { value: unknown; unknown?: string } {
  const r = new CborReader(data)
  r.strict = strict
  let value: unknown
  try {
    value = codec.read(r)
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(limits) : error
  }
  const { problem } = r
  if (problem !== undefined && 'unknownField' in problem && strict)
    return { value, unknown: problemText(problem) }
  const wrong = problem ?? r.late
  if (wrong !== undefined) throw problemError(wrong)
  return { value }
}

/**
 * A map that stands for itself, as what is stored of custom resources, or the body of an apply. `values`: how many lists, maps and
 * nulls there are. Throws a {@link DecodeError}.
 */
export function parseCbor(data: Buffer, limits: CborLimits): { value: JsonObject | null; values: number } {
  const values = checkWellFormed(data, limits)
  return { value: readUntyped(data, limits), values }
}

/** As {@link parseCbor}, for data that is known to be well-formed. */
export const readUntyped = (data: Buffer, limits: CborLimits): JsonObject | null =>
  read(data, untyped, { strict: false, limits }).value as JsonObject | null

/** JSON data in the bytes that servers store custom resources in: all keys sorted. They are kept as long as the record. */
export function storedCbor(value: object): Buffer {
  const out = new CborWriter()
  out.bytes(selfDescribed)
  out.any(value)
  return ownBytes(out.finish())
}

/** Whether the data begins with the tag that marks CBOR. */
export const isCbor = (data: Buffer): boolean => data.subarray(0, selfDescribed.length).equals(selfDescribed)
