// Upstream: pkg/apis/resource/validation/validation.go of releases before 1.31 (classes, claims and scheduling contexts of drivers' controllers)
import type { NodeSelector } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import type { ObjectMeta } from '../../../apimachinery/json.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { tooLongMaxLength } from '../../../apimachinery/validation/messages.ts'
import { nameIsDNSLabel, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateCsiDriverName } from '../core/csi-driver-name.ts'
import { requireFields } from '../core/names.ts'
import { validateNodeSelector } from '../pod/affinity.ts'

/** A reference to parameters; those of classes have a namespace. */
interface ParametersReference {
  kind?: string
  name?: string
  namespace?: string
}

/** resource.k8s.io ResourceClass. */
export interface ResourceClass {
  driverName?: string
  parametersRef?: ParametersReference | null
  suitableNodes?: NodeSelector | null
}

/** resource.k8s.io ResourceClaimSpec. */
export interface ClaimSpec {
  resourceClassName?: string
  parametersRef?: ParametersReference | null
  allocationMode?: string
}

/** resource.k8s.io ResourceClaimTemplateSpec. */
export interface ClaimTemplateSpec {
  metadata?: ObjectMeta
  spec?: ClaimSpec
}

/** resource.k8s.io PodSchedulingContext; PodScheduling in 1.26. */
export interface PodSchedulingContext {
  spec?: { potentialNodes?: string[] | null }
  status?: { resourceClaims?: { name?: string; unsuitableNodes?: string[] | null }[] | null }
}

const mostNodes = 128

function validateParameters(ref: ParametersReference | null | undefined, path: FieldPath): FieldError[] {
  return ref ? requireFields(ref, path, 'kind', 'name') : []
}

/** The errors of a ResourceClass. */
export function validateClass(own: ResourceClass, minor: number): FieldError[] {
  const { driverName = '', parametersRef, suitableNodes } = own
  const path = FieldPath.of('parametersRef')
  const namespace = parametersRef?.namespace ?? ''
  const wrong = namespace === '' ? [] : nameIsDNSLabel(namespace, false, minor)
  return [
    ...validateCsiDriverName(driverName, FieldPath.of('driverName'), minor),
    ...validateParameters(parametersRef, path),
    ...wrong.map((text) => field.invalid(path.child('namespace'), namespace, text)),
    ...(suitableNodes
      ? validateNodeSelector(suitableNodes, false, FieldPath.of('suitableNodes'), minor)
      : []),
  ]
}

const allocationModes = ['Immediate', 'WaitForFirstConsumer']

/** The errors of a claim's spec at `path`. */
export function validateClaimSpec(spec: ClaimSpec, path: FieldPath): FieldError[] {
  const { resourceClassName = '', parametersRef, allocationMode = '' } = spec
  const name = nameIsDNSSubdomain(resourceClassName, false)
  return [
    ...name.map((text) => field.invalid(path.child('resourceClassName'), resourceClassName, text)),
    ...validateParameters(parametersRef, path.child('parametersRef')),
    ...(allocationModes.includes(allocationMode)
      ? []
      : [field.notSupported(path.child('allocationMode'), allocationMode, allocationModes)]),
  ]
}

/** The errors of a template's spec: of the labels of claims, and of their spec. */
export function validateTemplateSpec(spec: ClaimTemplateSpec, minor: number): FieldError[] {
  const path = FieldPath.of('spec')
  return [
    ...validateLabels(spec.metadata?.labels, path.child('metadata', 'labels'), minor),
    ...validateClaimSpec(spec.spec ?? {}, path.child('spec')),
  ]
}

/** A list of nodes, each named once. */
function validateNodes(nodes: readonly string[], path: FieldPath, minor: number): FieldError[] {
  const isRepeated = repeats()
  const errors = eachFinding(nodes, (node, i) =>
    isRepeated(node)
      ? [field.duplicate(path.index(i), node)]
      : nameIsDNSSubdomain(node, false).map((text) => field.invalid(path.index(i), node, text)),
  )
  return nodes.length > mostNodes ? [...errors, tooLongMaxLength(path, mostNodes, minor)] : errors
}

/** The errors of a scheduling context. */
export const validateScheduling = ({ spec }: PodSchedulingContext, minor: number): FieldError[] =>
  validateNodes(spec?.potentialNodes ?? [], FieldPath.of('spec', 'potentialNodes'), minor)

/** The errors of a scheduling context's status. @note They are told at status.claims. */
export function validateSchedulingStatus({ status }: PodSchedulingContext, minor: number): FieldError[] {
  const path = FieldPath.of('status', 'claims')
  const isRepeated = repeats()
  return eachFinding(status?.resourceClaims ?? [], ({ name = '', unsuitableNodes }, i) => [
    ...validateNodes(unsuitableNodes ?? [], path.index(i).child('unsuitableNodes'), minor),
    ...(isRepeated(name) ? [field.duplicate(path.index(i), name)] : []),
  ])
}
