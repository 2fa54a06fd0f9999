// The command lines that rules are recorded with.

import type { Hunk } from './hunks.ts'

/** A command line of kube-proxy, by a name. */
export interface Variant {
  /** `1.29` */
  release: string
  variant: string
  flags: Record<string, string>
  /** File names of what it programmed, below the folder of the release. */
  golden: string[]
  /** What it logged at --v=2 until it knew what to do. */
  log?: string[]
  /** Names of Services of the inputs that the release's server does not take. */
  without?: string[]
  /** The golden file that `hunks` tell those from that are not there. */
  from?: string
  hunks?: Record<string, readonly Hunk[]>
}

const node = { '--hostname-override': 'n1' }
const iptables = { ...node, '--proxy-mode': 'iptables' }
const nftables = { ...node, '--proxy-mode': 'nftables' }
const clusterCIDR = { '--cluster-cidr': '10.244.0.0/16' }

/** Each is recorded where the release's kube-proxy takes its flags. */
const commandLines: Record<string, Record<string, string>> = {
  iptables: { ...iptables, ...clusterCIDR },
  'iptables-nocidr': iptables,
  'iptables-nodecidr': { ...iptables, '--detect-local-mode': 'NodeCIDR' },
  'iptables-bridge': {
    ...iptables,
    '--detect-local-mode': 'BridgeInterface',
    '--pod-bridge-interface': 'cbr0',
  },
  'iptables-prefix': {
    ...iptables,
    '--detect-local-mode': 'InterfaceNamePrefix',
    '--pod-interface-name-prefix': 'veth',
  },
  'iptables-masqall-cidrnp': {
    ...iptables,
    ...clusterCIDR,
    '--masquerade-all': 'true',
    '--nodeport-addresses': '10.1.1.0/24',
    '--iptables-masquerade-bit': '5',
  },
  'iptables-loopback-np': { ...iptables, ...clusterCIDR, '--nodeport-addresses': '127.0.0.0/8,10.1.1.0/24' },
  'iptables-no-localhost': { ...iptables, ...clusterCIDR, '--iptables-localhost-nodeports': 'false' },
  'iptables-liberal': { ...iptables, ...clusterCIDR, '--conntrack-tcp-be-liberal': 'true' },
  'iptables-beta-off': { ...iptables, ...clusterCIDR, '--feature-gates': 'AllBeta=false' },
  'iptables-alpha-on': { ...iptables, ...clusterCIDR, '--feature-gates': 'AllAlpha=true' },
  nftables: { ...nftables, ...clusterCIDR, '--feature-gates': 'NFTablesProxyMode=true' },
  'nftables-nodecidr-cidrnp': {
    ...nftables,
    '--feature-gates': 'NFTablesProxyMode=true',
    '--detect-local-mode': 'NodeCIDR',
    '--masquerade-all': 'true',
    '--nodeport-addresses': '10.1.1.0/24',
  },
}

const ipvs = { ...node, '--proxy-mode': 'ipvs' }

/** Those of ipvs mode, which every release has. */
const ipvsCommandLines: Record<string, Record<string, string>> = {
  ipvs: { ...ipvs, ...clusterCIDR },
  'ipvs-nocidr': ipvs,
  'ipvs-nodecidr': { ...ipvs, '--detect-local-mode': 'NodeCIDR' },
  'ipvs-masqall-cidrnp': {
    ...ipvs,
    ...clusterCIDR,
    '--masquerade-all': 'true',
    '--nodeport-addresses': '10.1.1.0/24',
    '--iptables-masquerade-bit': '5',
  },
  'ipvs-loopback-np': { ...ipvs, ...clusterCIDR, '--nodeport-addresses': '127.0.0.0/8,10.1.1.0/24' },
  'ipvs-no-np': { ...ipvs, ...clusterCIDR, '--nodeport-addresses': '192.0.2.0/24' },
  'ipvs-mh': { ...ipvs, ...clusterCIDR, '--ipvs-scheduler': 'mh' },
}

/** The variants of a release in ipvs mode. @param release `1.29` */
export const ipvsVariantsOf = (release: string): Variant[] =>
  Object.entries(ipvsCommandLines).map(([variant, flags]) => ({
    release,
    variant,
    flags,
    golden: [`${variant}.ipvs.golden.txt`],
  }))

/** The variants of a release, in the order in which they are recorded. @param release `1.29` */
export const variantsOf = (release: string): Variant[] =>
  Object.entries(commandLines).map(([variant, flags]) => ({
    release,
    variant,
    flags,
    golden: [`${variant}.${flags['--proxy-mode'] === 'nftables' ? 'nft' : 'iptables'}.golden.txt`],
  }))
