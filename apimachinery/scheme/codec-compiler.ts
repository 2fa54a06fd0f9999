import type { Codec } from './codec.ts'
import { mapCodec, pointerCodec, sliceCodec } from './codec-collection.ts'
import { anyCodec, boolCodec, bytesCodec, floatCodec, integerCodec, stringCodec } from './codec-scalar.ts'
import { schemaOrCodec, specialCodecs } from './codec-special.ts'
import { StructCodec } from './codec-struct.ts'
import { type TypeBuilder, TypeCompiler } from './go-type-compiler.ts'
import type { GoTypes } from './go-types.ts'

const codecs: TypeBuilder<Codec> = {
  string: stringCodec,
  bool: boolCodec,
  integer: integerCodec,
  float: floatCodec,
  any: () => anyCodec,
  pointer: pointerCodec,
  bytes: (goType, inMap) => bytesCodec(goType, integerCodec('uint8', 'uint8'), inMap ? '' : null),
  slice: sliceCodec,
  map: mapCodec,
  struct(name, goType) {
    const made = new StructCodec(name, goType)
    return { made, setFields: (fields) => made.setFields(fields) }
  },
  special: (name) => (Object.hasOwn(specialCodecs, name) ? specialCodecs[name] : undefined),
  schemaOr: schemaOrCodec,
}

/** Compiles the Go types of one release to codecs of JSON data, each at its first use. */
export class CodecCompiler extends TypeCompiler<Codec> {
  constructor(types: GoTypes) {
    super(types, codecs)
  }
}
