// The configuration files that hack/local-up-cluster.sh writes into its temporary directory.
// Upstream: hack/local-up-cluster.sh (start_kubelet, start_kubeproxy)
import { localUpDialect } from './dialect.ts'

/** A variable that the script reads, or its default. */
type Environment = (name: string, fallback?: string) => string

interface KubeletOptions {
  minor: number
  gates: string
  certDir: string
  env: Environment
}

/** Parts of kubelet.yaml that are there where a variable asks for them. */
function wantedLines({ minor, env }: KubeletOptions): string[] {
  const { tracing, limitedSwap } = localUpDialect(minor)
  return [
    ...(tracing && env('ENABLE_TRACING') === 'true'
      ? [
          'tracing:\n  endpoint: localhost:4317 # the default value\n  samplingRatePerMillion: 1000000 # sample always',
        ]
      : []),
    ...(limitedSwap && env('LIMITED_SWAP') === 'true' ? ['memorySwap:\n  swapBehavior: LimitedSwap'] : []),
  ]
}

/** kubelet.yaml. */
export function kubeletConfig(options: KubeletOptions): string {
  const { minor, gates, certDir, env } = options
  const { healthzLines, servingCertificateLines, runtimeLines, storageLines, evictionLines } =
    localUpDialect(minor)
  const lines = [
    'apiVersion: kubelet.config.k8s.io/v1beta1',
    'kind: KubeletConfiguration',
    'address: "127.0.0.1"',
    'cgroupDriver: "systemd"',
    'cgroupRoot: ""',
    'cgroupsPerQOS: true',
    ...runtimeLines,
    'cpuCFSQuota: true',
    'enableControllerAttachDetach: true',
    ...storageLines,
    'evictionPressureTransitionPeriod: "1m"',
    `failSwapOn: ${env('FAIL_SWAP_ON', 'false')}`,
    'port: 10250',
    'readOnlyPort: 0',
    ...healthzLines,
    'rotateCertificates: true',
    ...servingCertificateLines,
    'runtimeRequestTimeout: "2m"',
    'staticPodPath: "/var/run/kubernetes/static-pods"',
    'resolvConf: ""',
    ...wantedLines(options),
    'authentication:\n  webhook:\n    enabled: true\n  x509:',
    `    clientCAFile: "${certDir}/client-ca.crt"`,
    'authorization:\n  mode: Webhook',
    'clusterDNS: [ "10.0.0.10" ]',
    'clusterDomain: "cluster.local"',
    'evictionHard:',
    ...evictionLines,
    '  memory.available: "100Mi"\n  nodefs.available: "10%"\n  nodefs.inodesFree: "5%"',
  ]
  return `${lines.join('\n')}\n${featureGates(gates)}`
}

/** kube-proxy.yaml. */
export function kubeProxyConfig(options: {
  gates: string
  certDir: string
  node: string
  mode: string
}): string {
  return `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clientConnection:
  kubeconfig: ${options.certDir}/kube-proxy.kubeconfig
hostnameOverride: ${options.node}
mode: ${options.mode}
conntrack:
# Skip setting sysctl value "net.netfilter.nf_conntrack_max"
  maxPerCore: 0
# Skip setting "net.netfilter.nf_conntrack_tcp_timeout_established"
  tcpEstablishedTimeout: 0s
# Skip setting "net.netfilter.nf_conntrack_tcp_timeout_close"
  tcpCloseWaitTimeout: 0s
${featureGates(options.gates)}`
}

/** One line for each gate, in the form that scripts `sed`: `  Name: false`. */
function featureGates(gates: string): string {
  const lines = gates
    .split(',')
    .filter((g) => g !== '')
    .map((g) => `  ${g.replace('=', ': ')}`)
  return `featureGates:\n${lines.join('\n')}\n`
}
