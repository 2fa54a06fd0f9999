import { expect, it } from 'vitest'
import { loadNodeApi } from './grpc.ts'
import { qualifyTypes } from './qualify-types.ts'

interface Field {
  name: string
  number: number
  typeName?: string
}

/** Messages by name, as reflection gives them out. */
async function messages(): Promise<Map<string, Field[]>> {
  const { all } = await loadNodeApi()
  await qualifyTypes(all)
  const { default: descriptor } = await import('protobufjs/ext/descriptor/index.js')
  const type = (descriptor as unknown as { FileDescriptorProto: { decode: (bytes: Buffer) => unknown } })
    .FileDescriptorProto
  const { fileDescriptorProtos } = all['localnetv1.NextItem'] as unknown as { fileDescriptorProtos: Buffer[] }
  const files = fileDescriptorProtos.map(
    (bytes) => type.decode(bytes) as { messageType: { name: string; field: Field[] }[] },
  )
  return new Map(files.flatMap((file) => file.messageType.map(({ name, field }) => [name, field] as const)))
}

it('has the numbers of the first form of the API', async () => {
  const found = await messages()
  const numbers = (name: string, last: number): string =>
    (found.get(name) ?? [])
      .filter(({ number }) => number <= last)
      .map((field) => `${field.name}=${field.number}`)
      .join(' ')
  expect(numbers('NextFilter', 99)).toBe('InstanceID=1 Rev=2')
  expect(numbers('NextItem', 99)).toBe('Next=1 Endpoints=2')
  expect(numbers('ServiceEndpoints', 8)).toBe(
    'Namespace=1 Name=2 Type=3 IPs=4 MapAll=5 Ports=6 Endpoints=7 ExternalTrafficToLocal=8',
  )
  expect(numbers('ServiceIPs', 2)).toBe('ClusterIP=1 ExternalIPs=2')
  expect(numbers('Endpoint', 4)).toBe('Hostname=1 Conditions=2 IPsV4=3 IPsV6=4')
  expect(numbers('EndpointConditions', 99)).toBe('Ready=1 Selected=2 Local=3')
  expect(numbers('Port', 99)).toBe('Name=1 Protocol=2 Port=3')
  expect(numbers('PortMapping', 99)).toBe('Name=1 Protocol=2 Port=3 NodePort=4 TargetPort=5')
})

it('names the types of fields in full, also where a field is called as its type', async () => {
  const fields = [...(await messages()).values()].flat().filter(({ typeName }) => (typeName ?? '') !== '')
  expect(fields.find(({ name }) => name === 'Protocol')?.typeName).toBe('.localnetv1.Protocol')
  expect(fields.every(({ typeName }) => typeName!.startsWith('.localnetv1.'))).toBe(true)
})
