import {
  enums,
  type FieldType,
  type Message,
  type MessageName,
  messages,
} from '../../server/storage/etcd/messages.ts'

type Values = Readonly<Record<string, unknown>>

/** The message as Go's encoding/json prints it: fields of zero values left out, bytes in base64, enums by their numbers. */
export function messageJson<Name extends MessageName>(name: Name, message: Message<Name>): string {
  const fields: Readonly<Record<string, readonly [number, FieldType, 'many'?]>> = messages[name]
  const parts = Object.entries(fields).flatMap(([key, [, type, many]]) => {
    const value = (message as Values)[key]
    if (isZero(type, value)) return []
    const one = (item: unknown): string => valueJson(type, item)
    return `"${key}":${many === undefined ? one(value) : `[${(value as unknown[]).map(one).join(',')}]`}`
  })
  return `{${parts.join(',')}}`
}

const valuesOf = (type: FieldType): readonly string[] | undefined =>
  (enums as Readonly<Record<string, readonly string[]>>)[type]

function isZero(type: FieldType, value: unknown): boolean {
  if (value === undefined || value === 0 || value === 0n || value === false || value === '') return true
  if (Array.isArray(value) || Buffer.isBuffer(value)) return value.length === 0
  return value === valuesOf(type)?.[0]
}

function valueJson(type: FieldType, value: unknown): string {
  if (type === 'bytes') return JSON.stringify((value as Buffer).toString('base64'))
  if (type === 'text') return JSON.stringify(value)
  if (typeof value !== 'object' && typeof value !== 'string') return String(value)
  const values = valuesOf(type)
  return values === undefined
    ? messageJson(type as MessageName, value as never)
    : String(values.indexOf(value as string))
}
