// Upstream: pkg/apis/core/validation/validation.go (ValidateNodeSpecificAnnotations)

import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { type AvoidPods, avoidPods, type InternalTaints, internalTaints } from '../core/annotation-types.ts'
import { readGoJson } from '../core/go-json.ts'
import { validateNodeTaints } from './taints.ts'

const taintsKey = 'scheduler.alpha.kubernetes.io/taints'
const avoidPodsKey = 'scheduler.alpha.kubernetes.io/preferAvoidPods'
const path = FieldPath.of('metadata', 'annotations')

/** Annotations of old releases that hold JSON. */
export function validateNodeAnnotations(
  annotations: Record<string, string> | undefined,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  const taints = getOwn(annotations, taintsKey)
  if (taints) {
    const list = readGoJson<InternalTaints>(taints, internalTaints)
    if (list.problem !== undefined) errors.push(field.invalid(path, taintsKey, list.problem))
    else errors.push(...validateNodeTaints(list.value ?? [], path.child(taintsKey), minor))
  }
  const avoid = getOwn(annotations, avoidPodsKey)
  if (!avoid) return errors
  const read = readGoJson<AvoidPods>(avoid, avoidPods)
  if (read.problem !== undefined)
    return [...errors, field.invalid(path.child('AvoidPods'), avoidPodsKey, read.problem)]
  return [...errors, ...(read.value.preferAvoidPods ?? []).flatMap(avoidEntry)]
}

function avoidEntry(entry: NonNullable<AvoidPods['preferAvoidPods']>[number], i: number): FieldError[] {
  const at = path.child(avoidPodsKey).index(i).child('PodSignature')
  const controller = entry.podSignature?.podController
  if (controller === undefined || controller === null) return [field.required(at, '')]
  if (controller.controller === true) return []
  return [field.invalid(at.child('PodController', 'Controller'), false, 'must point to a controller')]
}
