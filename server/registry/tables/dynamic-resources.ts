// Upstream: pkg/printers/internalversion/printers.go

import { ageOf } from '../../../apimachinery/human-duration.ts'
import type { JsonObject } from '../../../apimachinery/json.ts'
import { age, at, int, isDeleted, list, name, type Printer, text } from './cells.ts'
import { tablesDialect } from './dialect.ts'

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

export const printResourceClaimTemplate: Printer = (o, options) =>
  tablesDialect(options.minor).showsAllocationModes
    ? [
        name(o),
        text(o, 'spec', 'spec', 'resourceClassName'),
        text(o, 'spec', 'spec', 'allocationMode'),
        age(o, options),
      ]
    : [name(o), age(o, options)]

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

export const printResourceClass: Printer = (o, options) => [name(o), text(o, 'driverName'), age(o, options)]
export const printPodSchedulingContext: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'selectedNode'),
  age(o, options),
]

export const printResourceParameters: Printer = (o, options) => {
  const from = at(o, 'generatedFrom')
  return [
    name(o),
    from === undefined ? '' : `${text(from, 'kind')}.${text(from, 'apiGroup')} ${text(from, 'name')}`,
    age(o, options),
  ]
}

export const printDeviceTaintRule: Printer = (o, options) => {
  const taint = at(o, 'spec', 'taint')
  const added = text(taint, 'timeAdded')
  return [
    name(o),
    text(taint, 'key'),
    text(taint, 'value'),
    text(taint, 'effect'),
    added === '' ? '' : ageOf(added, options.now),
    age(o, options),
  ]
}

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
    complete ? ageOf(text(decided, 'lastTransitionTime'), options.now) : '<none>',
  ]
}

export const printWorkload: Printer = (o, options) => [name(o), age(o, options)]

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
