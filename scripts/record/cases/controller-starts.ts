// What real kube-controller-managers and kube-schedulers say of flags, up to the server that they are not told of.
import { freePort } from '../../../cluster/free-port.ts'
import {
  type ControllerInput,
  type ControllerStart,
  controllerStart,
  controllerStartsFile,
} from '../../cases/controller-starts.ts'
import { outcomesRecorder } from './recorder.ts'
import { inFolder, runBinary, several } from './run-binary.ts'

const components = ['kube-controller-manager', 'kube-scheduler'] as const

/** Of both, with commas for several flags. */
const common: readonly string[] = [
  '',
  '--version',
  '--version=raw',
  '--version=maybe',
  'extra',
  '--foo',
  '-x',
  '--kubeconfig=/nonexistent',
  '--kubeconfig=/nonexistent --master=https://127.0.0.1:1',
  '--authentication-kubeconfig=/nonexistent',
  '--authorization-kubeconfig=/nonexistent',
  '--feature-gates=Foo=true',
  '--feature-gates=A',
  '--feature-gates=AllAlpha=maybe',
  '--feature-gates=AllAlpha=true',
  '--feature-gates=AllBeta=false',
  '--feature-gates=kube:AllAlpha=true',
  '--feature-gates=CSIMigration=false',
  '--feature-gates=EphemeralContainers=true',
  '--feature-gates=NonPreemptingPriority=true',
  '--feature-gates=PodDisruptionBudget=false',
  '--feature-gates=JobTrackingWithFinalizers=false',
  '--feature-gates=DefaultPodTopologySpread=true',
  '--feature-gates=MinDomainsInPodTopologySpread=true',
  '--feature-gates=PodSchedulingReadiness=true',
  '--feature-gates=StatefulSetAutoDeletePVC=true --feature-gates=Nope=1',
  '--emulated-version=1.28',
  '--secure-port=70000',
  '--secure-port=0',
  '--secure-port=x',
  '--port=0',
  '--address=127.0.0.1',
  '--bind-address=bogus',
  '--bind-address=',
  '--cert-dir=',
  '--tls-cert-file=/nonexistent',
  '--tls-min-version=bogus',
  '--tls-cipher-suites=bogus',
  '--tls-sni-cert-key=/nonexistent',
  '--http2-max-streams-per-connection=-1',
  '--client-ca-file=/nonexistent',
  '--requestheader-client-ca-file=/nonexistent',
  '--authorization-always-allow-paths=/a*b',
  '--authorization-always-allow-paths=/a,/b/*',
  '--authentication-token-webhook-cache-ttl=-1s',
  '--leader-elect=maybe',
  '--leader-elect=false',
  '--leader-elect-lease-duration=1',
  '--leader-elect-lease-duration=1s',
  '--leader-elect-renew-deadline=0s',
  '--leader-elect-retry-period=-1s',
  '--leader-elect-resource-lock=bogus',
  '--leader-elect-resource-lock=endpoints',
  '--leader-elect-resource-lock=endpointsleases',
  '--leader-elect-resource-name=',
  '--leader-elect-resource-namespace=',
  '--kube-api-qps=x',
  '--kube-api-burst=-1',
  '--kube-api-burst=x',
  '--profiling=false',
  '--contention-profiling',
  '--logging-format=bogus',
  '--v=x',
  '--v=-1',
  '--v=2',
  '-v=4',
  '--vmodule=bogus',
  '--log-dir=/tmp',
  '--logtostderr=false',
  '--alsologtostderr',
  '--log-flush-frequency=x',
  '--log-json-split-stream=true',
  '--show-hidden-metrics-for-version=bogus',
  '--show-hidden-metrics-for-version=1.23',
  '--show-hidden-metrics-for-version=1.28',
  '--allow-metric-labels=bogus',
  '--disabled-metrics=a,b',
  '--config=/nonexistent',
  '--cloud-provider=bogus',
  '--permit-port-sharing=maybe',
]

const own: Readonly<Record<(typeof components)[number], readonly string[]>> = {
  'kube-controller-manager': [
    '--controllers=foo',
    '--controllers=*,-foo,bar',
    '--controllers=-ttl,*',
    '--controllers=replicaset-controller',
    '--controllers=',
    '--allocate-node-cidrs=maybe',
    '--allocate-node-cidrs --cluster-cidr=bogus',
    '--cidr-allocator-type=bogus',
    '--cluster-name=',
    '--cluster-signing-cert-file=/nonexistent',
    '--cluster-signing-cert-file=a --cluster-signing-kubelet-client-cert-file=b --cluster-signing-kubelet-client-key-file=c',
    '--cluster-signing-kubelet-client-cert-file=b',
    '--cluster-signing-duration=x',
    '--experimental-cluster-signing-duration=1h',
    '--concurrent-deployment-syncs=x',
    '--concurrent-deployment-syncs=0',
    '--concurrent-gc-syncs=-1',
    '--concurrent-job-syncs=0',
    '--concurrent-cron-job-syncs=0',
    '--concurrent-horizontal-pod-autoscaler-syncs=0',
    '--concurrent-endpoint-syncs=0',
    '--concurrent-service-endpoint-syncs=0',
    '--concurrent-service-endpoint-syncs=100',
    '--concurrent-ephemeralvolume-syncs=0',
    '--max-endpoints-per-slice=0',
    '--max-endpoints-per-slice=1001',
    '--mirroring-concurrent-service-endpoint-syncs=0',
    '--mirroring-max-endpoints-per-subset=0',
    '--mirroring-max-endpoints-per-subset=1001',
    '--mirroring-endpointslice-updates-batch-period=-1s',
    '--endpoint-updates-batch-period=-1s',
    '--endpointslice-updates-batch-period=-1s',
    '--horizontal-pod-autoscaler-sync-period=x',
    '--horizontal-pod-autoscaler-tolerance=x',
    '--horizontal-pod-autoscaler-tolerance=-1',
    '--horizontal-pod-autoscaler-downscale-delay=1m',
    '--horizontal-pod-autoscaler-upscale-delay=1m',
    '--enable-taint-manager=false',
    '--pod-eviction-timeout=1m',
    '--register-retry-count=3',
    '--deleting-pods-qps=1',
    '--large-cluster-size-threshold=x',
    '--node-monitor-period=0s',
    '--node-monitor-grace-period=1s',
    '--node-monitor-period=50s --node-monitor-grace-period=40s',
    '--node-eviction-rate=-1',
    '--unhealthy-zone-threshold=2',
    '--node-cidr-mask-size=100',
    '--node-cidr-mask-size-ipv4=24 --node-cidr-mask-size=24',
    '--service-cluster-ip-range=bogus',
    '--service-cluster-ip-range=10.0.0.0/24,10.1.0.0/24,fd00::/112',
    '--service-account-private-key-file=/nonexistent',
    '--root-ca-file=/nonexistent',
    '--use-service-account-credentials=maybe',
    '--min-resync-period=x',
    '--min-resync-period=-1s',
    '--controller-start-interval=-1s',
    '--enable-leader-migration',
    '--enable-leader-migration --leader-migration-config=/nonexistent',
    '--leader-migration-config=/nonexistent',
    '--external-cloud-volume-plugin=x',
    '--external-cloud-volume-plugin=x --cloud-provider=external',
    '--cloud-provider=external --cloud-config=/nonexistent',
    '--cloud-provider-gce-lb-src-cidrs=bogus',
    '--configure-cloud-routes=false',
    '--volume-host-cidr-denylist=bogus',
    '--volume-host-allow-local-loopback=false',
    '--pv-recycler-pod-template-filepath-nfs=/nonexistent',
    '--pv-recycler-timeout-increment-hostpath=x',
    '--terminated-pod-gc-threshold=x',
    '--legacy-service-account-token-clean-up-period=-1s',
    '--attach-detach-reconcile-sync-period=0s',
    '--attach-detach-reconcile-sync-period=0s --disable-attach-detach-reconcile-sync=true',
    '--concurrent-validating-admission-policy-status-syncs=0',
    '--feature-gates=CloudDualStackNodeIPs=true',
    '--feature-gates=PodIndexLabel=false',
    '--feature-gates=CronJobTimeZone=false',
    '--feature-gates=MultiCIDRRangeAllocator=true',
    '--enable-dynamic-provisioning=false --enable-hostpath-provisioner=true',
  ],
  'kube-scheduler': [
    '--write-config-to=/nonexistent/x',
    '--pod-max-in-unschedulable-pods-duration=x',
    '--pod-max-in-unschedulable-pods-duration=-1s',
    '--algorithm-provider=ClusterAutoscalerProvider',
    '--policy-config-file=/nonexistent',
    '--scheduler-name=x',
    '--hard-pod-affinity-symmetric-weight=5',
    '--use-legacy-policy-config',
    '--lock-object-name=x',
    '--lock-object-namespace=x',
    '--config=/nonexistent --kubeconfig=/nonexistent',
    '--feature-gates=NodeInclusionPolicyInPodTopologySpread=true',
    '--feature-gates=DynamicResourceAllocation=true',
    '--feature-gates=SchedulerQueueingHints=true',
  ],
}

const inputs = (component: (typeof components)[number]): ControllerInput[] =>
  [...common, ...own[component]].map((line) => ({ component, flags: line === '' ? [] : line.split(' ') }))

/** What a component of another patch says of its version, in the words of the release's. */
const ofVersion = (start: ControllerStart, own: string, version: string): ControllerStart => ({
  ...start,
  stdout: start.stdout.replaceAll(own, version),
})

const versionOf = (binary: string): Promise<string> =>
  inFolder(async (cwd) => {
    const { stdout } = await runBinary(binary, ['--version'], { cwd, patience: 20_000 })
    return stdout.trim().split(' ').at(-1)!
  })

/** Starts a real component in a folder of its own. */
const startReal = (binary: string, { flags }: ControllerInput): Promise<ControllerStart> =>
  inFolder(async (cwd) => {
    // Some listen before they look for a server: on a port that nobody else has.
    const port = flags.some((flag) => /port|version/.test(flag)) ? [] : [`--secure-port=${await freePort()}`]
    const { exitCode, stdout, stderr } = await runBinary(binary, [...port, ...flags], {
      cwd,
      patience: 20_000,
    })
    return controllerStart(exitCode, stdout, stderr.replaceAll(cwd, 'TMP'))
  })

/** Asks both components. Those that are not there are left out, with a remark. */
export const recordControllerStarts = outcomesRecorder(
  controllerStartsFile,
  async ({ binary, version, remark }) => {
    const answers: { input: ControllerInput; outcome: ControllerStart }[] = []
    for (const component of components) {
      const path = binary(component)
      const own = await versionOf(path)
      answers.push(
        ...(await several(inputs(component), 2, async (input) => ({
          input,
          outcome: ofVersion(await startReal(path, input), own, version),
        }))),
      )
    }
    remark(`${answers.length} starts of ${components.join(' and ')} of ${version}`)
    return answers
  },
)
