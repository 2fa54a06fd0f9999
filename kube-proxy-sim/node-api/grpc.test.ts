import { expect, it } from 'vitest'
import { loadNodeApi } from './grpc.ts'
import { qualifyTypes } from './qualify-types.ts'

interface Field {
  name: string
  number: number
  typeName?: string
}

/** Messages by their full names, as reflection gives them out. */
async function messages(): Promise<Map<string, Field[]>> {
  const { all } = await loadNodeApi()
  await qualifyTypes(all)
  const { default: descriptor } = await import('protobufjs/ext/descriptor/index.js')
  const type = (descriptor as unknown as { FileDescriptorProto: { decode: (bytes: Buffer) => unknown } })
    .FileDescriptorProto
  const { fileDescriptorProtos } = all['localnetv1.NextItem'] as unknown as { fileDescriptorProtos: Buffer[] }
  const files = fileDescriptorProtos.map(
    (bytes) => type.decode(bytes) as { package: string; messageType: { name: string; field: Field[] }[] },
  )
  return new Map(
    files.flatMap((file) =>
      file.messageType.map(({ name, field }) => [`${file.package}.${name}`, field] as const),
    ),
  )
}

/** `Name=number` of the fields up to a number. */
const numbers = (found: ReadonlyMap<string, Field[]>, name: string, last = 99): string =>
  (found.get(name) ?? [])
    .filter(({ number }) => number <= last)
    .map((field) => `${field.name}=${field.number}`)
    .join(' ')

it.each([
  ['NextFilter', 'InstanceID=1 Rev=2'],
  ['NextItem', 'Next=1 Endpoints=2'],
  [
    'ServiceEndpoints',
    'Namespace=1 Name=2 Type=3 IPs=4 MapAll=5 Ports=6 Endpoints=7 ExternalTrafficToLocal=8',
    8,
  ],
  ['ServiceIPs', 'ClusterIP=1 ExternalIPs=2', 2],
  ['Endpoint', 'Hostname=1 Conditions=2 IPsV4=3 IPsV6=4', 4],
  ['EndpointConditions', 'Ready=1 Selected=2 Local=3'],
  ['Port', 'Name=1 Protocol=2 Port=3'],
  ['PortMapping', 'Name=1 Protocol=2 Port=3 NodePort=4 TargetPort=5', 5],
] as const)('has the numbers of the first form: %s', async (name, fields, last?: number) => {
  expect(numbers(await messages(), `localnetv1.${name}`, last)).toBe(fields)
})

it.each([
  ['WatchReq', 'NodeName=1'],
  ['OpItem', 'Sync=1 Set=2 Delete=3 Reset=4'],
  ['Ref', 'Set=1 Path=2'],
  ['Value', 'Ref=1 Bytes=2'],
  [
    'Service',
    'Namespace=1 Name=2 Type=3 IPs=4 MapIP=5 Ports=6 ExternalTrafficToLocal=7 IPFilters=10 ClientIP=11 InternalTrafficToLocal=12 HealthCheckNodePort=13',
  ],
  ['IPFilter', 'TargetIPs=1 SourceRanges=2'],
  ['ServiceIPs', 'ClusterIPs=1 ExternalIPs=2 Headless=3 LoadBalancerIPs=4'],
  ['Endpoint', 'Hostname=1 IPs=2 Local=3 PortOverrides=4 Scopes=5'],
  ['EndpointScopes', 'Internal=1 External=2'],
  ['IPSet', 'V4=1 V6=2'],
  ['PortName', 'Name=1 Port=2'],
  ['PortMapping', 'Name=1 Protocol=2 Port=3 NodePort=4 TargetPort=5 TargetPortName=6'],
  ['ClientIPAffinity', 'TimeoutSeconds=1'],
] as const)('has the numbers of the delta form: %s', async (name, fields) => {
  expect(numbers(await messages(), `localv1.${name}`)).toBe(fields)
})

it('names the types of fields in full, also where a field is called as its type', async () => {
  const fields = [...(await messages()).values()].flat().filter(({ typeName }) => (typeName ?? '') !== '')
  // Both files have one; which is read first is chance.
  const protocols = fields.filter(({ name }) => name === 'Protocol').map(({ typeName }) => typeName)
  expect([...new Set(protocols)].sort()).toEqual(['.localnetv1.Protocol', '.localv1.Protocol'])
  expect(fields.every(({ typeName }) => /^\.local(net)?v1\./.test(typeName!))).toBe(true)
})
