// Upstream: pkg/printers/internalversion/printers.go

import type { JsonObject } from '../../../apimachinery/json.ts'
import { age, at, int, isDeleted, list, name, type Printer, text } from './cells.ts'
import { tablesDialect } from './dialect.ts'

/** Cells of DeviceClasses: name, age. */
export const printDeviceClass: Printer = (o, options) => [name(o), age(o, options)]

/** In some releases claims have a class and a mode of allocation, or their deallocation is shown. */
export const printResourceClaim: Printer = (o, options) => [
  name(o),
  ...(tablesDialect(options.minor).showsAllocationModes
    ? [text(o, 'spec', 'resourceClassName'), text(o, 'spec', 'allocationMode')]
    : []),
  claimState(o, options.minor),
  age(o, options),
]

function claimState(claim: JsonObject, minor: number): string {
  const deleted = isDeleted(claim)
  const states: string[] = deleted ? ['deleted'] : []
  if (at(claim, 'status', 'allocation') === undefined) return deleted ? 'deleted' : 'pending'
  states.push('allocated')
  if (list(claim, 'status', 'reservedFor').length > 0) states.push('reserved')
  else if (
    tablesDialect(minor).showsDeallocation &&
    (deleted || at(claim, 'status', 'deallocationRequested') === true)
  )
    states.push('deallocating')
  return states.join(',')
}

/** Cells of ResourceClaimTemplates: name, in older releases class and allocation mode, age. */
export const printResourceClaimTemplate: Printer = (o, options) =>
  tablesDialect(options.minor).showsAllocationModes
    ? [
        name(o),
        text(o, 'spec', 'spec', 'resourceClassName'),
        text(o, 'spec', 'spec', 'allocationMode'),
        age(o, options),
      ]
    : [name(o), age(o, options)]

/** Cells of ResourceSlices: name, node, driver, pool, age. */
export const printResourceSlice: Printer = (o, options) =>
  tablesDialect(options.minor).showsAllocationModes
    ? [name(o), text(o, 'nodeName'), text(o, 'driverName'), age(o, options)]
    : [
        name(o),
        text(o, 'spec', 'nodeName'),
        text(o, 'spec', 'driver'),
        text(o, 'spec', 'pool', 'name'),
        age(o, options),
      ]

/** Cells of ResourceClasses of v1alpha2: name, driver, age. */
export const printResourceClass: Printer = (o, options) => [name(o), text(o, 'driverName'), age(o, options)]
/** Cells of PodSchedulingContexts: name, selected node, age. */
export const printPodSchedulingContext: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'selectedNode'),
  age(o, options),
]

/** Cells of the parameters of v1alpha2: name, source, age. */
export const printResourceParameters: Printer = (o, options) => {
  const from = at(o, 'generatedFrom')
  return [
    name(o),
    from === undefined ? '' : `${text(from, 'kind')}.${text(from, 'apiGroup')} ${text(from, 'name')}`,
    age(o, options),
  ]
}

/** Cells of DeviceTaintRules: name, key, value, effect and age of the taint, age. */
export const printDeviceTaintRule: Printer = (o, options) => {
  const taint = at(o, 'spec', 'taint')
  const added = text(taint, 'timeAdded')
  return [
    name(o),
    text(taint, 'key'),
    text(taint, 'value'),
    text(taint, 'effect'),
    added === '' ? '' : options.ages.of(added),
    age(o, options),
  ]
}

/** Cells of ResourcePoolStatusRequests: name, driver, sums over the pools, their number, state, time since completion. */
export const printResourcePoolStatusRequest: Printer = (o, options) => {
  const decided = list(o, 'status', 'conditions').find(
    (c) => text(c, 'status') === 'True' && ['Complete', 'Failed'].includes(text(c, 'type')),
  )
  const pools = list(o, 'status', 'pools')
  const poolCount = int(o, 'status', 'poolCount')
  const failed = text(decided, 'type') === 'Failed'
  const sum = (field: string): string => String(pools.reduce((total, pool) => total + int(pool, field), 0))
  const errors = String(pools.filter((pool) => at(pool, 'validationError') !== undefined).length)
  const shown = at(o, 'status') !== undefined && !failed
  const totals = shown
    ? [...['totalDevices', 'availableDevices', 'allocatedDevices', 'unavailableDevices'].map(sum), errors]
    : ['-', '-', '-', '-', '-']
  const complete = text(decided, 'type') === 'Complete'
  const status =
    complete && poolCount > pools.length
      ? `Complete (${pools.length}/${poolCount} pools)`
      : text(decided, 'type') || 'Pending'
  return [
    name(o),
    text(o, 'spec', 'driver'),
    ...totals,
    poolCount,
    status,
    complete ? options.ages.of(text(decided, 'lastTransitionTime')) : '<none>',
  ]
}

/** Cells of Workloads: name, age. */
export const printWorkload: Printer = (o, options) => [name(o), age(o, options)]

/** Cells of PodGroups: name, scheduling policy, workload, state, age. */
export const printPodGroup: Printer = (o, options) => {
  const condition = (type: string) =>
    list(o, 'status', 'conditions').findLast((c) => text(c, 'type') === type)
  const [scheduled, disrupted] = [condition('PodGroupScheduled'), condition('DisruptionTarget')]
  const state =
    scheduled === undefined ? 'Pending' : text(scheduled, 'status') === 'True' ? 'Scheduled' : 'Unschedulable'
  const template = at(o, 'spec', 'podGroupTemplateRef')
  return [
    name(o),
    at(o, 'spec', 'schedulingPolicy', 'gang') === undefined ? 'Basic' : 'Gang',
    template === undefined ? '<none>' : text(template, 'workload', 'workloadName'),
    disrupted === undefined ? state : text(disrupted, 'reason'),
    age(o, options),
  ]
}
