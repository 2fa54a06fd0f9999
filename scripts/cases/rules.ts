// node/rules/variants.json, and one in the folder of each release that `npm run record` recorded: the rules that
// kube-proxy programmed for recorded Services, one case per chain, set or map.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorOf } from '../../component-base/minor.ts'
import { loadRelease } from '../../component-base/release.ts'
import { type PreparedKubeProxy, prepareKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { proxyConfigOf } from '../../kube-proxy-sim/rules/from-configuration.ts'
import { renderIptables } from '../../kube-proxy-sim/rules/iptables/render-iptables.ts'
import { renderIpvs } from '../../kube-proxy-sim/rules/ipvs/render-ipvs.ts'
import type {
  ClusterState,
  EndpointSlice,
  ProxyNode,
  Service,
} from '../../kube-proxy-sim/rules/model/objects.ts'
import { renderNftables } from '../../kube-proxy-sim/rules/nftables/render-nftables.ts'
import type { ProxyConfig } from '../../kube-proxy-sim/rules/proxy-config.ts'
import { type RuleBlocks, ruleBlocks } from '../../kube-proxy-sim/rules/rule-blocks.ts'
import { type Hunk, withHunks } from '../record/cases/hunks.ts'
import { present, readJson } from './case-files.ts'
import { type CaseKind, compareJson, once, type RecordedCase } from './recorded-case.ts'

interface Variant {
  release: string
  variant: string
  flags: Record<string, string>
  golden: string[]
  /** Names of recorded Services that the release's server did not take. */
  without?: string[]
  /** Of a golden file that is not there: the one that it is told from, and what differs. */
  from?: string
  hunks?: Record<string, readonly Hunk[]>
}

interface Inputs {
  node: ProxyNode
  services: Service[]
  endpointSlices: EndpointSlice[]
  serviceCIDRs?: string[]
}

const folder = 'node/rules'
const variantsFile = `${folder}/variants.json`
/** The service network of the recorded API servers. */
const recordedServiceCIDRs = ['10.0.0.0/24']

/** The recorded Services, and the API server's own one. @param without names of those that the release did not take */
function clusterState(dir: string, all: Inputs, without: readonly string[]): ClusterState {
  const inputs = {
    ...all,
    services: all.services.filter(({ metadata }) => !without.includes(metadata.name ?? '')),
  }
  const own = `${folder}/default-kubernetes.json`
  if (!existsSync(join(dir, own))) return inputs
  const { svc, slices } = readJson<{ svc: Service; slices: { items: EndpointSlice[] } }>(dir, own)
  return {
    services: [svc, ...inputs.services],
    endpointSlices: [...slices.items, ...inputs.endpointSlices],
  }
}

/** Flags as klog lists them: an array stands in brackets. */
const flagArgs = (flags: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags)
    .filter(([, value]) => value !== '[]')
    .map(([flag, value]) => `${flag}=${value.replace(/^\[(.*)\]$/, '$1')}`)

/** The mask bit that the proxy served at /configz, where that is recorded: the flags leave it out. */
function recordedMasqueradeBit(dir: string, golden: string): string[] {
  const path = join(dir, golden.replace(/\.(iptables|nft)\.golden\.txt$/, '.configz.json'))
  const configz = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const bit = /"iptables":\{"masqueradeBit":([0-9]+)/i.exec(configz)?.[1]
  return bit === undefined ? [] : [`--iptables-masquerade-bit=${bit}`]
}

async function prepared(variant: Variant, more: readonly string[]): Promise<PreparedKubeProxy> {
  const silent = { log: () => {}, logS: () => {} }
  const result = await prepareKubeProxy([...flagArgs(variant.flags), ...more], {
    release: loadRelease(variant.release),
    logger: silent,
    notice: () => {},
    readText: (path) => Promise.reject(new Error(path)),
  })
  if ('print' in result) throw new Error(`${variant.variant} prints`)
  return result
}

function proxyConfig(proxy: PreparedKubeProxy, variant: Variant, inputs: Inputs): ProxyConfig {
  return proxyConfigOf({
    config: proxy.config,
    gates: proxy.gates,
    minor: minorOf(variant.release),
    nodeName: variant.flags['--hostname-override'] ?? '',
    node: inputs.node,
    serviceCIDRs: inputs.serviceCIDRs ?? recordedServiceCIDRs,
  })
}

/** In ipvs mode rules stand in the order of fixed lists; only those of single Services come from a Go map. */
const fromMap = (block: string): boolean => block === 'filter KUBE-IPVS-OUT-FILTER'

/** The blocks of what each tool shows, of IPv4, and the types of sets. */
const ipvsBlocks = (texts: readonly string[]): RuleBlocks =>
  new Map(
    texts
      .flatMap((text) => [...ruleBlocks(text, fromMap), ...setTypes(text)])
      .filter(([block]) => !/^KUBE-6-|^\w+ \[/.test(block)),
  )

const setTypes = (text: string): [string, string[]][] =>
  [...text.matchAll(/^Name: (\S+)\nType: (\S+)$/gm)].map(([, name, type]) => [`${name} type`, [type!]])

const goldenBlocks = (name: string, text: string): RuleBlocks =>
  name.includes('.ipvs.') ? ipvsBlocks(text.split(/^# .*\n/m).slice(1)) : ruleBlocks(text)

function render(golden: string, state: ClusterState, config: ProxyConfig): RuleBlocks {
  if (golden.includes('.nft.')) return ruleBlocks(renderNftables(state, config))
  if (!golden.includes('.ipvs.')) return ruleBlocks(renderIptables(state, 'IPv4', config))
  const { ipvsadm, ipset, iptables } = renderIpvs(state, config)
  return ipvsBlocks([ipvsadm, ipset, iptables.IPv4])
}

async function renderedBlocks(dir: string, variant: Variant, golden: string): Promise<RuleBlocks> {
  const inputs = readJson<Inputs>(dir, `${folder}/inputs.json`)
  const state = clusterState(dir, inputs, variant.without ?? [])
  const proxy = await prepared(variant, recordedMasqueradeBit(dir, golden))
  return render(golden, state, proxyConfig(proxy, variant, inputs))
}

/** One case for each recorded block, and one for blocks that were not recorded. */
function casesOf(dir: string, variant: Variant, name: string): RecordedCase[] {
  const golden = goldenPath(dir, variant, name)
  const want = goldenBlocks(name, goldenText(dir, variant, name))
  const rendered = once(() => renderedBlocks(dir, variant, golden))
  const id = `${variant.release} ${variant.variant}`
  const recorded = [...want].map(([block, lines]) => ({
    id: `${id} ${block}`,
    difference: async () => compareJson(lines, (await rendered()).get(block) ?? null),
  }))
  const others = async (): Promise<string> =>
    compareJson([...want.keys()].sort(), [...(await rendered()).keys()].sort())
  return [...recorded, { id: `${id} has these blocks only`, difference: others }]
}

/** Golden files stand in a folder of the release, whichever patch it was. */
function goldenPath(dir: string, { release }: Variant, name: string): string {
  const found = readdirSync(join(dir, folder)).find((entry) => entry.startsWith(`v${release}.`))
  return `${folder}/${found ?? `v${release}`}/${name}`
}

function goldenText(dir: string, variant: Variant, name: string): string {
  const hunks = variant.hunks?.[name]
  const file = hunks === undefined ? name : variant.from!
  const text = readFileSync(join(dir, goldenPath(dir, variant, file)), 'utf8')
  return hunks === undefined ? text : withHunks(text, hunks)
}

const releaseFolder = /^v\d+\.\d+\.\d+$/

/** The lists of variants in the folders of releases. */
const variantsOfReleases = (dir: string): string[] =>
  readdirSync(join(dir, folder))
    .filter((name) => releaseFolder.test(name))
    .flatMap((name) => ['variants', 'ipvs-variants'].map((list) => `${folder}/${name}/${list}.json`))
    .filter((file) => existsSync(join(dir, file)))

/** The recorded rules of kube-proxy. */
export const rulesCases: CaseKind = {
  files: (dir) =>
    existsSync(join(dir, folder)) ? [...present(dir, variantsFile), ...variantsOfReleases(dir)] : [],
  cases: (dir, file) =>
    readJson<Variant[]>(dir, file).flatMap((variant) =>
      variant.golden.flatMap((name) => casesOf(dir, variant, name)),
    ),
}
