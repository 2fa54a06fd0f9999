// What the packages of a release make of CBOR, beside what is made of it here.
import { parseJson } from '../../parse-json.ts'
import { schemeFor } from '../../scheme.ts'
import { diagnosticNotation } from '../diagnostic.ts'
import { CborSerializer, cborLimitsOf, parseCbor } from '../serializer.ts'
import { checkWellFormed } from '../well-formed.ts'
import { CborWriter } from '../writer.ts'

/** JSON that is written, or CBOR that is read: as any data, or as an object of a kind. */
export interface CborQuestion {
  readonly json?: string
  readonly hex?: string
  readonly group?: string
  readonly version?: string
  readonly kind?: string
}

/** What comes of it. `hex`: what it is written to; `shown`: as people read it. */
export interface CborAnswered {
  readonly error?: string
  readonly json?: string
  readonly hex?: string
  readonly shown?: string
}

/** The answers of a release here. */
export class Answering {
  private readonly scheme
  private readonly serializer: CborSerializer
  private readonly limits

  constructor(release: string) {
    this.scheme = schemeFor(release)
    this.serializer = new CborSerializer(this.scheme)
    this.limits = cborLimitsOf(this.scheme)
  }

  answer({ json, hex = '', group = '', version = '', kind = '' }: CborQuestion): CborAnswered {
    if (json !== undefined) return { hex: written(parseJson(json).value) }
    const data = Buffer.from(hex, 'hex')
    return kind === '' ? this.any(data) : this.typed(data, { group, version, kind })
  }

  private any(data: Buffer): CborAnswered {
    let read: CborAnswered
    try {
      read = { json: JSON.stringify(parseCbor(data, this.limits).value) }
    } catch (error) {
      read = { error: (error as Error).message }
    }
    try {
      checkWellFormed(data, this.limits)
    } catch {
      return read
    }
    return { ...read, shown: diagnosticNotation(data) }
  }

  private typed(data: Buffer, wanted: { group: string; version: string; kind: string }): CborAnswered {
    try {
      const meta = this.serializer.typeMeta(data)
      const apiVersion =
        meta.apiVersion || (wanted.group === '' ? wanted.version : `${wanted.group}/${wanted.version}`)
      const kind = meta.kind || wanted.kind
      const { value, strictErrors } = this.serializer.decode(apiVersion, kind, data)
      const { object } = this.scheme.decode(wanted.group, wanted.version, kind, value)
      return {
        ...(strictErrors.length === 0 ? {} : { error: `strict decoding error: ${strictErrors[0]}` }),
        json: JSON.stringify(object),
        hex: this.serializer.encode(object).subarray(3).toString('hex'),
      }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }
}

function written(value: unknown): string {
  const out = new CborWriter()
  out.any(value)
  return out.finish().toString('hex')
}
