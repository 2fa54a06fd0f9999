// What kind refuses of a configuration. Upstream: kind's pkg/internal/apis/config/{encoding/load,validate}.go

import { type KindNetworking, wrongNetworks } from '../../cluster/network/kind-networks.ts'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from '../../component-base/yaml.ts'

/** Type → its fields, and the type of those that have one of kind's. */
const types: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Cluster: {
    ...fields('kind', 'apiVersion', 'name', 'featureGates', 'runtimeConfig', 'kubeadmConfigPatches'),
    ...fields('containerdConfigPatches', 'containerdConfigPatchesJSON6902'),
    nodes: 'Node',
    networking: 'Networking',
    kubeadmConfigPatchesJSON6902: 'PatchJSON6902',
  },
  Node: {
    ...fields('role', 'image', 'labels', 'kubeadmConfigPatches'),
    extraMounts: 'Mount',
    extraPortMappings: 'PortMapping',
    kubeadmConfigPatchesJSON6902: 'PatchJSON6902',
  },
  Networking: fields(
    ...['ipFamily', 'apiServerPort', 'apiServerAddress', 'podSubnet', 'serviceSubnet', 'disableDefaultCNI'],
    ...['kubeProxyMode', 'dnsSearch'],
  ),
  PatchJSON6902: fields('group', 'version', 'kind', 'patch'),
  Mount: fields('containerPath', 'hostPath', 'readOnly', 'selinuxRelabel', 'propagation'),
  PortMapping: fields('containerPort', 'hostPort', 'listenAddress', 'protocol'),
}

function fields(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** Throws an Error with kind's message for a text that it does not take for a configuration. An empty one it does. */
export function checkKindConfig(text: string): void {
  if (text.trim() === '') return
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'error' })
  const [broken] = document.errors
  if (broken !== undefined)
    throw new Error(
      `could not determine kind / apiVersion for config: yaml: line ${lines.linePos(broken.pos[0]).line}: ${broken.message.split('\n')[0]!.replace(/ at line .*$/, '')}`,
    )
  const { apiVersion = '', kind = '' } = (document.toJS() ?? {}) as { apiVersion?: string; kind?: string }
  if (apiVersion !== 'kind.x-k8s.io/v1alpha4') throw new Error(`unknown apiVersion: ${apiVersion}`)
  if (kind !== 'Cluster') throw new Error(`unknown kind ${kind} for apiVersion: ${apiVersion}`)
  const unknown = unknownFields(document.contents, 'Cluster', lines)
  if (unknown.length > 0)
    throw new Error(
      `unable to decode config: yaml: unmarshal errors:\n${unknown.map((line) => `  ${line}`).join('\n')}`,
    )
  const wrong = wrongValues(document.toJS() as KindFields)
  if (wrong.length > 0) throw new Error(wrong.length === 1 ? wrong[0] : `[${wrong.join(', ')}]`)
}

function unknownFields(node: Node | null, type: string, lines: LineCounter): string[] {
  if (isSeq(node)) return node.items.flatMap((item) => unknownFields(item as Node, type, lines))
  if (!isMap(node)) return []
  const known = types[type]!
  return node.items.flatMap(({ key, value }) => {
    if (!isScalar(key)) return []
    const name = String(key.value)
    if (!Object.hasOwn(known, name))
      return [`line ${lines.linePos(key.range![0]).line}: field ${name} not found in type v1alpha4.${type}`]
    return known[name] === '' ? [] : unknownFields(value as Node | null, known[name]!, lines)
  })
}

interface KindFields {
  name?: string
  networking?: KindNetworking & { kubeProxyMode?: string; apiServerPort?: number }
  nodes?: { role?: string }[]
}

const modes = ['iptables', 'ipvs', 'none', 'nftables']

function wrongValues({ name = 'kind', networking = {}, nodes = [{}] }: KindFields): string[] {
  const { kubeProxyMode: mode = 'iptables', apiServerPort: port = 0 } = networking
  const roles = nodes.map(({ role = 'control-plane' }) => role)
  return [
    ...(/^[a-z0-9.-]+$/.test(name)
      ? []
      : [`'${name}' is not a valid cluster name, cluster names must match \`^[a-z0-9.-]+$\``]),
    ...(port < -1 || port > 65535 ? [`invalid apiServerPort: invalid port number: ${port}`] : []),
    ...wrongNetworks(networking),
    ...(modes.includes(mode) ? [] : [`invalid kubeProxyMode: ${mode}`]),
    ...roles.flatMap((role, at) =>
      role === 'control-plane' || role === 'worker'
        ? []
        : [`invalid configuration for node ${at}: "${role}" is not a valid node role`],
    ),
    ...(roles.includes('control-plane') ? [] : ['must have at least one control-plane node']),
  ]
}
