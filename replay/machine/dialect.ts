// What hack/local-up-cluster.sh does in a release, and how packages of a release are named.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

const containerd = 'unix:///run/containerd/containerd.sock'

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
    27,
    'local-up-cluster.sh lists the configuration files of kubelet and kube-proxy',
  ),
  /** Before, files of the same names are in /tmp. */
  hasOwnFolder: since(27, 'local-up-cluster.sh writes its files into a new directory, or into TMP_DIR'),
  /** The script reads PSP_ADMISSION. */
  podSecurityPolicies: until(25, 'local-up-cluster.sh no longer reads PSP_ADMISSION'),
  /** Flags of the kubelet for the runtime. */
  runtimeFlags: changing<readonly string[]>(
    ['--container-runtime=remote', `--container-runtime-endpoint=${containerd}`],
    [
      27,
      [`--container-runtime-endpoint=${containerd}`],
      'local-up-cluster.sh starts the kubelet without --container-runtime',
    ],
    [30, [], 'local-up-cluster.sh tells the kubelet of the runtime in kubelet.yaml'],
  ),
  /** Lines of kubelet.yaml about the runtime. */
  runtimeLines: changing<readonly string[]>(
    [],
    [
      30,
      [`containerRuntimeEndpoint: ${containerd}`],
      'kubelet.yaml of local-up-cluster.sh names the runtime',
    ],
  ),
  /** Lines of kubelet.yaml about local storage. */
  storageLines: changing<readonly string[]>(
    [],
    [
      25,
      ['localStorageCapacityIsolation: true'],
      'local-up-cluster.sh sets localStorageCapacityIsolation of the kubelet',
    ],
  ),
  /** Signals of evictionHard beside those of memory and nodes' file systems. */
  evictionLines: changing<readonly string[]>(
    [],
    [29, ['  imagefs.available: "15%"'], 'local-up-cluster.sh sets evictionHard of imagefs.available'],
  ),
  /** The script reads AUTHORIZATION_CONFIG. */
  authorizationConfig: since(
    29,
    'local-up-cluster.sh reads AUTHORIZATION_CONFIG, which goes before AUTHORIZATION_MODE',
  ),
  /** The script reads ENABLE_TRACING. */
  tracing: since(27, 'local-up-cluster.sh reads ENABLE_TRACING'),
  /** The script reads LIMITED_SWAP. */
  limitedSwap: since(28, 'local-up-cluster.sh reads LIMITED_SWAP'),
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
