import { type ProxyRules, ruleSections } from './render-rules.ts'
import { ruleBlocks } from './rule-blocks.ts'

/** A chain, set or map that differs: lines with `-` are in the old text only, those with `+` in the new. */
export interface BlockDifference {
  block: string
  lines: string[]
}

/**
 * Compares a saved text with rules: the output of `kube-proxy rules`, or of iptables-save, ip6tables-save,
 * `nft list ruleset`, `ipvsadm -Ln` or `ipset list`. Order counts where it counts for packets. Throws where the text
 * is none of these.
 */
export function rulesDifference(saved: string, rules: ProxyRules): BlockDifference[] {
  const old = savedSections(saved)
  const now = ruleSections(rules).filter(([tool]) => old.size > 1 || old.has(tool))
  const tools = new Set([...old.keys(), ...now.map(([tool]) => tool)])
  const texts = new Map(now)
  return [...tools].flatMap((tool) => sectionDifference(tool, old.get(tool) ?? '', texts.get(tool) ?? ''))
}

function savedSections(text: string): Map<string, string> {
  const parts = text.split(/^# (iptables-save|ip6tables-save|ipvsadm -Ln|ipset list|nft list ruleset)\n/m)
  if (parts.length === 1) return new Map([[toolOf(text), text]])
  const sections = new Map<string, string>()
  for (let at = 1; at < parts.length; at += 2) sections.set(parts[at]!, parts[at + 1]!)
  return sections
}

function toolOf(text: string): string {
  if (/^table \w+ /m.test(text)) return 'nft list ruleset'
  if (text.startsWith('IP Virtual Server')) return 'ipvsadm -Ln'
  if (text.startsWith('Name: ')) return 'ipset list'
  if (!/^(\*(mangle|filter|nat)|(\[\d+:\d+\] )?-A \S+ .*)$/m.test(text))
    throw new Error('holds no rules, as kube-proxy rules, iptables-save, nft, ipvsadm or ipset print them')
  return /icmp6|-[sd] [0-9a-f]*:|::1\/128/.test(text) ? 'ip6tables-save' : 'iptables-save'
}

function sectionDifference(tool: string, old: string, now: string): BlockDifference[] {
  const [left, right] = [ruleBlocks(old), ruleBlocks(now)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((block) => ({
      block: `${tool}: ${block}`,
      lines: lineDifference(left.get(block), right.get(block)),
    }))
    .filter(({ lines }) => lines.length > 0)
}

function lineDifference(old: readonly string[] | undefined, now: readonly string[] | undefined): string[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return []
  if (old?.length === 0 && now === undefined) return ['- (empty)']
  if (now?.length === 0 && old === undefined) return ['+ (empty)']
  const [left, right] = [old ?? [], now ?? []]
  const lines = [
    ...left.filter((line) => !right.includes(line)).map((line) => `- ${line}`),
    ...right.filter((line) => !left.includes(line)).map((line) => `+ ${line}`),
  ]
  return lines.length > 0 ? lines : ['  the same rules in another order']
}
