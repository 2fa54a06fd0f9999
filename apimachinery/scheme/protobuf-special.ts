// Upstream: time_proto.go, quantity_proto.go and the like: types whose protobuf form is not that of their JSON
import { toMicroTime, toTime } from '../../component-base/clock.ts'
import { canonicalDuration, parseGoDuration } from './go-duration.ts'
import type { MessageCodec } from './message-codec.ts'
import { type ProtoWriter, readFields, type WireValue } from './protobuf-wire.ts'

const fieldsOf = (data: Buffer): Map<number, WireValue> =>
  new Map([...readFields(data)].map(({ number, field }) => [number, field]))
const number = (field: WireValue | undefined): number => (field?.wireType === 0 ? field.value : 0)
const bytes = (field: WireValue | undefined): Buffer | undefined =>
  field === undefined || field.wireType === 0 ? undefined : field.bytes

function writeVarint(out: ProtoWriter, field: number, value: number): void {
  out.varint(value)
  out.tag(field, 0)
}
function writeBytes(out: ProtoWriter, field: number, data: string | Buffer): void {
  const before = out.length
  if (typeof data === 'string') out.text(data)
  else out.bytes(data)
  out.lengthTag(field, before)
}

/** Seconds and nanoseconds; nothing for the zero time. Time drops fractions on both ways. */
const time = (micro: boolean): MessageCodec => ({
  write(value, out) {
    if (typeof value !== 'string') return
    const micros = micro ? Number(/\.(\d{6})/.exec(value)?.[1] ?? 0) : 0
    writeVarint(out, 2, micros * 1000)
    writeVarint(out, 1, Math.floor(Date.parse(value) / 1000))
  },
  read(data) {
    if (data.length === 0) return null
    const fields = fieldsOf(data)
    const ms = number(fields.get(1)) * 1000
    if (!micro) return toTime(ms)
    const micros = Math.trunc(number(fields.get(2)) / 1000)
    return toMicroTime(ms).replace(/\.\d{6}Z$/, `.${String(micros).padStart(6, '0')}Z`)
  },
})

const quantity: MessageCodec = {
  write: (value, out) => writeBytes(out, 1, (value ?? '0') as string),
  read: (data) => bytes(fieldsOf(data).get(1))?.toString() ?? '0',
}

const intOrString: MessageCodec = {
  write(value, out) {
    writeBytes(out, 3, typeof value === 'string' ? value : '')
    writeVarint(out, 2, typeof value === 'number' ? value : 0)
    writeVarint(out, 1, typeof value === 'string' ? 1 : 0)
  },
  read(data) {
    const fields = fieldsOf(data)
    return number(fields.get(1)) === 1 ? (bytes(fields.get(3))?.toString() ?? '') : number(fields.get(2)) | 0
  },
}

/** JSON text as bytes. */
const raw: MessageCodec = {
  write(value, out) {
    if (value !== null && value !== undefined) writeBytes(out, 1, JSON.stringify(value))
  },
  read(data) {
    const text = bytes(fieldsOf(data).get(1))
    return text === undefined || text.length === 0 ? null : JSON.parse(text.toString())
  },
}

const duration: MessageCodec = {
  write: (value, out) => writeVarint(out, 1, typeof value === 'string' ? parseGoDuration(value) : 0),
  read: (data) => canonicalDuration(`${number(fieldsOf(data).get(1))}ns`),
}

/** apiextensions' JSONSchemaPropsOr{Array,Bool,StringArray}. */
function schemaOr(kind: string, schema: () => MessageCodec): MessageCodec {
  const [schemaField, otherField] = kind === 'Bool' ? [2, 1] : [1, 2]
  const writeSchema = (value: unknown, out: ProtoWriter, field: number): void => {
    const before = out.length
    schema().write(value, out)
    out.lengthTag(field, before)
  }
  return {
    write(value, out) {
      const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
      if (kind !== 'Bool' && Array.isArray(value)) {
        for (const item of [...value].reverse()) {
          if (kind === 'StringArray') writeBytes(out, otherField, item as string)
          else writeSchema(item, out, otherField)
        }
      }
      if (isSchema) writeSchema(value, out, schemaField)
      if (kind === 'Bool') writeVarint(out, otherField, value === true || isSchema ? 1 : 0)
    },
    read(data) {
      const all = [...readFields(data)]
      const found = all.find((f) => f.number === schemaField)
      if (found !== undefined) return schema().read(bytes(found.field)!)
      const others = all.filter((f) => f.number === otherField).map((f) => f.field)
      if (kind === 'Bool') return number(others[0]) !== 0
      if (others.length === 0) return null
      return others.map((field) =>
        kind === 'StringArray' ? bytes(field)!.toString() : schema().read(bytes(field)!),
      )
    },
  }
}

const machinery = 'k8s.io.apimachinery.pkg.'
const fixed: Readonly<Record<string, MessageCodec>> = {
  [`${machinery}apis.meta.v1.Time`]: time(false),
  [`${machinery}apis.meta.v1.MicroTime`]: time(true),
  [`${machinery}apis.meta.v1.Duration`]: duration,
  [`${machinery}apis.meta.v1.FieldsV1`]: raw,
  [`${machinery}api.resource.Quantity`]: quantity,
  [`${machinery}util.intstr.IntOrString`]: intOrString,
  [`${machinery}runtime.RawExtension`]: raw,
  'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSON': raw,
}

/** The codec of a message whose JSON has another shape than its fields; undefined for all other messages. */
export function specialMessages(
  name: string,
  message: (name: string) => MessageCodec,
): MessageCodec | undefined {
  if (Object.hasOwn(fixed, name)) return fixed[name]
  const or = /^(.+\.JSONSchemaProps)Or(Bool|Array|StringArray)$/.exec(name)
  return or === null ? undefined : schemaOr(or[2]!, () => message(or[1]!))
}
