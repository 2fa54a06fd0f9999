import { deviceClassRules, sliceRules, taintRuleRules } from '../resource/device-strategy.ts'
import { poolStatusRequestRules } from '../resource/pool-status-request.ts'
import {
  podSchedulingRules,
  resourceClaimRules,
  resourceClaimTemplateRules,
  resourceClassRules,
} from '../resource/strategy.ts'
import * as dra from '../tables/dynamic-resources.ts'
import { group } from './group.ts'

/** The rows of resource.k8s.io. */
export const resourceRows = group('resource.k8s.io', {
  deviceclasses: {
    rules: deviceClassRules,
    table: dra.printDeviceClass,
    generation: true,
    answersDeleted: true,
  },
  devicetaintrules: {
    rules: taintRuleRules,
    table: dra.printDeviceTaintRule,
    generation: true,
    answersDeleted: true,
  },
  podschedulings: { rules: podSchedulingRules, table: dra.printPodSchedulingContext, answersDeleted: true },
  podschedulingcontexts: {
    rules: podSchedulingRules,
    table: dra.printPodSchedulingContext,
    answersDeleted: true,
  },
  resourceclaimparameters: { table: dra.printResourceParameters },
  resourceclaims: {
    rules: resourceClaimRules,
    table: dra.printResourceClaim,
    answersDeleted: true,
  },
  resourceclaimtemplates: {
    rules: resourceClaimTemplateRules,
    table: dra.printResourceClaimTemplate,
    answersDeleted: true,
  },
  resourceclasses: { rules: resourceClassRules, table: dra.printResourceClass, answersDeleted: true },
  resourceclassparameters: { table: dra.printResourceParameters },
  resourcepoolstatusrequests: {
    rules: poolStatusRequestRules,
    table: dra.printResourcePoolStatusRequest,
    conditionalUpdate: true,
    statusKeepsMeta: true,
    answersDeleted: true,
  },
  resourceslices: {
    rules: sliceRules,
    table: dra.printResourceSlice,
    generation: true,
    answersDeleted: true,
  },
})
