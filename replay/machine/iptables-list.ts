// `iptables -L`: chains and rules as a table. Upstream: iptables/nft-shared.c, nft-ipv4.c, extensions/libxt_*.c (1.8.9)
import {
  type Extension,
  type Option,
  parseSavedRule,
} from '../../kube-proxy-sim/datapath/iptables/save-line.ts'

/** Packets and bytes that a rule has matched. */
export interface RuleCount {
  packets: number
  bytes: number
}

/** What of a table is listed. */
export interface ListOptions {
  /** Default: all. */
  chain: string | undefined
  verbose: boolean
  lineNumbers: boolean
  /** Figures in full. */
  exact: boolean
  /** Of a rule, by its line of iptables-save. */
  count(line: string): RuleCount
}

/** A chain with its rules, as lines of iptables-save. */
interface ListedChain {
  name: string
  /** `-` of a chain that no hook calls. */
  policy: string
  rules: string[]
}

/**
 * The listing of a table of iptables-save, numeric. Undefined where it has a match that is not known; empty where there is no such
 * chain.
 */
export function listTable(table: string, options: ListOptions): string | undefined {
  const chains = chainsOf(table)
  const shown = chains.filter(({ name }) => options.chain === undefined || name === options.chain)
  const sorted = [
    ...shown.filter(({ policy }) => policy !== '-'),
    ...shown.filter(({ policy }) => policy === '-'),
  ]
  const texts = sorted.map((chain) => chainText(chain, chains, options))
  return texts.some((text) => text === undefined) ? undefined : texts.join('\n')
}

function chainsOf(table: string): ListedChain[] {
  const chains = new Map<string, ListedChain>()
  for (const line of table.split('\n')) {
    const [, name, policy] = /^:(\S+) (\S+)/.exec(line) ?? []
    if (name !== undefined) chains.set(name, { name, policy: policy!, rules: [] })
    const [, chain] = /^-A (\S+)/.exec(line) ?? []
    if (chain !== undefined) chains.get(chain)?.rules.push(line)
  }
  return [...chains.values()]
}

function chainText(
  { name, policy, rules }: ListedChain,
  all: readonly ListedChain[],
  options: ListOptions,
): string | undefined {
  const { verbose, lineNumbers } = options
  const references = all.reduce(
    (sum, chain) =>
      sum + chain.rules.filter((line) => line.endsWith(` -j ${name}`) || line.endsWith(` -g ${name}`)).length,
    0,
  )
  // Deviates: what reached the end of a chain is not counted.
  const counted = verbose ? ' 0 packets, 0 bytes' : ''
  const about = policy === '-' ? `${references} references` : `policy ${policy}${counted}`
  const columns = `${lineNumbers ? 'num  ' : ''}${verbose ? ' pkts bytes ' : ''}target     prot opt ${verbose ? 'in     out     ' : ''}source               destination         `
  const lines = rules.map((line, at) => ruleText(line, at, options))
  if (lines.some((line) => line === undefined)) return undefined
  return [`Chain ${name} (${about})`, columns, ...lines, ''].join('\n')
}

const protocolNumbers: Readonly<Record<string, string>> = { tcp: '6', udp: '17', sctp: '132', icmp: '1' }

function ruleText(
  line: string,
  at: number,
  { verbose, lineNumbers, exact, count }: ListOptions,
): string | undefined {
  const { headers, matches, target } = parseSavedRule(line)
  const of = (name: string): Option | undefined => headers.find((one) => one.name === name)
  const extras = [...matches.map(matchText), target === undefined ? '' : targetText(target)]
  if (extras.includes(undefined)) return undefined
  const { packets, bytes } = count(line)
  const anywhere = line.includes('::') ? '::/0' : '0.0.0.0/0'
  const protocol = of('-p')?.values[0]
  return [
    lineNumbers ? `${at + 1}`.padEnd(4).concat(' ') : '',
    verbose ? `${figure(packets, exact)} ${figure(bytes, exact)} ` : '',
    `${(target?.name ?? '').padEnd(9)}  `,
    `${(protocol === undefined ? '0' : (protocolNumbers[protocol] ?? protocol)).padEnd(4)} -- `,
    verbose ? ` ${interfaceText(of('-i'))} ${interfaceText(of('-o'))} ` : '',
    addressText(of('-s'), anywhere),
    addressText(of('-d'), anywhere),
    ...extras.filter((text) => text !== '').map((text) => ` ${text}`),
  ].join('')
}

const interfaceText = (option: Option | undefined): string =>
  `${option?.not === true ? '!' : ''}${option?.values[0] ?? '*'}`.padEnd(6)

const addressText = (option: Option | undefined, anywhere: string): string => {
  const text = option?.values[0] ?? anywhere
  return `${option?.not === true ? '!' : ' '}${text.replace(/\/(?:32|128)$/, '').padEnd(19)} `
}

/** Five characters: `12345`, ` 123K`. */
function figure(value: number, exact: boolean): string {
  if (exact) return `${value}`.padStart(8)
  if (value <= 99_999) return `${value}`.padStart(5)
  const thousands = Math.floor((value + 500) / 1000)
  return thousands <= 9999
    ? `${thousands}K`.padStart(5)
    : `${Math.floor((thousands + 500) / 1000)}M`.padStart(5)
}

const optionValue = ({ options }: Extension, name: string): string | undefined =>
  options.find((one) => one.name === name)?.values[0]

const signed = ({ not, values }: Option): string => `${not ? '!' : ''}${values.join(' ')}`

const portText = (match: Extension): string =>
  [
    match.name,
    ...match.options.map((one) => {
      const side = one.name === '--sport' ? 'spt' : 'dpt'
      return `${one.values[0]?.includes(':') ? `${side}s` : side}:${signed(one)}`
    }),
  ].join(' ')

const recentText = (match: Extension): string => {
  const has = (name: string): boolean => match.options.some((one) => one.name === name)
  const seconds = optionValue(match, '--seconds')
  const kind = has('--set') ? 'SET' : has('--rcheck') ? 'CHECK' : has('--update') ? 'UPDATE' : 'REMOVE'
  return [
    `recent: ${kind}`,
    ...(seconds === undefined ? [] : [`seconds: ${seconds}`]),
    ...(has('--reap') ? ['reap'] : []),
    `name: ${optionValue(match, '--name')}`,
    `side: ${has('--rdest') ? 'dest' : 'source'}`,
    `mask: ${optionValue(match, '--mask') ?? '255.255.255.255'}`,
  ].join(' ')
}

const matchTexts: Readonly<Record<string, (match: Extension) => string>> = {
  comment: (match) => `/* ${optionValue(match, '--comment')} */`,
  tcp: portText,
  udp: portText,
  sctp: portText,
  conntrack: ({ options: [state] }) => `${state!.not ? '! ' : ''}ctstate ${state!.values[0]}`,
  mark: ({ options: [mark] }) => `mark match ${mark!.not ? '! ' : ''}${mark!.values[0]}`,
  addrtype: ({ options }) =>
    `ADDRTYPE match ${options.map((one) => `${one.name.slice(2)} ${signed(one)}`).join(' ')}`,
  statistic: (match) => `statistic mode random probability ${optionValue(match, '--probability')}`,
  recent: recentText,
  set: ({ options: [one] }) => `${one!.not ? '! ' : ''}match-set ${one!.values.join(' ')}`,
  physdev: ({ options }) =>
    `PHYSDEV match ${options.map((one) => `${one.not ? '! ' : ''}${one.name}`).join(' ')}`,
  nfacct: (match) => `nfacct-name  ${optionValue(match, '--nfacct-name')}`,
}

const matchText = (match: Extension): string | undefined =>
  Object.hasOwn(matchTexts, match.name) ? matchTexts[match.name]!(match) : undefined

/** What a target says of its own; that of a chain or verdict is nothing. */
function targetText(target: Extension): string | undefined {
  if (target.name === 'REJECT')
    return `reject-with ${optionValue(target, '--reject-with') ?? 'icmp-port-unreachable'}`
  if (target.name === 'DNAT') return `to:${optionValue(target, '--to-destination')}`
  if (target.name === 'MARK') return markText(target)
  return target.options.map(({ name }) => name.slice(2)).join(' ')
}

function markText(target: Extension): string | undefined {
  const given = optionValue(target, '--set-xmark')
  if (given === undefined) return undefined
  const [value = 0, mask = 0xffffffff] = given.split('/').map(Number)
  const hex = (number: number): string => `0x${(number >>> 0).toString(16)}`
  if (value === 0) return `MARK and ${hex(~mask)}`
  if (value === mask) return `MARK or ${hex(value)}`
  if (mask === 0) return `MARK xor ${hex(value)}`
  return mask === 0xffffffff ? `MARK set ${hex(value)}` : `MARK xset ${hex(value)}/${hex(mask)}`
}
