import { flowSchemaRules, priorityLevelConfigurationRules } from '../flowcontrol/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import { group } from './group.ts'

/** The rows of flowcontrol.apiserver.k8s.io. */
export const flowcontrolRows = group('flowcontrol.apiserver.k8s.io', {
  flowschemas: {
    rules: flowSchemaRules,
    table: cluster.printFlowSchema,
    generation: true,
    statusKeepsMeta: true,
  },
  prioritylevelconfigurations: {
    rules: priorityLevelConfigurationRules,
    table: cluster.printPriorityLevelConfiguration,
    generation: true,
    statusKeepsMeta: true,
  },
})
