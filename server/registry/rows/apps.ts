import { controllerRevisionRules } from '../controllerrevision/strategy.ts'
import { daemonSetRules } from '../daemonset/strategy.ts'
import { deploymentRules } from '../deployment/strategy.ts'
import { replicaSetRules } from '../replicaset/strategy.ts'
import { statefulSetRules } from '../statefulset/strategy.ts'
import * as work from '../tables/workloads.ts'
import { group } from './group.ts'

/** The rows of apps. */
export const appsRows = group('apps', {
  controllerrevisions: { rules: controllerRevisionRules, table: work.printControllerRevision },
  daemonsets: { rules: daemonSetRules, table: work.printDaemonSet },
  deployments: { rules: deploymentRules, table: work.printDeployment },
  replicasets: { rules: replicaSetRules, table: work.printReplicaSet },
  statefulsets: { rules: statefulSetRules, table: work.printStatefulSet },
})
