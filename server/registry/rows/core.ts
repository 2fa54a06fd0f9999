import { configMapRules } from '../configmap/strategy.ts'
import { endpointsRules } from '../endpoints/strategy.ts'
import { eventRules } from '../event/strategy.ts'
import { limitRangeRules } from '../limitrange/strategy.ts'
import { namespaceRules } from '../namespace/strategy.ts'
import { nodeRules } from '../node/strategy.ts'
import { persistentVolumeRules } from '../persistentvolume/strategy.ts'
import { claimRules } from '../persistentvolumeclaim/strategy.ts'
import { podRules } from '../pod/strategy.ts'
import { podTemplateRules } from '../podtemplate/strategy.ts'
import { replicationControllerRules } from '../replicationcontroller/strategy.ts'
import { resourceQuotaRules } from '../resourcequota/strategy.ts'
import { secretRules } from '../secret/strategy.ts'
import { serviceRules } from '../service/strategy.ts'
import { serviceAccountRules } from '../serviceaccount/strategy.ts'
import * as core from '../tables/core.ts'
import * as net from '../tables/networking.ts'
import { printPod } from '../tables/pod.ts'
import * as work from '../tables/workloads.ts'
import { group } from './group.ts'

/** The rows of the core group. */
export const coreRows = group('', {
  componentstatuses: { table: core.printComponentStatus },
  configmaps: { rules: configMapRules, table: core.printConfigMap },
  endpoints: { rules: endpointsRules, table: core.printEndpoints, keyPrefix: 'services/endpoints' },
  events: { rules: eventRules, table: core.printEvent },
  limitranges: { rules: limitRangeRules, createOnUpdate: true },
  namespaces: { rules: namespaceRules, table: core.printNamespace },
  nodes: { rules: nodeRules, table: core.printNode, keyPrefix: 'minions' },
  persistentvolumeclaims: {
    rules: claimRules,
    table: core.printPersistentVolumeClaim,
    answersDeleted: true,
  },
  persistentvolumes: {
    rules: persistentVolumeRules,
    table: core.printPersistentVolume,
    answersDeleted: true,
  },
  pods: {
    rules: podRules,
    table: printPod,
    answersDeleted: true,
    subresourceGates: { ephemeralcontainers: 'EphemeralContainers', resize: 'InPlacePodVerticalScaling' },
  },
  podtemplates: { rules: podTemplateRules, table: core.printPodTemplate, answersDeleted: true },
  replicationcontrollers: {
    rules: replicationControllerRules,
    table: work.printReplicationController,
    keyPrefix: 'controllers',
  },
  resourcequotas: { rules: resourceQuotaRules, table: core.printResourceQuota, answersDeleted: true },
  secrets: { rules: secretRules, table: core.printSecret },
  serviceaccounts: { rules: serviceAccountRules, table: core.printServiceAccount, answersDeleted: true },
  services: {
    rules: serviceRules,
    table: net.printService,
    keyPrefix: 'services/specs',
    answersDeleted: true,
  },
})
