import { runtimeClassRules } from '../runtimeclass/strategy.ts'
import * as cluster from '../tables/cluster.ts'
import { group } from './group.ts'

/** The rows of node.k8s.io. */
export const nodeRows = group('node.k8s.io', {
  runtimeclasses: {
    rules: runtimeClassRules,
    table: cluster.printRuntimeClass,
    createOnUpdate: true,
    conditionalUpdate: true,
  },
})
