// What kubelets of every release are asked: the inputs that were recorded before there was a recorder, and these.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../../cases/case-files.ts'
import { wholeArguments } from '../../cases/kubelet-config.ts'
import type { NamedKubeletInput } from '../../cases/kubelet-outcomes.ts'

const folders = ['--root-dir=TMP/root', '--cert-dir=TMP/pki']
const endpoint = '--container-runtime-endpoint=unix:///run/containerd/containerd.sock'

/** Command lines beside the two folders; no cloud whose provider asks the network or the machine. Gates, and what releases before 1.30 took or said in another way. */
const lines: readonly string[] = [
  '--container-runtime-endpoint=/run/containerd/containerd.sock',
  '--container-runtime-endpoint=tcp://127.0.0.1:1',
  '--container-runtime-endpoint=unix:///var/run/dockershim.sock',
  '--image-service-endpoint=unix:///run/containerd/containerd.sock',
  '--image-service-endpoint=',
  '--cloud-provider=azure',
  '--cloud-provider=openstack',
  '--cloud-provider=none',
  '--cloud-config=/nope',
  '--cni-bin-dir=/opt/cni/bin',
  '--non-masquerade-cidr=10.0.0.0/8',
  '--docker-endpoint=unix:///var/run/docker.sock',
  '--image-pull-progress-deadline=1m',
  '--dynamic-config-dir=/tmp',
  '--experimental-kernel-memcg-notification',
  '--kernel-memcg-notification',
  '--experimental-check-node-capabilities-before-mount',
  '--experimental-allocatable-ignore-eviction',
  '--experimental-bootstrap-kubeconfig=',
  '--experimental-mounter-path=',
  '--pod-infra-container-image=registry.k8s.io/pause:3.8',
  '--register-with-taints=bad',
  '--register-with-taints=a=b:NoSchedule,c:NoExecute',
  '--register-with-taints=a=b:NoSchedule,a=c:NoSchedule',
  '--register-with-taints=',
  '--master-service-namespace=default',
  '--azure-container-registry-config=/nope',
  '--alsologtostderr',
  '--log-dir=/nope',
  '--seccomp-profile-root=/nope',
  '--enable-cadvisor-json-endpoints',
  '--storage-driver-user=x',
  '--max-containers=3',
  '--node-labels=beta.kubernetes.io/arch=x',
  '--lock-file=',
  '--exit-on-lock-contention',
  '--protect-kernel-defaults',
  '--local-storage-capacity-isolation=false',
  '--memory-manager-policy=Static',
  '--cpu-manager-policy-options=full-pcpus-only=true',
  '--topology-manager-policy-options=prefer-closest-numa-nodes=true',
  '--topology-manager-scope=foo',
  '--tls-cipher-suites=bogus',
  '--cluster-dns=bad',
  '--hostname-override= ',
  '--image-credential-provider-config=/nope',
  '--image-credential-provider-config=/nope --image-credential-provider-bin-dir=/nope',
  '--feature-gates=AllAlpha=true',
  '--feature-gates=AllBeta=false',
  '--feature-gates=AllAlpha=false,NoSuchGate=false',
  '--feature-gates=A',
  '--feature-gates=kube:AllAlpha=true',
  '--feature-gates=',
  '--feature-gates=DevicePlugins=false',
  '--feature-gates=DevicePlugins=true',
  '--feature-gates=CSIMigration=true',
  '--feature-gates=CSIMigration=false',
  '--feature-gates=CSIInlineVolume=false',
  '--feature-gates=DynamicKubeletConfig=true',
  '--feature-gates=ExperimentalHostUserNamespaceDefaulting=true',
  '--feature-gates=KubeletCredentialProviders=true',
  '--feature-gates=LocalStorageCapacityIsolation=false',
  '--feature-gates=TopologyManager=false',
  '--feature-gates=CPUManager=true',
  '--feature-gates=SeccompDefault=true',
  '--feature-gates=RotateKubeletServerCertificate=true,NodeSwap=true',
  '--feature-gates=InTreePluginRBDUnregister=true',
  '--feature-gates=InTreePluginAWSUnregister=true',
  '--emulated-version=1.30',
]

const config = (name: string, ...fields: string[]): NamedKubeletInput => ({
  name: `config:${name}`,
  args: ['--config', 'TMP/kubelet.yaml', ...folders, endpoint],
  configIn: ['apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration', ...fields, ''].join(
    '\n',
  ),
})

/** Fields that came or changed between 1.24 and 1.30. */
const configs: readonly NamedKubeletInput[] = [
  config('endpoint-in-file', 'containerRuntimeEndpoint: unix:///run/x.sock', 'imageServiceEndpoint: ""'),
  config('endpoint-empty-in-file', 'containerRuntimeEndpoint: ""'),
  config('imageMaximumGCAge', 'imageMaximumGCAge: 1m'),
  config('imageMaximumGCAge-gate', 'featureGates: {ImageMaximumGCAge: true}', 'imageMaximumGCAge: 1m'),
  config('podPidsLimit', 'podPidsLimit: -5'),
  config('topologyManagerPolicyOptions', 'topologyManagerPolicyOptions: {prefer-closest-numa-nodes: "true"}'),
  config('memoryThrottlingFactor', 'memoryThrottlingFactor: 2'),
  config('memoryThrottlingFactor-gate', 'featureGates: {MemoryQoS: true}', 'memoryThrottlingFactor: 2'),
  config('seccompDefault', 'seccompDefault: true'),
  config('memorySwap-unlimited', 'memorySwap: {swapBehavior: UnlimitedSwap}'),
  config('memorySwap-gate', 'featureGates: {NodeSwap: true}', 'memorySwap: {swapBehavior: NoSwap}'),
  config('enableSystemLogQuery', 'enableSystemLogQuery: true'),
  config('shutdown', 'shutdownGracePeriod: 10s', 'shutdownGracePeriodCriticalPods: 20s'),
  config('shutdown-gate', 'featureGates: {GracefulNodeShutdown: false}', 'shutdownGracePeriod: 10s'),
  config('tracing-endpoint', 'tracing: {endpoint: "no port", samplingRatePerMillion: 2000000}'),
  config('tracing-gate', 'featureGates: {KubeletTracing: true}', 'tracing: {samplingRatePerMillion: -1}'),
  config('serialize-parallel', 'serializeImagePulls: true', 'maxParallelImagePulls: 3'),
  config('registerWithTaints', 'registerWithTaints: [{key: a, value: b, effect: NoSchedule}]'),
  config('gate-ga', 'featureGates: {DevicePlugins: true}'),
  config('gate-gone', 'featureGates: {DynamicKubeletConfig: true}'),
  config(
    'anonymous',
    'authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}',
    'authorization: {mode: AlwaysAllow}',
  ),
  config(
    'logging-json',
    'logging: {format: json}',
    'authentication: {webhook: {enabled: false}}',
    'authorization: {mode: AlwaysAllow}',
  ),
  config('logging-sanitization', 'logging: {sanitization: true}'),
  config('dynamic', 'dynamicConfigDir: /x'),
  config('reservedMemory', 'reservedMemory: [{numaNode: 0, limits: {memory: 100Mi}}]'),
  config(
    'cgroupDriver-systemd',
    'cgroupDriver: systemd',
    'authentication: {webhook: {enabled: false}}',
    'authorization: {mode: AlwaysAllow}',
  ),
  config('good', 'authentication: {webhook: {enabled: false}}', 'authorization: {mode: AlwaysAllow}'),
]

const named = (line: string): NamedKubeletInput => {
  const given = wholeArguments({ name: `flags:${line}`, args: line.split(' ') })
  return { name: `flags:${line}`, args: [...folders, ...given] }
}

/** A runtime is named, which releases before 1.27 want: the case without any flag, and those that name one, stay as they are. */
function withEndpoint({ name, args, configIn }: NamedKubeletInput): NamedKubeletInput {
  const asIs = name === 'flags:' || args.some((arg) => arg.startsWith('--container-runtime-endpoint'))
  return {
    name,
    args: asIs ? args : [...args, endpoint],
    ...(configIn === undefined ? {} : { configIn }),
  }
}

/** The inputs of the recorded cases in `dir`, each once, and those above. */
export function kubeletInputs(dir: string): NamedKubeletInput[] {
  const folder = join(dir, 'node/kubelet')
  const files = readdirSync(folder).filter((name) => name.startsWith('config-cases-'))
  const recorded = files
    .flatMap((file) => readJson<NamedKubeletInput[]>(folder, file))
    .map((one) => ({ ...one, args: wholeArguments({ name: one.name, args: [...one.args] }) }))
  const all = [...recorded, ...lines.map(named), ...configs].map(withEndpoint)
  return [...new Map(all.map((input) => [input.name, input])).values()]
}
