// Every dialect of the program, in the order in which their changes are told. Loaded only where they are asked for.
import { apimachineryDialect } from '../../apimachinery/dialect.ts'
import { schemeDialect } from '../../apimachinery/scheme/dialect.ts'
import { validationDialect } from '../../apimachinery/validation/dialect.ts'
import { celDialect, celLibraries } from '../../cel/dialect.ts'
import { clusterDialect } from '../../cluster/dialect.ts'
import { flagDialect } from '../../component-base/flags/dialect.ts'
import { leaderElectionDialect } from '../../component-base/leaderelection/dialect.ts'
import { metricsDialect } from '../../component-base/metrics/dialect.ts'
import { controllersDialect } from '../../controllers/dialect.ts'
import { controllerOptionsDialect } from '../../controllers/options/dialect.ts'
import { gateDialect } from '../../featuregates/dialect.ts'
import type { Changing, Dialect } from '../../featuregates/release-changes.ts'
import { proxyConfigDialect } from '../../kube-proxy-sim/config/dialect.ts'
import { datapathDialect } from '../../kube-proxy-sim/datapath/dialect.ts'
import { proxyDialect } from '../../kube-proxy-sim/dialect.ts'
import { rulesDialect } from '../../kube-proxy-sim/rules/dialect.ts'
import { ipvsDialect } from '../../kube-proxy-sim/rules/ipvs/dialect.ts'
import { nftDialect } from '../../kube-proxy-sim/rules/nftables/dialect.ts'
import { serveDialect } from '../../kube-proxy-sim/serve/dialect.ts'
import { startupDialect } from '../../kube-proxy-sim/startup/dialect.ts'
import { describeDialect } from '../../kubectl/commands/describe/dialect.ts'
import { commandDialect } from '../../kubectl/commands/dialect.ts'
import { kubectlDialect } from '../../kubectl/dialect.ts'
import { cpuPolicyOptionDialect } from '../../kubelet-sim/cm/dialect.ts'
import { kubeletConfigDialect } from '../../kubelet-sim/config/dialect.ts'
import { kubeletDialect } from '../../kubelet-sim/dialect.ts'
import { kubeletStartDialect } from '../../kubelet-sim/options/dialect.ts'
import { kubeletPodDialect } from '../../kubelet-sim/pods/dialect.ts'
import { localUpDialect, packageDialect } from '../../replay/machine/dialect.ts'
import { kubeadmDialect } from '../../replay/machine/kubeadm-cli/dialect.ts'
import { admissionDialect } from '../../server/admission/dialect.ts'
import { nodeRestrictionDialect } from '../../server/admission/node-restriction/dialect.ts'
import { policyDialect } from '../../server/admission/policy/dialect.ts'
import { webhookDialect } from '../../server/admission/webhook/dialect.ts'
import { aggregatorDialect } from '../../server/aggregator/dialect.ts'
import { definitionDialect } from '../../server/apiextensions/definition/dialect.ts'
import { schemaDialect } from '../../server/apiextensions/schema/dialect.ts'
import { servingDialect } from '../../server/apiextensions/serving/dialect.ts'
import { controlplaneDialect } from '../../server/controlplane/dialect.ts'
import { jwtDialect } from '../../server/endpoints/authentication/jwt/dialect.ts'
import { authorizationDialect } from '../../server/endpoints/authorization/dialect.ts'
import { endpointsDialect } from '../../server/endpoints/dialect.ts'
import { discoveryDialect, storageVersionDialect } from '../../server/endpoints/discovery/dialect.ts'
import { admissionPluginDialect, optionsDialect } from '../../server/options/dialect.ts'
import { registryDialect } from '../../server/registry/dialect.ts'
import { nodeDialect } from '../../server/registry/node/dialect.ts'
import { claimDialect } from '../../server/registry/persistentvolumeclaim/dialect.ts'
import { podDialect } from '../../server/registry/pod/dialect.ts'
import { deviceDialect } from '../../server/registry/resource/dialect.ts'
import { serviceDialect } from '../../server/registry/service/dialect.ts'
import { serviceCIDRDialect } from '../../server/registry/servicecidr/dialect.ts'
import { statefulSetDialect } from '../../server/registry/statefulset/dialect.ts'
import { tablesDialect } from '../../server/registry/tables/dialect.ts'
import { webhookClientDialect } from '../../server/webhook/dialect.ts'

/** A dialect, whatever its entries. */
export type AnyDialect = Dialect<Record<string, Changing<unknown>>>

/** All dialects, in the order in which `kepsim diff --behaviour` prints their rooms. */
export const dialects: readonly AnyDialect[] = [
  podDialect,
  serviceDialect,
  nodeDialect,
  claimDialect,
  serviceCIDRDialect,
  statefulSetDialect,
  registryDialect,
  deviceDialect,
  celDialect,
  celLibraries,
  validationDialect,
  apimachineryDialect,
  admissionPluginDialect,
  admissionDialect,
  nodeRestrictionDialect,
  policyDialect,
  webhookDialect,
  webhookClientDialect,
  definitionDialect,
  schemaDialect,
  servingDialect,
  aggregatorDialect,
  endpointsDialect,
  jwtDialect,
  authorizationDialect,
  controlplaneDialect,
  discoveryDialect,
  storageVersionDialect,
  tablesDialect,
  gateDialect,
  optionsDialect,
  flagDialect,
  metricsDialect,
  schemeDialect,
  controllersDialect,
  controllerOptionsDialect,
  leaderElectionDialect,
  kubeletDialect,
  kubeletPodDialect,
  kubeletConfigDialect,
  kubeletStartDialect,
  cpuPolicyOptionDialect,
  proxyDialect,
  proxyConfigDialect,
  rulesDialect,
  datapathDialect,
  ipvsDialect,
  nftDialect,
  serveDialect,
  startupDialect,
  clusterDialect,
  kubectlDialect,
  commandDialect,
  describeDialect,
  kubeadmDialect,
  localUpDialect,
  packageDialect,
]
