import { isObject, type JsonObject, setOwn } from '../json.ts'
import type { Codec, DecodeState, Frame } from './codec.ts'
import { StructCodec } from './codec-struct.ts'

/** A struct as Go's encoding/json reads it, which takes the names of fields in any case of letters; Kubernetes' own reader does not. */
class PlainStruct extends StructCodec {
  /** The fields' names, by those in lower case. */
  private readonly names: ReadonlyMap<string, string>

  constructor(name: string, goType: string, fields: Readonly<Record<string, Codec>>) {
    super(name, goType)
    this.names = new Map(Object.keys(fields).map((field) => [field.toLowerCase(), field]))
    this.setFields(
      Object.entries(fields).map(([json, codec]) => ({
        json,
        codec,
        omitEmpty: true,
        omitZero: false,
        embedded: '',
      })),
    )
  }

  override decode(value: unknown, state: DecodeState, parent: Frame | undefined): unknown {
    return super.decode(isObject(value) ? this.named(value) : value, state, parent)
  }

  private named(value: JsonObject): JsonObject {
    const nameOf = (key: string): string => this.names.get(key.toLowerCase()) ?? key
    if (Object.keys(value).every((key) => nameOf(key) === key)) return value
    const named: JsonObject = {}
    for (const [key, item] of Object.entries(value)) setOwn(named, nameOf(key), item)
    return named
  }
}

/** The codec of a Go struct whose fields are left out where they are empty. @param fields the codecs by the names in JSON */
export const plainStruct = (
  name: string,
  goType: string,
  fields: Readonly<Record<string, Codec>>,
): StructCodec => new PlainStruct(name, goType, fields)

/** JSON data as a codec decodes it; unknown fields are left out. Throws a DecodeError with Go's text where a type is wrong. */
export function decodedBy(codec: Codec, value: unknown): unknown {
  const state: DecodeState = {
    namesEmbedded: false,
    notesEmpty: false,
    error: undefined,
    strictErrors: undefined,
  }
  const decoded = codec.decode(value, state, undefined)
  if (state.error !== undefined) throw state.error
  return decoded
}
