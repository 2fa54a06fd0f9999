// Reads what iptables-save prints. Upstream: iptables/xshared.c, Linux include/uapi/linux/netfilter_ipv4.h (priorities)
import type { IPFamily } from '../../../component-base/ip-family.ts'
import { widthOf } from '../../../component-base/ip-number.ts'
import { address } from '../address.ts'
import { type BaseChain, type Chain, type Hook, type Rule, RulesetError } from '../ruleset.ts'
import { headerMatch, matchSteps } from './matches.ts'
import { type Option, parseSavedRule, type SavedRule } from './save-line.ts'
import { type SharedState, sharedState } from './shared-state.ts'
import { targetStep } from './targets.ts'

const hooks: Readonly<Record<string, Hook>> = {
  PREROUTING: 'prerouting',
  INPUT: 'input',
  FORWARD: 'forward',
  OUTPUT: 'output',
  POSTROUTING: 'postrouting',
}

function priorityOf(table: string, hook: Hook): number {
  if (table === 'raw') return -300
  if (table === 'mangle') return -150
  if (table === 'security') return 50
  if (table !== 'nat') return 0
  return hook === 'prerouting' || hook === 'output' ? -100 : 100
}

/** The base chains of a text of iptables-save or ip6tables-save. Throws RulesetError, which names the line. */
export function readIptables(
  text: string,
  family: IPFamily,
  state: SharedState = sharedState(),
): BaseChain[] {
  const bases: BaseChain[] = []
  let table = ''
  let chains = new Map<string, Chain>()
  let pending: { chain: Chain; line: string; at: number }[] = []
  text.split('\n').forEach((counted, index) => {
    const line = counted.replace(/^\[\d+:\d+\] /, '').trim()
    const at = index + 1
    if (line === '' || line.startsWith('#')) return
    if (line.startsWith('*')) {
      table = line.slice(1)
      chains = new Map()
      pending = []
    } else if (line.startsWith(':')) addChain(line, at)
    else if (line.startsWith('-A ')) {
      const chain = chains.get(line.split(' ')[1]!)
      if (chain === undefined) throw new RulesetError(`line ${at}: there is no chain ${line.split(' ')[1]}`)
      pending.push({ chain, line, at })
    } else if (line === 'COMMIT') for (const one of pending) one.chain.rules.push(ruleOf(one.line, one.at))
    else throw new RulesetError(`line ${at}: ${line} is no line of iptables-save`)
  })
  return bases

  function addChain(line: string, at: number): void {
    const [, name, policy] = /^:(\S+) (\S+)/.exec(line) ?? []
    if (name === undefined) throw new RulesetError(`line ${at}: ${line} names no chain`)
    const chain: Chain = { name, rules: [] }
    chains.set(name, chain)
    const hook = hooks[name]
    if (hook === undefined) return
    bases.push({
      table,
      family,
      chain,
      hook,
      priority: priorityOf(table, hook),
      isNat: table === 'nat',
      policy: policy === 'DROP' ? 'drop' : 'accept',
    })
  }

  function ruleOf(line: string, at: number): Rule {
    try {
      return { text: line, ...stepsOf(parseSavedRule(line), chains, state) }
    } catch (error) {
      if (error instanceof RulesetError) throw new RulesetError(`line ${at}: ${error.message}`)
      throw error
    }
  }
}

/** What a rule does, and what a packet must have for it, where that is one address or one port. */
function stepsOf(
  rule: SavedRule,
  chains: ReadonlyMap<string, Chain>,
  state: SharedState,
): Pick<Rule, 'steps' | 'only'> {
  const headers = rule.headers.map((option) => ({ option, step: headerMatch(option) }))
  const matches = rule.matches.map((match) => ({ match, steps: matchSteps(match, state) }))
  const steps = [
    ...headers.map(({ step }) => step),
    ...matches.flatMap((one) => one.steps),
    ...(rule.target === undefined ? [] : [targetStep(rule.target, chains)]),
  ]
  const to = headers.find(({ option }) => option.name === '-d' && !option.not)
  const destination = wholeAddress(to?.option.values[0] ?? '')
  if (destination !== undefined) return { steps, only: { destination, step: to!.step } }
  const port = matches.flatMap(({ match }) => one(match.options, '--dport') ?? []).at(0)
  return { steps, only: port !== undefined && /^\d+$/.test(port) ? { port: Number(port) } : undefined }
}

const one = (options: readonly Option[], name: string): string | undefined =>
  options.find((option) => option.name === name && !option.not)?.values[0]

/** The address of `10.0.0.1/32`; undefined for a network. */
function wholeAddress(text: string): string | undefined {
  const [, ip, bits] = /^(.+)\/(\d+)$/.exec(text) ?? []
  const found = ip === undefined ? undefined : address(ip)
  return found !== undefined && Number(bits) === widthOf(found.family) ? found.text : undefined
}
