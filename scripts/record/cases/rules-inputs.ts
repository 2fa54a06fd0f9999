// The recorded Services that rules are made for, and the server that they are created on.
import { newComponentGates } from '../../../component-base/component-gates.ts'
import { parseRelease } from '../../../component-base/release.ts'
import { readJson } from '../../cases/case-files.ts'
import type { RealServer } from '../server/real-server.ts'

/** An object as far as it is created here. */
export interface KubeObject {
  metadata: { name: string; namespace?: string }
  status?: object
}

/** The objects that the rules are made for, and the Service of the API server itself with its port and address. */
export interface RulesInputs {
  node: KubeObject & { status: { addresses: { type: string; address: string }[] } }
  services: KubeObject[]
  endpointSlices: KubeObject[]
  own: { port: number; address: string }
}

/** Creates the inputs. Answers the names of Services that the release finds invalid. */
export async function createInputs({ client }: RealServer, inputs: RulesInputs): Promise<string[]> {
  const put = async (path: string, object: KubeObject): Promise<boolean> => {
    if (!(await client.write('POST', path, object))) return false
    const own = `${path}/${object.metadata.name}/status`
    const { status } = object
    return status === undefined || client.write('PATCH', own, { status }, 'application/merge-patch+json')
  }
  await put('/api/v1/nodes', inputs.node)
  const namespaces = new Set(inputs.services.map(({ metadata }) => metadata.namespace ?? 'default'))
  for (const name of namespaces) await client.write('POST', '/api/v1/namespaces', { metadata: { name } })
  const refused: string[] = []
  for (const one of inputs.services)
    if (!(await put(`/api/v1/namespaces/${one.metadata.namespace}/services`, one)))
      refused.push(one.metadata.name)
  for (const one of inputs.endpointSlices)
    await put(`/apis/discovery.k8s.io/v1/namespaces/${one.metadata.namespace}/endpointslices`, one)
  return refused
}

/** Gates of fields that the inputs have, where the release's server would drop the field. */
export function fieldGates(release: string): string[] {
  const gates = newComponentGates(parseRelease(release), 'kube-apiserver')
  const off = ['LoadBalancerIPMode'].filter((gate) => gates.known(gate) && !gates.enabled(gate))
  return off.length === 0 ? [] : [`--feature-gates=${off.map((gate) => `${gate}=true`).join(',')}`]
}

/** Below the folder of recorded cases. */
export const rulesFolder = 'node/rules'

/** The recorded Service `kubernetes` of a server, and its EndpointSlices. */
export interface OwnService {
  svc: KubeObject
  slices: { items: { endpoints: { addresses: string[] }[]; ports: { port: number }[] }[] }
}

/** The Service that the recorded rules have of the server itself. */
export const readOwnService = (recordings: string): OwnService =>
  readJson(recordings, `${rulesFolder}/default-kubernetes.json`)

/** The recorded inputs, with the place where the recorded Service `kubernetes` says that its server is. */
export function readInputs(recordings: string): RulesInputs {
  const inputs = readJson<Omit<RulesInputs, 'own'>>(recordings, `${rulesFolder}/inputs.json`)
  const [slice] = readOwnService(recordings).slices.items
  return { ...inputs, own: { port: slice!.ports[0]!.port, address: slice!.endpoints[0]!.addresses[0]! } }
}
