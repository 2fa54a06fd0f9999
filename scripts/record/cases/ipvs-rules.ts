// The rules that kube-proxy's own code programs in ipvs mode, without a kernel that has IPVS: the proxier of the release's Go modules,
// with the objects that the release's server stores of the inputs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorOf, minorRelease } from '../../../component-base/minor.ts'
import type { ClusterState, EndpointSlice, Service } from '../../../kube-proxy-sim/rules/model/objects.ts'
import { watchedObjects } from '../../../kube-proxy-sim/rules/watched-objects.ts'
import { openWorkshop, type Workshop } from '../go/workshop.ts'
import { type RealServer, startRealServer } from '../server/real-server.ts'
import { json } from '../server/server-client.ts'
import { type AskedRules, goldenIpvs } from './golden-ipvs.ts'
import { ipvsVariantsOf, type Variant } from './proxy-variants.ts'
import { shortened } from './recorded-rules.ts'
import { type CaseRecorder, listText } from './recorder.ts'
import { createInputs, fieldGates, readInputs, readOwnService, rulesFolder } from './rules-inputs.ts'
import { inFolder } from './run-binary.ts'

/** What a server stores of the inputs. */
interface Stored extends ClusterState {
  node: { spec: { podCIDR: string }; status: { addresses: { address: string }[] } }
}

/** The input of the program `ipvs`: the flags as its proxier takes them. */
function programInput({ flags }: Variant, stored: Stored): object {
  const podCIDR = flags['--detect-local-mode'] === 'NodeCIDR' ? stored.node.spec.podCIDR : undefined
  const nodeIP = stored.node.status.addresses[0]!.address
  return {
    ...stored,
    nodeIP,
    addresses: ['127.0.0.1', nodeIP],
    family: 'IPv4',
    clusterCIDR: podCIDR ?? flags['--cluster-cidr'] ?? '',
    masqueradeAll: flags['--masquerade-all'] === 'true',
    masqueradeBit: Number(flags['--iptables-masquerade-bit'] ?? 14),
    scheduler: flags['--ipvs-scheduler'] ?? '',
    nodePortAddresses: flags['--nodeport-addresses']?.split(',') ?? [],
  }
}

/**
 * What a kube-proxy of the release takes of the server's objects, as its proxier does not select by labels. In place of the server's own
 * Service, which tells of this machine, the recorded one.
 */
async function storedInputs({ client }: RealServer, recordings: string, minor: number): Promise<Stored> {
  const list = async <T>(path: string): Promise<T[]> =>
    (await json<{ items: T[] }>(client, `${path}?fieldSelector=metadata.namespace!=default`)).items
  const own = readOwnService(recordings)
  const state = {
    services: [own.svc as Service, ...(await list<Service>('/api/v1/services'))],
    endpointSlices: [
      ...(own.slices.items as unknown as EndpointSlice[]),
      ...(await list<EndpointSlice>('/apis/discovery.k8s.io/v1/endpointslices')),
    ],
  }
  return { node: await json(client, '/api/v1/nodes/n1'), ...watchedObjects(state, minor) }
}

/** The variants that the release's kube-proxy takes, and what it programs. */
async function programmed(
  workshop: Workshop,
  folder: string,
  asked: readonly Variant[],
  stored: Stored,
): Promise<{ variants: Variant[]; files: Record<string, string>; refused: string[] }> {
  const variants: Variant[] = []
  const files: Record<string, string> = {}
  const refused: string[] = []
  for (const variant of asked) {
    const input = join(folder, `${variant.variant}.json`)
    writeFileSync(input, JSON.stringify(programInput(variant, stored)))
    const answer = await workshop.run<AskedRules | { refused: string }>('ipvs', [input])
    if ('refused' in answer) {
      refused.push(`${variant.variant} is not recorded: ${answer.refused}`)
      continue
    }
    variants.push(variant)
    files[variant.golden[0]!] = goldenIpvs(answer, 'IPv4')
  }
  return { variants, files, refused }
}

/** A list of variants in the folder of the version, and golden files. */
export const recordIpvs: CaseRecorder = ({ binary, etcd, version, recordings, remark }) =>
  inFolder(async (folder) => {
    const release = minorRelease(version.slice(1))
    const workshop = await openWorkshop(version)
    const binaries = { etcd: etcd(), 'kube-apiserver': binary('kube-apiserver') }
    const inputs = readInputs(recordings)
    const flags = fieldGates(release)
    const server = await startRealServer({ binaries, folder, flags, patience: 180_000 })
    try {
      const without = await createInputs(server, inputs)
      if (without.length > 0)
        remark(`Services that ${release} finds invalid are left out: ${without.join(', ')}`)
      const stored = await storedInputs(server, recordings, minorOf(version.slice(1)))
      const asked = ipvsVariantsOf(release).map((one) => (without.length === 0 ? one : { ...one, without }))
      const taken = await programmed(workshop, folder, asked, stored)
      taken.refused.forEach(remark)
      const { variants, files } = shortened(taken.variants, taken.files)
      const texts = { 'ipvs-variants.json': listText(variants), ...files }
      return Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [`${rulesFolder}/${version}/${name}`, text]),
      )
    } finally {
      await server.stop()
    }
  })
