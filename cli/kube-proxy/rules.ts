// kepsim kube-proxy rules: what a kube-proxy would program for the objects of a server or a file.
import { KubeProxyStartError } from '../../kube-proxy-sim/options/kube-proxy-start-error.ts'
import { type ProxyRules, renderRules, rulesText } from '../../kube-proxy-sim/rules/render-rules.ts'
import { type BlockDifference, rulesDifference } from '../../kube-proxy-sim/rules/rules-difference.ts'
import { takeOption } from '../take-option.ts'
import { UsageError } from '../usage-error.ts'
import { type RulesIO, readFile, rulesSource } from './rules-source.ts'

const usage = `usage: kepsim kube-proxy rules (--kubeconfig FILE | --input FILE) [--mode iptables|nftables|ipvs]
         [--release R] [--plan P] [--node NAME] [--config FILE] [--diff FILE] [KUBE-PROXY'S OWN FLAGS]

Prints the rules that a kube-proxy of the release programs, as iptables-save, nft, ipvsadm and ipset show them.
--input reads Services, EndpointSlices, a Node and ServiceCIDRs from YAML or JSON; its node is the proxy's where --node
does not name one. --diff compares with a saved text instead: exit code 0 where the rules are the same, 1 where not,
2 where there is nothing to compare.

  kepsim kube-proxy rules trace --help     send packets through the rules
`

/**
 * Runs `kube-proxy rules`; resolves with the exit code, 2 where kube-proxy would not start either. @param argv those after
 * `rules`
 */
export async function runRulesCommand(argv: readonly string[], io: RulesIO): Promise<number> {
  if (argv[0] === '--help' || argv[0] === '-h' || argv[0] === 'help') {
    io.stdout(usage)
    return 0
  }
  try {
    if (argv[0] === 'trace') {
      const { runTraceCommand } = await import('./trace.ts')
      return await runTraceCommand(argv.slice(1), io)
    }
    return await printRules([...argv], io)
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof KubeProxyStartError)) throw error
    io.stderr(`kepsim kube-proxy rules: ${error.message}\n`)
    return 2
  }
}

async function printRules(args: string[], io: RulesIO): Promise<number> {
  const diff = takeOption(args, 'diff')
  const source = await rulesSource(args, io, 'kepsim kube-proxy rules')
  if ('print' in source) {
    io.stdout(source.print)
    return 0
  }
  return show(renderRules(source.objects, source.config), diff, io)
}

function differencesOf(path: string, saved: string, rules: ProxyRules): BlockDifference[] {
  try {
    return rulesDifference(saved, rules)
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`)
  }
}

async function show(rules: ProxyRules, diff: string | undefined, io: RulesIO): Promise<number> {
  if (diff === undefined) {
    io.stdout(rulesText(rules))
    return 0
  }
  const found = differencesOf(diff, await readFile(diff, io), rules)
  for (const { block, lines } of found) io.stdout(`${block}\n${lines.map((line) => `  ${line}\n`).join('')}`)
  return found.length === 0 ? 0 : 1
}
