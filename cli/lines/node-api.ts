import type { CommandLine, Option } from '../command-line.ts'
import { featureGatesOption, planOption } from './common.ts'

const of = (verb: string, options: readonly Option[]): Option[] =>
  options.map((option) => ({ ...option, about: `of ${verb}: ${option.about}` }))

/** The options of `kepsim node-api serve`. */
export const serveOptions: readonly Option[] = of('serve', [
  { form: '--kubeconfig <file>', about: 'the kube-apiserver (default: $KUBECONFIG)' },
  { form: '--server <url>', about: 'or its URL' },
  { form: '--node-name <name>', about: "the node (default: this machine's name)" },
  {
    form: '--listen <spec>',
    many: true,
    about: 'tcp://127.0.0.1:12345 (the default) or unix:///path; repeatable',
  },
  { form: '--allow-remote', about: 'take addresses that other machines reach' },
  { form: '--release <release>', about: 'whose choices of endpoints these are (default: the newest)' },
  planOption('its releases may then be named'),
  { ...featureGatesOption, about: 'of that kube-proxy, as A=true' },
])

/** The options of `kepsim node-api watch` and of the printing backends. */
export const watchOptions: readonly Option[] = of('the others', [
  { form: '--target <spec>', about: 'where the API is served', default: '127.0.0.1:12345' },
  { form: '--once', about: 'only the first state' },
  {
    form: '--instance-id <n>',
    about: 'with --rev: the state that is known, to resume a watch',
    default: '0',
  },
  { form: '--rev <n>', about: 'see --instance-id', default: '0' },
  {
    form: '--error-delay <duration>',
    type: 'duration',
    about: 'the pause before it is tried again',
    default: '1s',
  },
  { form: '--max-msg-size <n>', type: 'int', about: 'bytes of one item at most', default: '4194304' },
  { form: '--ipv6', about: 'print-iptables: for ip6tables-restore' },
])

/** The command line of `kepsim node-api`. */
export const nodeApiLine: CommandLine = {
  name: 'node-api',
  about:
    'Serves what one node has to program, from Services and EndpointSlices of any kube-apiserver, with gRPC; or watches that.',
  words: [],
  usages: [
    ['serve [options]', 'compute it, and serve it'],
    ['watch [options]', 'print the full state after each change, a line of JSON for each service'],
    ['print-nftables [options]', 'print each state as a ruleset for nft -f'],
    ['print-iptables [options]', 'print each state for iptables-restore'],
  ],
  options: [...serveOptions, ...watchOptions],
}

/** The part of it that one of its commands takes. */
export const nodeApiVerb = (verb: string): CommandLine => ({
  ...nodeApiLine,
  options: verb === 'serve' ? serveOptions : watchOptions,
})
