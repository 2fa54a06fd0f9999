// The flags of kubeadm's commands. Upstream: cmd/kubeadm/app/cmd
import { type FlagDefinition, FlagError } from '../../../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../../../component-base/flags/parse-flags.ts'
import { flag } from '../flag.ts'
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

/** The flags of each command, by its name and what its release adds. */
const known = new Map<string, FlagDefinition[]>()

function definitionsOf(command: string, minor: number): readonly FlagDefinition[] {
  const withGates = command.startsWith('upgrade') && kubeadmDialect(minor).upgradeFeatureGates
  const id = `${command} ${withGates}`
  const names = [...globals, ...(flags[command] ?? []), ...(withGates ? ['feature-gates'] : [])]
  const letters = Object.entries({ v: 'v', h: 'help', ...shorthands[command] })
  const definitions = known.get(id) ?? names.map((name) => definition(name, letters))
  known.set(id, definitions)
  return definitions
}

function definition(name: string, letters: readonly (readonly [string, string])[]): FlagDefinition {
  const shorthand = letters.find(([, long]) => long === name)?.[0]
  return flag(name, booleans.has(name) ? 'bool' : 'string', shorthand)
}

/**
 * The flags and arguments of a command.
 * @param command as `upgrade apply`
 * Throws {@link KubeadmError} for a flag that it does not have, or that does not go with `--config`.
 */
export function readCommandLine(command: string, args: readonly string[], minor: number): CommandLine {
  const definitions = definitionsOf(command, minor)
  const { given, positional } = parsed(definitions, args)
  const values = new Map([...given].map(([name, texts]) => [name, texts.at(-1)!]))
  const mixed = values.has('config') ? [...values.keys()].filter((name) => !withConfig.test(name)).sort() : []
  // Since kubeadm upgrade has a configuration of its own, force and the like may stand beside it.
  if (mixed.length > 0 && !command.startsWith('upgrade'))
    throw new KubeadmError(`can not mix '--config' with arguments [${mixed.join(' ')}]`)
  return { values, positional }
}

function parsed(definitions: readonly FlagDefinition[], args: readonly string[]): ParsedFlags {
  try {
    return parseFlags(definitions, args)
  } catch (error) {
    throw error instanceof FlagError ? new KubeadmError(error.message) : error
  }
}
