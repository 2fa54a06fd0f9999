import { priorityClassRules } from '../priorityclass/strategy.ts'
import { podGroupRules, workloadRules } from '../scheduling/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import * as dra from '../tables/dynamic-resources.ts'
import { group } from './group.ts'

/** The rows of scheduling.k8s.io. */
export const schedulingRows = group('scheduling.k8s.io', {
  podgroups: {
    rules: podGroupRules,
    table: dra.printPodGroup,
    statusKeepsMeta: true,
    gate: 'GenericWorkload',
  },
  priorityclasses: {
    rules: priorityClassRules,
    table: cluster.printPriorityClass,
    generation: true,
    fields: [],
  },
  workloads: { rules: workloadRules, table: dra.printWorkload, gate: 'GenericWorkload' },
})
