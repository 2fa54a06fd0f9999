// Which flags of kube-controller-manager and kube-scheduler mean something here.
import type { Logger } from '../../component-base/klog.ts'
import type { ControlPlaneComponent } from './control-plane-flags.ts'

/** Flags of both, and those that only checks of the start read. */
const ofBoth = [
  'alsologtostderr',
  'authentication-skip-lookup',
  'config',
  'emulated-version',
  'feature-gates',
  'help',
  'kubeconfig',
  'leader-elect',
  'leader-elect-lease-duration',
  'leader-elect-renew-deadline',
  'leader-elect-resource-lock',
  'leader-elect-resource-name',
  'leader-elect-resource-namespace',
  'leader-elect-retry-period',
  'logtostderr',
  'master',
  'min-compatibility-version',
  'v',
  'version',
]

const simulated: Readonly<Record<ControlPlaneComponent, ReadonlySet<string>>> = {
  'kube-controller-manager': new Set([
    ...ofBoth,
    'allocate-node-cidrs',
    'cluster-cidr',
    'controllers',
    'node-cidr-mask-size',
    'node-cidr-mask-size-ipv4',
    'node-cidr-mask-size-ipv6',
    'root-ca-file',
    'service-cluster-ip-range',
  ]),
  'kube-scheduler': new Set(ofBoth),
}

/** Names in the log the flags of a command line that were read and have no effect. */
export function logIgnored(
  component: ControlPlaneComponent,
  given: ReadonlySet<string>,
  logger: Logger,
): void {
  const ignored = [...given].filter((name) => !simulated[component].has(name)).sort()
  if (ignored.length > 0)
    logger.log('I', `Flags that are accepted and not simulated: ${ignored.map((n) => `--${n}`).join(', ')}`)
}
