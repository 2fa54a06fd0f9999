import type { Codec, DecodeState } from './codec.ts'
import { StructCodec } from './codec-struct.ts'

/** The codec of a Go struct whose fields are left out where they are empty. @param fields the codecs by the names in JSON */
export function plainStruct(
  name: string,
  goType: string,
  fields: Readonly<Record<string, Codec>>,
): StructCodec {
  const codec = new StructCodec(name, goType)
  codec.setFields(
    Object.entries(fields).map(([json, own]) => ({
      json,
      codec: own,
      omitEmpty: true,
      omitZero: false,
      embedded: '',
    })),
  )
  return codec
}

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
