// What the targets of iptables do. Upstream: Linux net/netfilter/xt_*.c, net/ipv4/netfilter/ipt_REJECT.c
import { type Chain, dnat, RulesetError, type Step, type Verdict } from '../ruleset.ts'
import type { Extension } from './save-line.ts'

const optionOf = ({ options }: Extension, name: string): string | undefined =>
  options.find((one) => one.name === name)?.values[0]

const fixed: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ['ACCEPT', { kind: 'accept' }],
  ['DROP', { kind: 'drop' }],
  ['RETURN', { kind: 'return' }],
])

/** The step of a target. Throws RulesetError for what is not simulated. */
export function targetStep(target: Extension & { goto: boolean }, chains: ReadonlyMap<string, Chain>): Step {
  const verdict = fixed.get(target.name) ?? ownVerdict(target)
  if (verdict !== undefined) return verdict
  if (target.name === 'MARK') return markStep(target)
  if (target.name === 'LOG' || target.name === 'NFLOG') return () => true
  const chain = chains.get(target.name)
  if (chain === undefined)
    throw new RulesetError(`-j ${target.name}: there is no such chain, and it is not simulated`)
  return { kind: target.goto ? 'goto' : 'jump', chain }
}

function ownVerdict(target: Extension): Verdict | undefined {
  if (target.name === 'REJECT')
    return { kind: 'reject', with: optionOf(target, '--reject-with') ?? 'icmp-port-unreachable' }
  if (target.name === 'MASQUERADE')
    return {
      kind: 'masquerade',
      randomPort: target.options.some(({ name }) => name === '--random-fully' || name === '--random'),
    }
  return target.name === 'DNAT' ? dnat(optionOf(target, '--to-destination') ?? '') : undefined
}

/** Of `--set-xmark value/mask` and the forms that stand for it. */
function markStep(target: Extension): Step {
  const option = target.options[0]
  const [value = 0, mask = 0xffffffff] = (option?.values[0] ?? '').split('/').map(Number)
  const apply = markChange(option?.name ?? '', value, mask)
  return (walk) => {
    walk.mark = apply(walk.mark) >>> 0
    return true
  }
}

function markChange(name: string, value: number, mask: number): (mark: number) => number {
  if (name === '--set-xmark') return (mark) => (mark & ~mask) ^ value
  if (name === '--set-mark') return (mark) => (mark & ~(mask | value)) | value
  if (name === '--or-mark') return (mark) => mark | value
  if (name === '--and-mark') return (mark) => mark & value
  if (name === '--xor-mark') return (mark) => mark ^ value
  throw new RulesetError(`-j MARK ${name} is not simulated`)
}
