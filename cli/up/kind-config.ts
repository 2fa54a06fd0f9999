// A file of kind's (`kind: Cluster`, kind.x-k8s.io/v1alpha4) as a cluster. What is not simulated is refused, not passed over.
// Upstream: sigs.k8s.io/kind, pkg/apis/config/v1alpha4/types.go
import type { ClusterOptions, NetworkingOptions, NodeOptions } from '../../cluster/cluster-options.ts'
import { type KindNetworking, wrongNetworks } from '../../cluster/network/kind-networks.ts'
import { loadRelease } from '../../component-base/release.ts'
import { LineCounter, parseAllDocuments, syntaxErrorText } from '../../component-base/yaml.ts'
import { InputError } from '../../replay/input-error.ts'
import { readInput } from '../../replay/read-input.ts'

/** What the file says: releases, nodes, gates. `port` is undefined where it names none. */
export interface KindCluster {
  options: Pick<ClusterOptions, 'release' | 'apiservers' | 'nodes' | 'featureGates' | 'networking'>
  /** More flags of kube-apiserver. */
  apiserverFlags: string[]
  port: number | undefined
  /** Names of the nodes that are control planes. */
  controlPlanes: string[]
}

type Fields = Record<string, unknown>

interface KindNode {
  name: string
  role: 'control-plane' | 'worker'
  release: string | undefined
  labels: Readonly<Record<string, string>>
}

const clusterFields = ['kind', 'apiVersion', 'name', 'nodes', 'networking', 'featureGates', 'runtimeConfig']
const nodeFields = ['role', 'image', 'labels']
const subnetFields = ['ipFamily', 'podSubnet', 'serviceSubnet'] as const
const networkFields = ['apiServerAddress', 'apiServerPort', 'kubeProxyMode', ...subnetFields]

/** Throws InputError with the file and the field. @param release of nodes whose image is not named; default: the newest */
export function readKindConfig(file: string, release?: string): KindCluster {
  const config = new Config(file)
  return config.cluster(config.document(), release)
}

class Config {
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  private fail(message: string): never {
    throw new InputError(this.file, undefined, message)
  }

  document(): Fields {
    const lineCounter = new LineCounter()
    const documents = parseAllDocuments(readInput(this.file), { lineCounter, prettyErrors: false })
    const [first] = documents
    const problem = documents.flatMap(({ errors }) => errors)[0]
    if (problem !== undefined) {
      const { line, col } = lineCounter.linePos(problem.pos[0])
      throw new InputError(`${this.file}:${line}:${col}`, undefined, syntaxErrorText(problem))
    }
    const value: unknown = first?.toJS()
    if (documents.length !== 1 || !isFields(value)) return this.fail('write one object, of kind Cluster')
    return value
  }

  cluster(config: Fields, release: string | undefined): KindCluster {
    if (config['kind'] !== 'Cluster' || config['apiVersion'] !== 'kind.x-k8s.io/v1alpha4')
      this.fail('this is not kind: Cluster of apiVersion: kind.x-k8s.io/v1alpha4')
    this.known(config, clusterFields, '')
    const name = this.text(config['name'], 'name') ?? 'kind'
    const network = this.fields(config['networking'], 'networking')
    this.known(network, networkFields, 'networking.')
    const nodes = this.nodes(config['nodes'], name)
    const masters = nodes.filter(({ role }) => role === 'control-plane')
    const releases = masters.map((node) => node.release ?? release)
    const mode = this.text(network['kubeProxyMode'], 'networking.kubeProxyMode')
    return {
      options: {
        ...serversOf(releases),
        nodes: nodes.map((node) => this.node(node, release, masters.length < nodes.length, mode)),
        featureGates: this.booleans(config['featureGates'], 'featureGates'),
        networking: this.networking(network),
      },
      apiserverFlags: this.apiserverFlags(config),
      port: this.port(network),
      controlPlanes: masters.map((node) => node.name),
    }
  }

  private known(fields: Fields, names: readonly string[], path: string): void {
    const other = Object.keys(fields).find((name) => !names.includes(name))
    if (other !== undefined) this.fail(`${path}${other}: kepsim does not simulate this: leave it out`)
  }

  private fields(value: unknown, path: string): Fields {
    if (value === undefined || value === null) return {}
    return isFields(value) ? value : this.fail(`${path}: write an object`)
  }

  private text(value: unknown, path: string): string | undefined {
    if (value === undefined || value === null || value === '') return undefined
    return typeof value === 'string' ? value : this.fail(`${path}: write a text`)
  }

  private booleans(value: unknown, path: string): Record<string, boolean> {
    const entries = Object.entries(this.fields(value, path))
    for (const [name, on] of entries)
      if (typeof on !== 'boolean') this.fail(`${path}.${name}: write true or false`)
    return Object.fromEntries(entries) as Record<string, boolean>
  }

  private texts(value: unknown, path: string): Record<string, string> {
    const entries = Object.entries(this.fields(value, path))
    for (const [name, text] of entries)
      if (typeof text !== 'string') this.fail(`${path}.${name}: write a text`)
    return Object.fromEntries(entries) as Record<string, string>
  }

  /** Upstream: pkg/cluster/internal/providers/common (MakeNodeNamer): the first of a role has no number. */
  private nodes(value: unknown, cluster: string): KindNode[] {
    const list = value ?? [{ role: 'control-plane' }]
    if (!Array.isArray(list) || list.length === 0) return this.fail('nodes: write a list of nodes')
    const counts: Record<string, number> = { 'control-plane': 0, worker: 0 }
    const nodes = list.map((one: unknown, i): KindNode => {
      const path = `nodes[${i}]`
      const fields = this.fields(one, path)
      this.known(fields, nodeFields, `${path}.`)
      const role = fields['role'] ?? 'control-plane'
      if (role !== 'control-plane' && role !== 'worker')
        return this.fail(`${path}.role: write control-plane or worker`)
      const count = counts[role]! + 1
      counts[role] = count
      return {
        name: `${cluster}-${role}${count === 1 ? '' : count}`,
        role,
        release: this.releaseOf(this.text(fields['image'], `${path}.image`), path),
        labels: this.texts(fields['labels'], `${path}.labels`),
      }
    })
    if (counts['control-plane'] === 0) this.fail('nodes: there is no control-plane')
    return nodes
  }

  /** `kindest/node:v1.34.0@sha256:…` → `1.34.0`. */
  private releaseOf(image: string | undefined, path: string): string | undefined {
    if (image === undefined) return undefined
    const [, release] = /:v?(\d+\.\d+(?:\.\d+)?)(?:[-+][\w.-]+)?(?:@sha256:[0-9a-f]+)?$/.exec(image) ?? []
    return (
      release ?? this.fail(`${path}.image: "${image}" has no tag that is a release, as kindest/node:v1.34.0`)
    )
  }

  private node(
    { name, role, release, labels }: KindNode,
    fallback: string | undefined,
    hasWorkers: boolean,
    mode: string | undefined,
  ): NodeOptions {
    const own = release ?? fallback
    const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value}`)
    // As kubeadm: pods go to the workers where there are some.
    const taint = role === 'control-plane' && hasWorkers
    return {
      name,
      ...(own === undefined ? {} : { kubeletRelease: own, kubeProxyRelease: own }),
      kubeletFlags: [
        ...(pairs.length === 0 ? [] : [`--node-labels=${pairs.join(',')}`]),
        ...(taint ? ['--register-with-taints=node-role.kubernetes.io/control-plane:NoSchedule'] : []),
      ],
      ...(mode === undefined ? {} : { kubeProxyFlags: [`--proxy-mode=${mode}`] }),
    }
  }

  private apiserverFlags(config: Fields): string[] {
    const served = Object.entries(this.texts(config['runtimeConfig'], 'runtimeConfig'))
    return served.length === 0 ? [] : [`--runtime-config=${served.map((pair) => pair.join('=')).join(',')}`]
  }

  /** As in kind, a cluster always has pod networks that its Nodes tell. */
  private networking(network: Fields): NetworkingOptions {
    const given = subnetFields.flatMap((name) => {
      const text = this.text(network[name], `networking.${name}`)
      return text === undefined ? [] : [[name, text] as const]
    })
    const networking: KindNetworking = Object.fromEntries(given)
    const [wrong] = wrongNetworks(networking)
    if (wrong !== undefined) this.fail(`networking: ${wrong}`)
    return networking as NetworkingOptions
  }

  private port(network: Fields): number | undefined {
    const address = this.text(network['apiServerAddress'], 'networking.apiServerAddress')
    if (address !== undefined && address !== '127.0.0.1')
      this.fail('networking.apiServerAddress: a simulated cluster listens on 127.0.0.1 only')
    const port = network['apiServerPort']
    if (port === undefined || port === null) return undefined
    if (!(Number.isInteger(port) && (port as number) >= 0 && (port as number) <= 65535))
      this.fail('networking.apiServerPort: write a whole number from 0 to 65535')
    return port as number
  }
}

/** @param releases of the servers; undefined: the newest */
function serversOf(
  releases: readonly (string | undefined)[],
): Pick<ClusterOptions, 'release' | 'apiservers'> {
  if (releases.length > 1) return { apiservers: releases.map((one) => one ?? loadRelease().facts) }
  return releases[0] === undefined ? {} : { release: releases[0] }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
