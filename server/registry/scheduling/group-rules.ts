// Upstream: the tags of staging/src/k8s.io/api/scheduling/v1alpha2/types.go
import {
  each,
  forbidden,
  forbiddenPointer,
  ifDisabled,
  ifEnabled,
  immutable,
  labelKey,
  longName,
  maxItems,
  maximum,
  minimum,
  oneOf,
  optional,
  optionalPointer,
  pathSegmentName,
  required,
  requiredPointer,
  shortName,
  struct,
  type Tag,
  union,
  uniqueBy,
} from '../../../apimachinery/validation/declarative.ts'

const topology = 'TopologyAwareWorkloadScheduling'
const preemption = 'WorkloadAwarePreemption'
/** The gates that turn on rules of the fields which they bring. */
export const ruleGates = [topology, 'DRAWorkloadResourceClaims', preemption] as const

const policy = struct(
  {
    basic: [optionalPointer],
    gang: [optionalPointer, struct({ minCount: [required, minimum(1)] })],
  },
  union('basic', 'gang'),
)

const constraints = struct({
  topology: [maxItems(1), optional, each(struct({ key: [required, labelKey] }))],
})

/** A list by names, of at most four items. */
const few = (type: string, item: Tag): Tag[] => [
  maxItems(4),
  optional,
  uniqueBy('name', `scheduling/v1alpha2.${type}`),
  each(item, 'name'),
]

const claims = few(
  'PodGroupResourceClaim',
  struct(
    {
      name: [required, shortName],
      resourceClaimName: [optionalPointer, longName],
      resourceClaimTemplateName: [optionalPointer, longName],
    },
    union('resourceClaimName', 'resourceClaimTemplateName'),
  ),
)

const mode = oneOf('Pod', 'PodGroup')
const priorities = [maximum(1_000_000_000), minimum(-2_147_483_648)]

const template = struct({
  name: [required, shortName],
  schedulingPolicy: [policy],
  schedulingConstraints: [
    ...ifDisabled(topology, forbiddenPointer, optionalPointer),
    ...ifEnabled(topology, optionalPointer),
    constraints,
  ],
  resourceClaims: [immutable, ...claims],
  disruptionMode: [
    ...ifDisabled(preemption, forbiddenPointer, optionalPointer),
    ...ifEnabled(preemption, optionalPointer),
    mode,
  ],
  priorityClassName: [
    ...ifDisabled(preemption, forbidden, optional),
    ...ifEnabled(preemption, optional, longName),
  ],
  priority: [
    ...ifDisabled(preemption, forbiddenPointer, optionalPointer),
    ...ifEnabled(preemption, optionalPointer, ...priorities),
  ],
})

/** The rules of the spec of a Workload. */
export const workloadSpec = struct({
  controllerRef: [
    immutable,
    optionalPointer,
    struct({
      apiGroup: [optional, longName],
      kind: [required, pathSegmentName],
      name: [required, pathSegmentName],
    }),
  ],
  podGroupTemplates: [
    immutable,
    maxItems(8),
    required,
    uniqueBy('name', 'scheduling/v1alpha2.PodGroupTemplate'),
    each(template, 'name'),
  ],
})

const templateReference = struct(
  {
    workload: [
      optionalPointer,
      struct({ workloadName: [required, longName], podGroupTemplateName: [required, shortName] }),
    ],
  },
  union('workload'),
)

/** The rules of the spec of a PodGroup. */
export const podGroupSpec = struct({
  podGroupTemplateRef: [immutable, optionalPointer, templateReference],
  schedulingPolicy: [immutable, policy],
  schedulingConstraints: [
    ...ifDisabled(topology, forbiddenPointer, optionalPointer),
    ...ifEnabled(topology, optionalPointer, immutable),
    constraints,
  ],
  resourceClaims: [immutable, ...claims],
  disruptionMode: [
    ...ifDisabled(preemption, forbiddenPointer, optionalPointer),
    ...ifEnabled(preemption, requiredPointer, immutable),
    mode,
  ],
  priorityClassName: [
    ...ifDisabled(preemption, forbidden, optional),
    ...ifEnabled(preemption, optional, immutable, longName),
  ],
  priority: [
    ...ifDisabled(preemption, forbiddenPointer, optionalPointer),
    ...ifEnabled(preemption, optionalPointer, immutable, ...priorities),
  ],
})

/** The rules of the status of a PodGroup. */
export const podGroupStatus = struct({
  resourceClaimStatuses: few(
    'PodGroupResourceClaimStatus',
    struct({ resourceClaimName: [optionalPointer, longName] }),
  ),
})
