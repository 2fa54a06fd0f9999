// The command line of a kube-controller-manager or kube-scheduler whose flags are not recorded (component-flags.json of its release).
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import type { Release } from '../../component-base/release.ts'
import { controllersDialect } from '../dialect.ts'

const signers = ['', 'kube-apiserver-client-', 'kubelet-client-', 'kubelet-serving-', 'legacy-unknown-']

/** Flags that only kube-controller-manager has. */
const managerFlags: readonly FlagDefinition[] = [
  ...signers.flatMap((signer) => [
    { name: `cluster-signing-${signer}cert-file`, type: 'string' } as const,
    { name: `cluster-signing-${signer}key-file`, type: 'string' } as const,
  ]),
  { name: 'cluster-signing-duration', type: 'duration', default: '8760h0m0s' },
  { name: 'enable-hostpath-provisioner', type: 'bool' },
  { name: 'legacy-service-account-token-clean-up-period', type: 'duration', default: '8760h0m0s' },
  { name: 'node-cidr-mask-size', type: 'int32' },
  { name: 'node-cidr-mask-size-ipv4', type: 'int32' },
  { name: 'node-cidr-mask-size-ipv6', type: 'int32' },
  { name: 'service-account-private-key-file', type: 'string' },
  { name: 'service-cluster-ip-range', type: 'string' },
  { name: 'terminated-pod-gc-threshold', type: 'int32', default: '12500' },
]

/** Deviates: of the real program's many flags those that are simulated. */
export const simulatedFlags = (component: string, { minor }: Release): FlagDefinition[] => [
  { name: 'allocate-node-cidrs', type: 'bool' },
  { name: 'cluster-cidr', type: 'string' },
  { name: 'config', type: 'string' },
  { name: 'controllers', type: 'strings', default: '[*]' },
  ...(controllersDialect(minor).emulationFlags
    ? [
        { name: 'feature-gates', type: 'componentMultimap' },
        { name: 'emulated-version', type: 'strings' },
        { name: 'min-compatibility-version', type: 'strings' },
      ]
    : [{ name: 'feature-gates', type: 'mapStringBool' }]),
  { name: 'help', type: 'bool', shorthand: 'h' },
  { name: 'kubeconfig', type: 'string' },
  { name: 'leader-elect', type: 'bool', default: 'true' },
  { name: 'leader-elect-lease-duration', type: 'duration', default: '15s' },
  { name: 'leader-elect-renew-deadline', type: 'duration', default: '10s' },
  { name: 'leader-elect-resource-lock', type: 'string', default: 'leases' },
  { name: 'leader-elect-resource-name', type: 'string', default: component },
  { name: 'leader-elect-resource-namespace', type: 'string', default: 'kube-system' },
  { name: 'leader-elect-retry-period', type: 'duration', default: '2s' },
  { name: 'master', type: 'string' },
  { name: 'root-ca-file', type: 'string' },
  { name: 'v', type: 'int', shorthand: 'v' },
  { name: 'version', type: 'version[=true]' },
  ...(component === 'kube-controller-manager' ? managerFlags : []),
]

/** The arguments that are one of these flags, with the value that follows where it is not part of the argument. */
export function simulatedArguments(
  args: readonly string[],
  definitions: readonly FlagDefinition[],
): string[] {
  const types = new Map(definitions.map(({ name, type }) => [name, type]))
  return args.flatMap((arg, i) => {
    const [flag = '', name = ''] = /^--?([\w-]+)(?==|$)/.exec(arg) ?? []
    const type = types.get(name.replaceAll('_', '-'))
    if (type === undefined) return []
    return flag === arg && !['bool', 'version[=true]'].includes(type) ? args.slice(i, i + 2) : [arg]
  })
}
