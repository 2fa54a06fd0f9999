// What kube-apiservers of every release are started with: the flags of recorded cases, and these.
import { readJson } from '../../cases/case-files.ts'
import { flagsFile, type RecordedFlags } from '../../cases/flags.ts'

/** Flags and gates of releases before 1.30, and files that are not there. */
const lines: readonly string[] = [
  '--cloud-provider=azure',
  '--cloud-provider=gce',
  '--cloud-provider=openstack',
  '--cloud-provider=vsphere',
  '--cloud-provider=bogus',
  '--cloud-config=/nonexistent',
  '--cloud-provider-gce-lb-src-cidrs=10.0.0.0/8',
  '--cloud-provider-gce-l7lb-src-cidrs=bogus',
  '--external-hostname=api.example',
  '--insecure-port=0',
  '--insecure-bind-address=127.0.0.1',
  '--port=8080',
  '--address=127.0.0.1',
  '--alsologtostderr',
  '--skip-headers=bogus',
  '--target-ram-mb=1',
  '--max-connection-bytes-per-sec=-1',
  '--deserialization-cache-size=1',
  '--enable-logs-handler',
  '--endpoint-reconciler-type=bogus',
  '--apiserver-count=0',
  '--encryption-provider-config=/nonexistent',
  '--experimental-encryption-provider-config=/nonexistent',
  '--encryption-provider-config-automatic-reload=true',
  '--enable-swagger-ui',
  '--kubernetes-service-node-port=99999',
  '--service-account-max-token-expiration=30m',
  '--service-account-jwks-uri=http://x',
  '--runtime-config=policy/v1beta1=true',
  '--runtime-config=batch/v1beta1=true',
  '--runtime-config=autoscaling/v2beta2=true',
  '--runtime-config=flowcontrol.apiserver.k8s.io/v1beta2=false',
  '--runtime-config=flowcontrol.apiserver.k8s.io/v1beta3=false',
  '--enable-admission-plugins=SecurityContextDeny',
  '--enable-admission-plugins=ValidatingAdmissionPolicy',
  '--enable-admission-plugins=PodNodeSelector,EventRateLimit',
  '--enable-admission-plugins=ImagePolicyWebhook',
  '--disable-admission-plugins=PodSecurityPolicy',
  '--admission-control-config-file=/nonexistent',
  '--feature-gates=PodSecurity=false',
  '--feature-gates=PodSecurity=true',
  '--feature-gates=ServerSideApply=false',
  '--feature-gates=ServerSideApply=true',
  '--feature-gates=ServerSideFieldValidation=true',
  '--feature-gates=EphemeralContainers=true',
  '--feature-gates=EphemeralContainers=false',
  '--feature-gates=CSIMigration=true',
  '--feature-gates=JobTrackingWithFinalizers=true',
  '--feature-gates=EndpointSliceTerminatingCondition=true',
  '--feature-gates=LegacyServiceAccountTokenNoAutoGeneration=false',
  '--feature-gates=LegacyServiceAccountTokenNoAutoGeneration=true',
  '--feature-gates=APIPriorityAndFairness=false',
  '--feature-gates=ValidatingAdmissionPolicy=true',
  '--feature-gates=DefaultHostNetworkHostPortsInPodTemplates=true',
  '--feature-gates=SkipReadOnlyValidationGCE=false',
  '--feature-gates=KMSv1=true',
  '--feature-gates=KMSv1=false',
  '--feature-gates=A=true,B=',
  '--feature-gates=AllBeta=maybe --feature-gates=AllAlpha=false',
  '--show-hidden-metrics-for-version=1.23',
  '--show-hidden-metrics-for-version=1.28',
  '--show-hidden-metrics-for-version=bogus',
  '--allow-metric-labels=bogus',
  '--tls-sni-cert-key=/nonexistent',
  '--tracing-config-file=/nonexistent',
  '--egress-selector-config-file=/nonexistent',
  '--audit-log-path=- --audit-log-format=bogus',
  '--audit-webhook-config-file=/nonexistent',
  '--authorization-webhook-config-file=/nonexistent',
  '--authorization-policy-file=/nonexistent',
  '--authorization-webhook-version=v9',
  '--authorization-webhook-config-file=/nonexistent --authorization-mode=Webhook',
  '--authorization-policy-file=/nonexistent --authorization-mode=ABAC',
  '--oidc-issuer-url=https://x --oidc-client-id=y --oidc-ca-file=/nonexistent',
  '--proxy-client-cert-file=/nonexistent',
  '--proxy-client-cert-file=/nonexistent --proxy-client-key-file=/nonexistent',
  '--kubelet-preferred-address-types=Bogus',
  '--kubelet-certificate-authority=/nonexistent',
  '--aggregator-reject-forwarding-redirect=false',
  '--etcd-keyfile=/nonexistent',
  '--watch-cache-sizes=pods#-1',
  '--permit-port-sharing=maybe',
  '--goaway-chance=2',
  '--request-timeout=0',
  '--max-requests-inflight=0',
  '--http2-max-streams-per-connection=-1',
  '--vmodule=bogus',
  '--log-flush-frequency=x',
  '--bind-address=',
  '--advertise-address=0.0.0.0',
  '--advertise-address=bogus',
  '--peer-ca-file=/nonexistent',
  '--debug-socket-path=/nonexistent/x',
]

/** Of these, releases before 1.31 know none: three are enough. */
const ofEmulation = /emulat|min-compat/

const separate = (line: string): string[] => line.split(' ')

/** Lists of flags, each once. Those whose outcome hung on the host or on timing are not among them. */
export function flagInputs(recordings: string): string[][] {
  const recorded = readJson<RecordedFlags[]>(recordings, flagsFile)
  const unstable = new Set(
    recorded.filter((one) => one.unstable === true).map(({ flags }) => flags.join(' ')),
  )
  // The newest release was asked for much that is its own.
  const [oldest] = recorded.map(({ release }) => release).sort()
  const known = recorded
    .filter(({ release }) => release === oldest)
    .map(({ flags }) => flags)
    .filter((flags) => !unstable.has(flags.join(' ')))
  const emulating = known.filter((flags) => ofEmulation.test(flags.join(' '))).slice(0, 3)
  const others = known.filter((flags) => !ofEmulation.test(flags.join(' ')))
  const all = [...others, ...emulating, ...lines.map(separate)]
  return [...new Map(all.map((flags) => [flags.join(' '), flags])).values()]
}
