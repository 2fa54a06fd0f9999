// iptables-save, iptables -S, nft, ipvsadm and ipset: they show what the machine's kube-proxy programmed.
import type { RunningComponent } from '../../cluster/component-start.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { IPFamily } from '../../component-base/ip-family.ts'
import type { Connection } from '../../kube-proxy-sim/datapath/conntrack.ts'
import type { CommandResult } from './command-result.ts'
import { type ListOptions, listTable, type RuleCount } from './iptables-list.ts'
import type { Machine, MachineCommand } from './machine.ts'
import { networkOf } from './network.ts'

/** What each tool shows, as kube-proxy-sim renders it; empty where the mode does not use the tool. */
export interface ToolTexts {
  iptablesSave: string
  ip6tablesSave: string
  nft: string
  ipvsadm: string
  ipset: string
}

type Programs = RunningComponent & { rules(): ToolTexts | undefined }
/** What a rule of iptables has matched, by table and by its line of iptables-save. */
type Count = (family: IPFamily, table: string, line: string) => RuleCount
type Tool = (texts: ToolTexts, args: readonly string[], count: Count) => CommandResult

const none: ToolTexts = { iptablesSave: '', ip6tablesSave: '', nft: '', ipvsadm: '', ipset: '' }
const printed = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
const refused = (stderr: string, exitCode = 1): CommandResult => ({ stdout: '', stderr, exitCode })

const tools = {
  'iptables-save': ({ iptablesSave }, args) => save(iptablesSave, args),
  'ip6tables-save': ({ ip6tablesSave }, args) => save(ip6tablesSave, args),
  iptables: ({ iptablesSave }, args, count) =>
    listRules('iptables', iptablesSave, args, (table, line) => count('IPv4', table, line)),
  ip6tables: ({ ip6tablesSave }, args, count) =>
    listRules('ip6tables', ip6tablesSave, args, (table, line) => count('IPv6', table, line)),
  nft: ({ nft }, args) => listNft(nft, args),
  ipvsadm: ({ ipvsadm }, args) =>
    args.some((arg) => /^(-L|-l|--list)/.test(arg)) || args.length === 0
      ? printed(ipvsadm)
      : notSimulated('ipvsadm', args),
  ipset: ({ ipset }, args) => listSets(ipset, args),
} satisfies Readonly<Record<string, Tool>>
type RuleTool = keyof typeof tools

/** kube-proxy syncs once in a second at most, by default; who types is slower than that. */
const syncMs = 1200

/** On a node its own kube-proxy is shown, on the author's computer that of the first node. */
export const ruleTool =
  (name: RuleTool): MachineCommand['run'] =>
  async (machine, args, _ctx, host) => {
    const { clock, waits = clock } = machine.options
    await new Promise<void>((resolve) => void waits.setTimeout(resolve, syncMs))
    const { running, ended } = machine.cluster
    const node = machine.computers.nodes.has(host.name) ? host.name : ''
    const components = new Map([...running, ...ended])
    const kernel = (await networkOf(machine))?.kernelOf(node || firstNode(components))
    const count: Count = (...rule) => kernel?.count(...rule) ?? nothing
    const texts = textsOf(components, node)
    const counted = { ...texts, ipvsadm: withConnections(texts.ipvsadm, kernel?.connections() ?? []) }
    return runRuleTool(name, args, counted, count)
  }

/** A text of `ipvsadm -Ln` with the connections of each server: those that were answered, and others. */
export function withConnections(text: string, connections: readonly Connection[]): string {
  const counts = new Map<string, [number, number]>()
  for (const { balanced, protocol, original, reply, answered } of connections) {
    if (!balanced) continue
    const server = joinHostPort(original.destination.text, original.destinationPort)
    const key = `${protocol} ${server} ${joinHostPort(reply.source.text, reply.sourcePort)}`
    const known = counts.get(key) ?? [0, 0]
    counts.set(key, known)
    known[protocol === 'tcp' && answered ? 0 : 1]++
  }
  let server = ''
  return text.replace(
    /^(TCP|UDP|SCTP) +(\S+).*$|^( {2}-> (\S+) +\w+ +\d+ +)0 +0 +$/gm,
    (line, protocol, ip, head, real) => {
      if (protocol !== undefined) server = `${protocol.toLowerCase()} ${ip}`
      if (head === undefined) return line
      const [active, inactive] = counts.get(`${server} ${real}`) ?? [0, 0]
      return `${head}${`${active}`.padEnd(10)} ${`${inactive}`.padEnd(10)}`
    },
  )
}

const nothing: RuleCount = { packets: 0, bytes: 0 }

/** The node of the first kube-proxy. */
const firstNode = (components: ReadonlyMap<string, RunningComponent>): string =>
  [...components.keys()].find((name) => name.startsWith('kube-proxy/'))?.slice('kube-proxy/'.length) ?? ''

/** Runs a tool that shows rules. @param texts the rules of the machine's kube-proxy by tool */
export const runRuleTool = (
  name: string,
  args: readonly string[],
  texts: ToolTexts,
  count: Count = () => nothing,
): CommandResult => (tools as Readonly<Record<string, Tool>>)[name]!(texts, args, count)

/** What every node's kube-proxy programmed, once it had the time for it; none where none ever ran. */
export async function programmedRules(
  machine: Machine,
): Promise<{ node: string; iptables: string; nftables: string; ipvs: string }[]> {
  const { clock, waits = clock } = machine.options
  await new Promise<void>((resolve) => void waits.setTimeout(resolve, syncMs))
  const { running, ended } = machine.cluster
  return [...new Map([...ended, ...running])]
    .filter(([name]) => name.startsWith('kube-proxy/'))
    .map(([name, proxy]) => {
      const { iptablesSave, ip6tablesSave, nft, ipvsadm } = rulesOf(proxy)
      return {
        node: name.slice('kube-proxy/'.length),
        iptables: iptablesSave + ip6tablesSave,
        nftables: nft,
        ipvs: ipvsadm,
      }
    })
}

/** @param components those that run, and those that ended: rules stay in the kernel until `kube-proxy --cleanup` */
function textsOf(components: ReadonlyMap<string, RunningComponent>, node: string): ToolTexts {
  const proxy = [...components].find(([name]) => name.startsWith(`kube-proxy/${node}`))?.[1]
  return rulesOf(proxy)
}

const rulesOf = (proxy: RunningComponent | undefined): ToolTexts =>
  (proxy !== undefined && 'rules' in proxy ? (proxy as Programs).rules() : undefined) ?? none

const notSimulated = (tool: string, args: readonly string[]): CommandResult => ({
  ...refused(`${tool}: this machine only lists rules: ${args.join(' ')}\n`, 2),
  limit: 'not simulated',
})

function optionOf(args: readonly string[], short: string, long: string): string | undefined {
  const at = args.findIndex((arg) => arg === short || arg === long)
  if (at >= 0) return args[at + 1]
  return args.find((arg) => arg.startsWith(`${long}=`))?.slice(long.length + 1)
}

const tableOf = (text: string, table: string): string =>
  new RegExp(`^\\*${table}\\n[^]*?^COMMIT\\n`, 'm').exec(text)?.[0] ?? ''

function save(text: string, args: readonly string[]): CommandResult {
  const table = optionOf(args, '-t', '--table')
  return printed(table === undefined ? text : tableOf(text, table.replace(/\W/g, '')))
}

/** Of `-nvL [CHAIN]`: undefined for other commands, and for names in place of numbers. */
function listingOf(args: readonly string[]): Omit<ListOptions, 'count'> | undefined {
  const short = args.filter((arg) => /^-[nvxLw]+$/.test(arg)).join('')
  const has = (letter: string, long: string): boolean => short.includes(letter) || args.includes(long)
  const known = /^(?:-[nvxLw]+|-t|--table(?:=.*)?|--(?:list|numeric|verbose|exact|line-numbers)|[^-].*)$/
  if (!has('L', '--list') || !has('n', '--numeric') || !args.every((arg) => known.test(arg))) return undefined
  const isTable = (at: number): boolean => /^(?:-t|--table)$/.test(args[at - 1] ?? '')
  return {
    chain: args.find((arg, at) => !arg.startsWith('-') && !isTable(at)),
    verbose: has('v', '--verbose'),
    exact: has('x', '--exact'),
    lineNumbers: args.includes('--line-numbers'),
  }
}

/** `-S [CHAIN]`: policies and chains, then rules. */
function listRules(
  tool: string,
  text: string,
  args: readonly string[],
  count: (table: string, line: string) => RuleCount,
): CommandResult {
  const name = (optionOf(args, '-t', '--table') ?? 'filter').replace(/\W/g, '')
  const table = tableOf(text, name)
  const listing = listingOf(args)
  if (listing !== undefined) {
    const listed = listTable(table, { ...listing, count: (line) => count(name, line) })
    if (listed === undefined) return notSimulated(tool, args)
    return listed === '' && listing.chain !== undefined
      ? refused(`${tool}: No chain/target/match by that name.\n`)
      : printed(listed)
  }
  if (!args.includes('-S') && !args.includes('--list-rules')) return notSimulated(tool, args)
  const named = optionOf(args, '-S', '--list-rules')
  const chain = named === undefined || named.startsWith('-') ? undefined : named
  const lines = table.split('\n').flatMap((line): [string, string][] => {
    const head = /^:(\S+) (\S+)/.exec(line)
    if (head !== null) return [[head[1]!, head[2] === '-' ? `-N ${head[1]}` : `-P ${head[1]} ${head[2]}`]]
    const rule = /^-A (\S+)/.exec(line)
    return rule === null ? [] : [[rule[1]!, line]]
  })
  const shown = lines.filter(([of]) => chain === undefined || of === chain)
  if (chain !== undefined && shown.length === 0)
    return refused(`${tool}: No chain/target/match by that name.\n`)
  return printed(shown.map(([, line]) => `${line}\n`).join(''))
}

const noSuchObject = 'Error: No such file or directory\n'

/** `list ruleset`, `list tables`, `list table F T`, `list chain|set|map F T NAME`. */
function listNft(text: string, args: readonly string[]): CommandResult {
  const [verb, what, family, table, name] = args.filter((arg) => !arg.startsWith('-'))
  if (verb !== 'list') return notSimulated('nft', args)
  const found = text.split(/^(?=table )/m).filter((one) => one !== '')
  if (what === 'ruleset') return printed(family === undefined ? text : found.filter(of(family)).join(''))
  if (what === 'tables') return printed(found.map((one) => `${/^.*(?= \{)/.exec(one)![0]}\n`).join(''))
  if (!/^(table|chain|set|map)$/.test(what ?? '')) return notSimulated('nft', args)
  const own = found.filter(of(`${family} ${table}`)).join('')
  if (own === '') return refused(noSuchObject)
  if (what === 'table') return printed(own)
  const blocks = own.split(/\n\n/).flatMap((block) => block.split(/^(?=\t(?:chain|set|map) )/m))
  const block = blocks.find((one) => one.startsWith(`\t${what} ${name} {`))
  if (block === undefined) return refused(noSuchObject)
  return printed(`table ${family} ${table} {\n${block.replace(/\n\}?\n?$/, '')}\n}\n`)
}

const of =
  (start: string) =>
  (table: string): boolean =>
    table.startsWith(`table ${start} `)

function listSets(text: string, args: readonly string[]): CommandResult {
  const [verb, name] = args.filter((arg) => !/^-[^Ll]/.test(arg))
  if (verb === undefined || !/^(list|-L|--list)$/.test(verb)) return notSimulated('ipset', args)
  if (name === undefined) return printed(text)
  const set = text.split(/^(?=Name: )/m).find((one) => one.startsWith(`Name: ${name}\n`))
  return set === undefined
    ? refused(`ipset v7.17: The set with the given name does not exist\n`)
    : printed(`${set.trimEnd()}\n`)
}
