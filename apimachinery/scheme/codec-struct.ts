import { givenEmpties, noteEmpty } from '../given-empty.ts'
import { goJsonKind } from '../go-json-kind.ts'
import { type Codec, type DecodeState, type Frame, saveError, saveStrictError, settledAt } from './codec.ts'
import { WrongType } from './decode-error.ts'
import type { CompiledField } from './go-type-compiler.ts'
import { notedEntries } from './number-literal.ts'

type StructField = CompiledField<Codec>

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isLeftOut = ({ codec, omitEmpty, omitZero }: StructField): boolean => {
  const zero = codec.zero()
  return (omitEmpty && codec.isEmpty(zero)) || (omitZero && codec.isZero(zero))
}

/** A Go struct. Fields are set after construction, because types refer to one another in circles. */
export class StructCodec implements Codec {
  /** The bare name (`ServicePort`) and the one in type expressions (`v1.ServicePort`). */
  readonly name: string
  private readonly goType: string
  private fields: readonly StructField[] = []
  private readonly index = new Map<string, number>()
  /** Of each field, whether it is left out where nothing is given for it. Found out when first used: types refer to one another. */
  private leftOut: readonly boolean[] | undefined

  constructor(name: string, goType: string) {
    this.name = name
    this.goType = goType
  }
  setFields(fields: readonly StructField[]): void {
    this.fields = fields
    fields.forEach((field, i) => {
      this.index.set(field.json, i)
    })
  }
  decode(value: unknown, state: DecodeState, parent: Frame | undefined): unknown {
    if (!isPlainObject(value)) {
      if (value !== null) saveError(state, () => new WrongType(goJsonKind(value), this.goType), parent)
      return this.zero()
    }
    const settled = settledAt(state, parent)
    if (value === settled) return value
    const slots: unknown[] = new Array(this.fields.length)
    const frame: Frame = { parent, struct: this.name, container: value, settled, key: '', embedded: '' }
    const noted = notedEntries(value)
    if (noted !== undefined) for (const [key, item] of noted) this.member(key, item, slots, state, frame)
    else for (const key in value) this.member(key, value[key], slots, state, frame)
    // What was decoded before is converted to another version: what its encoding left out counts there too.
    if (state.notesEmpty)
      for (const [key, item] of givenEmpties(value))
        if (!Object.hasOwn(value, key)) this.member(key, item, slots, state, frame)
    return this.encode(slots, state.notesEmpty)
  }
  zero(): unknown {
    return this.encode([], false)
  }
  isEmpty(): boolean {
    return false
  }
  isZero(encoded: unknown): boolean {
    return this.fields.every((field) => {
      const value = (encoded as Record<string, unknown>)[field.json]
      return value === undefined || field.codec.isZero(value)
    })
  }

  private member(key: string, item: unknown, slots: unknown[], state: DecodeState, frame: Frame): void {
    const at = this.index.get(key)
    if (at === undefined) {
      saveStrictError(state, 'unknown', key, frame.parent)
      return
    }
    if (slots[at] !== undefined) saveStrictError(state, 'duplicate', key, frame.parent)
    const field = this.fields[at]!
    frame.key = key
    frame.embedded = field.embedded
    // undefined is nothing that JSON has: a program that set it meant to remove the field.
    if (item !== undefined) slots[at] = field.codec.decode(item, state, frame)
  }
  private encode(slots: readonly unknown[], notesEmpty: boolean): Record<string, unknown> {
    const out: Record<string, unknown> = {}
    this.leftOut ??= this.fields.map(isLeftOut)
    for (let i = 0; i < this.fields.length; i++) {
      let value = slots[i]
      // Most fields of a type are not given.
      if (value === undefined && this.leftOut[i]!) continue
      const field = this.fields[i]!
      if (value === undefined) value = field.codec.zero()
      if (field.omitEmpty && field.codec.isEmpty(value)) {
        // Empty and yet not Go's zero: a list, a map or bytes that are not nil.
        if (notesEmpty && !field.codec.isZero(value)) noteEmpty(out, field.json, value as object | '')
        continue
      }
      if (field.omitZero && field.codec.isZero(value)) continue
      out[field.json] = value
    }
    return out
  }
}
