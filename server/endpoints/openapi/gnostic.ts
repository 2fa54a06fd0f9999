// Upstream: github.com/google/gnostic-models (openapiv2/OpenAPIv2.proto, openapiv3/OpenAPIv3.proto): documents of OpenAPI as protobuf
import { ProtoWriter } from '../../../apimachinery/scheme/protobuf-wire.ts'
import { emitYaml } from '../../../apimachinery/yaml-emitter.ts'

/** How a value is written: a scalar, data as a text of YAML (`any`), or the name of a message; `[]`: one for each element. */
type Shape = string
/** The number of a field, and the shape of its value. */
export type Field = readonly [number: number, shape: Shape]

/** A message by the keys of the JSON object that it stands for. Keys that nothing is said of are left out. */
export interface Message {
  readonly fields?: Readonly<Record<string, Field>>
  /** All other keys: each makes a message of its name (1) and value (2). */
  readonly each?: Field
  /** The field of the keys that begin with `x-`. */
  readonly extensions?: number
  /** One of several, by the value; or a value that the message holds as its only field. undefined: the message is empty. */
  readonly one?: (value: unknown) => Field | undefined
}

/** The messages of a version of OpenAPI by their names; `Document` is the whole. */
export type Messages = Readonly<Record<string, Message>>

/** A field on the wire; `name` where it is the value of a key. */
interface Entry {
  readonly number: number
  readonly shape: Shape
  readonly value: unknown
  readonly name?: string
}

/** A document as protobuf. Fields stand in the order of their numbers. */
export function encodeDocument(messages: Messages, document: unknown): Buffer {
  const encoder = new Encoder(messages)
  encoder.message('Document', document)
  return encoder.out.finish()
}

class Encoder {
  readonly out = new ProtoWriter()
  private readonly messages: Messages
  constructor(messages: Messages) {
    this.messages = messages
  }

  /** The writer works backwards: the last field is written first. */
  message(name: string, value: unknown): void {
    const { one } = this.messages[name]!
    const field = one?.(value)
    const entries = one === undefined ? this.entries(name, value as object) : only(field, value)
    for (const entry of entries.sort((a, b) => b.number - a.number)) this.entry(entry, field !== undefined)
  }

  /** From the last to the first. */
  private entries(name: string, value: object): Entry[] {
    const { fields = {}, each, extensions } = this.messages[name]!
    return Object.entries(value)
      .flatMap(([key, of]): Entry[] => {
        if (Object.hasOwn(fields, key)) return only(fields[key], of)
        if (extensions !== undefined && key.startsWith('x-'))
          return [{ number: extensions, shape: 'any', value: of, name: key }]
        return each === undefined ? [] : [{ number: each[0], shape: each[1], value: of, name: key }]
      })
      .reverse()
  }

  private entry({ number, shape, value, name }: Entry, always: boolean): void {
    if (name === undefined) this.value(number, shape, value, always)
    else
      this.nested(number, () => {
        this.value(2, shape, value, false)
        this.value(1, 'text', name, false)
      })
  }

  /** A scalar that is empty, 0 or false is written only where it is `always`. */
  private value(number: number, shape: Shape, value: unknown, always: boolean): void {
    const { out } = this
    if (shape === 'any') this.nested(number, () => this.value(2, 'text', emitYaml(value), true))
    else if (Object.hasOwn(this.messages, shape)) this.nested(number, () => this.message(shape, value))
    else if (!always && (value === '' || value === 0 || value === false)) return
    else if (shape === 'text' && typeof value === 'string') this.nested(number, () => out.text(value))
    else if (shape === 'flag') this.scalar(number, 0, () => out.varint(value === true ? 1 : 0))
    else if (shape === 'whole') this.scalar(number, 0, () => out.varint(Math.trunc(Number(value))))
    else if (shape === 'double') this.scalar(number, 1, () => out.double(Number(value)))
  }

  private nested(number: number, content: () => void): void {
    const before = this.out.length
    content()
    this.out.lengthTag(number, before)
  }

  private scalar(number: number, wireType: number, content: () => void): void {
    content()
    this.out.tag(number, wireType)
  }
}

/** What a field holds: nothing, a value, or a list's elements from the last to the first. */
function only(field: Field | undefined, value: unknown): Entry[] {
  if (field === undefined) return []
  const [number, shape] = field
  if (!shape.endsWith('[]')) return [{ number, shape, value }]
  const element = shape.slice(0, -2)
  return [value]
    .flat()
    .reverse()
    .map((one) => ({ number, shape: element, value: one }))
}
