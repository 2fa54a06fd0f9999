// The flags of kubeadm's commands. Upstream: cmd/kubeadm/app/cmd
import { kubeadmDialect } from './dialect.ts'
import { KubeadmError } from './kubeadm-error.ts'

const globals = ['v', 'vmodule', 'rootfs', 'help', 'add-dir-header', 'log-file', 'skip-headers']
const applyAndPlan = [
  'kubeconfig',
  'config',
  'allow-experimental-upgrades',
  'allow-release-candidate-upgrades',
  'print-config',
  'ignore-preflight-errors',
  'etcd-upgrade',
]

const flags: Readonly<Record<string, readonly string[]>> = {
  init: [
    'apiserver-advertise-address',
    'apiserver-bind-port',
    'apiserver-cert-extra-sans',
    'cert-dir',
    'certificate-key',
    'config',
    'control-plane-endpoint',
    'cri-socket',
    'dry-run',
    'feature-gates',
    'ignore-preflight-errors',
    'image-repository',
    'kubernetes-version',
    'node-name',
    'patches',
    'pod-network-cidr',
    'service-cidr',
    'service-dns-domain',
    'skip-certificate-key-print',
    'skip-phases',
    'skip-token-print',
    'token',
    'token-ttl',
    'upload-certs',
  ],
  join: [
    'apiserver-advertise-address',
    'apiserver-bind-port',
    'certificate-key',
    'config',
    'control-plane',
    'cri-socket',
    'discovery-file',
    'discovery-token',
    'discovery-token-ca-cert-hash',
    'discovery-token-unsafe-skip-ca-verification',
    'dry-run',
    'ignore-preflight-errors',
    'node-name',
    'patches',
    'skip-phases',
    'tls-bootstrap-token',
    'token',
  ],
  'upgrade apply': [
    ...applyAndPlan,
    'yes',
    'force',
    'dry-run',
    'certificate-renewal',
    'patches',
    'skip-phases',
  ],
  'upgrade plan': [...applyAndPlan, 'output', 'allow-missing-template-keys', 'show-managed-fields'],
  'upgrade node': [
    'kubeconfig',
    'config',
    'dry-run',
    'certificate-renewal',
    'etcd-upgrade',
    'ignore-preflight-errors',
    'patches',
    'skip-phases',
  ],
  reset: [
    'cert-dir',
    'cleanup-tmp-dir',
    'config',
    'cri-socket',
    'dry-run',
    'force',
    'ignore-preflight-errors',
    'kubeconfig',
    'skip-phases',
  ],
  version: ['output'],
  'config migrate': ['old-config', 'new-config', 'allow-experimental-api', 'kubeconfig'],
  'config validate': ['config', 'allow-experimental-api', 'allow-deprecated-api', 'kubeconfig'],
}

const shorthands: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'upgrade apply': { y: 'yes', f: 'force' },
  reset: { f: 'force' },
  version: { o: 'output' },
  'upgrade plan': { o: 'output' },
}
const booleans = new Set([
  ...['yes', 'force', 'dry-run', 'etcd-upgrade', 'certificate-renewal', 'print-config', 'upload-certs'],
  ...['allow-experimental-upgrades', 'allow-release-candidate-upgrades', 'allow-experimental-api'],
  ...['allow-deprecated-api', 'skip-token-print', 'skip-certificate-key-print', 'cleanup-tmp-dir', 'help'],
  ...['allow-missing-template-keys', 'show-managed-fields', 'add-dir-header', 'skip-headers'],
  ...['control-plane', 'discovery-token-unsafe-skip-ca-verification'],
])
const withConfig =
  /^(?:config|ignore-preflight-errors|dry-run|kubeconfig|node-name|upload-certs|allow-missing-template-keys|output|show-managed-fields|rootfs|v|vmodule|log-file|yes|help|skip-.*)$/

/** The flags of a kubeadm command by their long names, and its arguments. */
export interface CommandLine {
  values: ReadonlyMap<string, string>
  positional: string[]
}

/**
 * The flags and arguments of a command.
 * @param command as `upgrade apply`
 * Throws {@link KubeadmError} for a flag that it does not have, or that does not go with `--config`.
 */
export function readCommandLine(command: string, args: readonly string[], minor: number): CommandLine {
  const own = new Set([...globals, ...(flags[command] ?? [])])
  if (command.startsWith('upgrade') && kubeadmDialect(minor).upgradeFeatureGates) own.add('feature-gates')
  const values = new Map<string, string>()
  const positional: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const [, dashes, written = '', , inline] = /^(--?)([\w-]+?)(=(.*))?$/s.exec(arg) ?? []
    if (dashes === undefined) {
      positional.push(arg)
      continue
    }
    if (dashes === '-') {
      const short = shortFlag(command, arg)
      if (short.value === undefined && !booleans.has(short.name)) values.set(short.name, args[++at] ?? '')
      else values.set(short.name, short.value ?? 'true')
      continue
    }
    const name = written.replaceAll('_', '-')
    if (!own.has(name)) throw new KubeadmError(`unknown flag: --${written}`)
    if (inline !== undefined) values.set(name, inline)
    else if (booleans.has(name)) values.set(name, 'true')
    else if (at + 1 < args.length) values.set(name, args[++at]!)
    else throw new KubeadmError(`flag needs an argument: --${written}`)
  }
  const mixed = values.has('config') ? [...values.keys()].filter((name) => !withConfig.test(name)).sort() : []
  // Since kubeadm upgrade has a configuration of its own, force and the like may stand beside it.
  const allowed = command.startsWith('upgrade') ? mixed.filter((name) => !own.has(name)) : mixed
  if (allowed.length > 0)
    throw new KubeadmError(`can not mix '--config' with arguments [${allowed.join(' ')}]`)
  return { values, positional }
}

function shortFlag(command: string, arg: string): { name: string; value: string | undefined } {
  const letter = arg[1]!
  const rest = arg.slice(2).replace(/^=/, '')
  const value = rest === '' ? undefined : rest
  if (letter === 'v') return { name: 'v', value }
  if (letter === 'h') return { name: 'help', value: 'true' }
  const name = shorthands[command]?.[letter]
  if (name === undefined) throw new KubeadmError(`unknown shorthand flag: '${letter}' in ${arg}`)
  return { name, value: booleans.has(name) ? (value ?? 'true') : value }
}
