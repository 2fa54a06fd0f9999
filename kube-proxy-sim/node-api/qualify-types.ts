// Repairs descriptors for reflection: protobufjs writes names of types as short as it can, and where a field is called
// as its type (Protocol Protocol = 2) other readers take the short name for the field.
import type { PackageDefinition } from '@grpc/proto-loader'

interface FieldProto {
  typeName?: string
}
interface FileProto {
  package: string
  messageType: { field: FieldProto[] }[]
}
interface FileType {
  decode: (bytes: Uint8Array) => unknown
  encode: (message: never) => { finish: () => Uint8Array }
}

/** Makes type names in the descriptors absolute, in place. Types must stand at the top level of their file. */
export async function qualifyTypes(all: PackageDefinition): Promise<void> {
  const { default: descriptor } = await import('protobufjs/ext/descriptor/index.js')
  const type = (descriptor as unknown as { FileDescriptorProto: FileType }).FileDescriptorProto
  const lists = Object.values(all).flatMap((one) =>
    'fileDescriptorProtos' in one ? [one.fileDescriptorProtos as Buffer[]] : [],
  )
  for (const list of new Set(lists))
    for (const [i, bytes] of list.entries()) {
      const file = type.decode(bytes) as FileProto
      for (const field of file.messageType.flatMap((message) => message.field))
        if (field.typeName !== undefined && field.typeName !== '' && !field.typeName.startsWith('.'))
          field.typeName = `.${file.package}.${field.typeName}`
      list[i] = Buffer.from(type.encode(file as never).finish())
    }
}
