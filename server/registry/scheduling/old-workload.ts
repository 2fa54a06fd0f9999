// Upstream: pkg/apis/scheduling/validation/validation.go of 1.35 (ValidateWorkload, ValidateWorkloadUpdate)
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { tooMany } from '../../../apimachinery/validation/messages.ts'
import {
  isDNS1123Label,
  isDNS1123Subdomain,
  isValidPathSegmentName,
} from '../../../apimachinery/validation/names.ts'

interface Policy {
  basic?: object | null
  gang?: { minCount?: number } | null
}
interface Group {
  name?: string
  policy?: Policy
}
interface ControllerReference {
  apiGroup?: string
  kind?: string
  name?: string
}
/** The spec of a Workload of scheduling.k8s.io/v1alpha1. */
export interface OldWorkloadSpec {
  controllerRef?: ControllerReference | null
  podGroups?: Group[] | null
}

const mostGroups = 8
const path = FieldPath.of('spec')

const invalid = (at: FieldPath, value: string, texts: readonly string[]): FieldError[] =>
  texts.map((text) => field.invalid(at, value, text))

const segmentErrors = (value: string, at: FieldPath): FieldError[] =>
  value === '' ? [field.required(at, '')] : invalid(at, value, isValidPathSegmentName(value))

function referenceErrors({ apiGroup = '', kind = '', name = '' }: ControllerReference): FieldError[] {
  const at = path.child('controllerRef')
  return [
    ...(apiGroup === '' ? [] : invalid(at.child('apiGroup'), apiGroup, isDNS1123Subdomain(apiGroup))),
    ...segmentErrors(kind, at.child('kind')),
    ...segmentErrors(name, at.child('name')),
  ]
}

function policyErrors({ basic, gang }: Policy, at: FieldPath): FieldError[] {
  if (basic != null && gang != null)
    return [
      field.invalid(
        at,
        '{`basic`, `gang`}',
        'exactly one of `basic`, `gang` is required, but multiple fields are set',
      ),
    ]
  if (basic == null && gang == null) return [field.required(at, 'exactly one of `basic`, `gang` is required')]
  const { minCount = 0 } = gang ?? { minCount: 1 }
  return minCount > 0
    ? []
    : [field.invalid(at.child('gang', 'minCount'), minCount, 'must be greater than zero')]
}

function groupErrors(groups: readonly Group[], minor: number): FieldError[] {
  const at = path.child('podGroups')
  if (groups.length === 0) return [field.required(at, 'must have at least one item')]
  if (groups.length > mostGroups) return [tooMany(at, groups.length, mostGroups, minor)]
  const names = new Set<string>()
  return groups.flatMap(({ name = '', policy = {} }, i) => [
    ...invalid(at.index(i).child('name'), name, isDNS1123Label(name, minor)),
    ...(names.size === names.add(name).size ? [field.duplicate(at.index(i).child('name'), name)] : []),
    ...policyErrors(policy, at.index(i).child('policy')),
  ])
}

/** The errors of the spec of a Workload of v1alpha1. */
export const validateOldWorkload = (
  { controllerRef, podGroups }: OldWorkloadSpec,
  minor: number,
): FieldError[] => [
  ...(controllerRef == null ? [] : referenceErrors(controllerRef)),
  ...groupErrors(podGroups ?? [], minor),
]

/** The errors of what may not change in it. Upstream tells these without `spec`. */
export const validateOldWorkloadChange = (
  spec: OldWorkloadSpec,
  old: OldWorkloadSpec,
  minor: number,
): FieldError[] => [
  ...(old.controllerRef == null
    ? []
    : validateImmutableField(spec.controllerRef, old.controllerRef, FieldPath.of('controllerRef'), {
        type: '*scheduling.TypedLocalObjectReference',
        minor,
      })),
  ...validateImmutableField(spec.podGroups ?? [], old.podGroups ?? [], FieldPath.of('podGroups'), {
    type: '[]scheduling.PodGroup',
    minor,
  }),
]
