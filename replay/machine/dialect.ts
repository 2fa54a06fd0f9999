// What hack/local-up-cluster.sh does in a release, and how packages of a release are named.
import { changing, dialect, since } from '../../component-base/dialect.ts'

/** By the release that is checked out. Upstream: hack/local-up-cluster.sh */
export const localUpDialect = dialect('local-up-cluster.sh', {
  /** The script reads EMULATED_VERSION. */
  emulatedVersion: since(32, 'local-up-cluster.sh reads EMULATED_VERSION'),
  /** Flags of the kubelet for a cloud that there is not. */
  cloudFlags: changing<readonly string[]>(
    ['--cloud-provider=', '--cloud-config='],
    [34, ['--cloud-provider='], 'local-up-cluster.sh starts the kubelet without --cloud-config'],
  ),
  /** It says at its end where the configuration files are. */
  listsConfigurations: since(
    31,
    'local-up-cluster.sh lists the configuration files of kubelet and kube-proxy',
  ),
  /** Lines of kubelet.yaml about the port for health checks. */
  healthzLines: changing<readonly string[]>(
    [],
    [
      34,
      ['healthzPort: 10248', 'healthzBindAddress: 127.0.0.1'],
      'local-up-cluster.sh sets healthzPort and healthzBindAddress of the kubelet',
    ],
  ),
  /** Lines of kubelet.yaml about the kubelet's own certificate. */
  servingCertificateLines: changing<readonly string[]>(
    [],
    [35, ['serverTLSBootstrap: true'], 'local-up-cluster.sh sets serverTLSBootstrap of the kubelet'],
  ),
})

/** By the release of the package. Upstream: pkgs.k8s.io, and the repository of Google before it */
export const packageDialect = dialect('packages', {
  /** After the version in the name of an RPM. */
  rpmSuffix: changing('0', [29, '150500.1.1', 'RPMs of kubeadm, kubelet and kubectl end in -150500.1.1']),
})
