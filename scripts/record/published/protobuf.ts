// The numbers of all fields of messages, from the .proto files that the modules of a release hold.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import protobuf from 'protobufjs'
import { withSortedKeys } from '../../../apimachinery/json.ts'
import { releaseModule } from './modules.ts'

type FieldType = string | { map: [string, string] }
type Messages = Record<string, Record<string, [number, FieldType, 'repeated'?]>>

const modules = ['api', 'apimachinery', 'apiextensions-apiserver', 'kube-aggregator']

/** A type's full name: one without dots that protobuf does not have itself is of the same package. */
function fullName(type: string, packageName: string): string {
  const name = type.replace(/^\./, '')
  return name.includes('.') || Object.hasOwn(protobuf.types.basic, name) ? name : `${packageName}.${name}`
}

function fieldFacts(field: protobuf.Field, packageName: string): [number, FieldType, 'repeated'?] {
  const type = fullName(field.type, packageName)
  if (field instanceof protobuf.MapField) return [field.id, { map: [field.keyType, type] }]
  return field.repeated ? [field.id, type, 'repeated'] : [field.id, type]
}

/** The messages of a .proto file: full name → field → [number, type, "repeated"?]. */
export function messagesOf(proto: string): Messages {
  const { root, package: packageName = '' } = protobuf.parse(proto, { keepCase: true })
  const { nestedArray } = root.lookup(packageName) as protobuf.Namespace
  const types = nestedArray.filter((one) => one instanceof protobuf.Type)
  return Object.fromEntries(
    types.map((type) => [
      `${packageName}.${type.name}`,
      Object.fromEntries(type.fieldsArray.map((field) => [field.name, fieldFacts(field, packageName)])),
    ]),
  )
}

/** The messages of the modules of a release (`v1.29.15`), sorted by name. */
export async function recordProtobuf(version: string): Promise<Messages> {
  const messages: Messages = {}
  for (const module of modules) {
    const folder = await releaseModule(`k8s.io/${module}`, version)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('/generated.proto'))
        Object.assign(messages, messagesOf(readFileSync(join(folder, path), 'utf8')))
  }
  return withSortedKeys(messages) as Messages
}
