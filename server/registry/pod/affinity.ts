// Upstream: pkg/apis/core/validation/validation.go (validateAffinity, ValidateNodeSelector)

import type {
  Affinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { validateLabelName, validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { nameIsDNSLabel, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { podDialect } from './dialect.ts'
import { validateMatchLabelKeys } from './match-label-keys.ts'
import type { PodValidationOptions } from './validation-options.ts'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'

/** The errors of a pod's affinities; null and undefined are valid. */
export function validateAffinity(
  affinity: Affinity | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  if (affinity == null) return []
  const errors: FieldError[] = []
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity
  if (nodeAffinity) {
    const at = path.child('nodeAffinity')
    const allow =
      options.allowInvalidLabelValueInRequiredNodeAffinity ||
      !podDialect(options.minor).checksRequiredNodeAffinityValues
    if (nodeAffinity[required])
      errors.push(...validateNodeSelector(nodeAffinity[required], allow, at.child(required), options.minor))
    nodeAffinity[preferred]?.forEach((term, i) => {
      errors.push(...validateWeight(term.weight ?? 0, at.child(preferred).index(i)))
      errors.push(
        ...validateNodeSelectorTerm(
          term.preference ?? {},
          true,
          at.child(preferred).index(i).child('preference'),
          options.minor,
        ),
      )
    })
  }
  if (podAffinity) errors.push(...validatePodAffinity(podAffinity, path.child('podAffinity'), options))
  if (podAntiAffinity)
    errors.push(...validatePodAffinity(podAntiAffinity, path.child('podAntiAffinity'), options))
  return errors
}

const validateWeight = (weight: number, path: FieldPath): FieldError[] =>
  weight > 0 && weight <= 100
    ? []
    : [field.invalid(path.child('weight'), weight, 'must be in the range 1-100')]

function validatePodAffinity(
  affinity: PodAffinity,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors = eachFinding(affinity[required] ?? [], (term, i) =>
    validatePodAffinityTerm(term, path.child(required).index(i), options),
  )
  affinity[preferred]?.forEach((weighted, i) => {
    const at = path.child(preferred).index(i)
    errors.push(
      ...validateWeight(weighted.weight ?? 0, at),
      ...validatePodAffinityTerm(weighted.podAffinityTerm ?? {}, at.child('podAffinityTerm'), options),
    )
  })
  return errors
}

/** The errors of the selectors in a term of pod affinity. */
export function validatePodAffinityTermSelector(
  term: PodAffinityTerm,
  allowInvalidLabelValueInSelector: boolean,
  path: FieldPath,
  minor: number,
): FieldError[] {
  return [
    ...validateLabelSelector(
      term.labelSelector,
      { allowInvalidLabelValueInSelector },
      path.child('labelSelector'),
      minor,
    ),
    ...validateLabelSelector(
      term.namespaceSelector,
      { allowInvalidLabelValueInSelector },
      path.child('namespaceSelector'),
      minor,
    ),
  ]
}

function validatePodAffinityTerm(
  term: PodAffinityTerm,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const { minor } = options
  const errors = validatePodAffinityTermSelector(term, options.allowInvalidLabelValueInSelector, path, minor)
  for (const name of term.namespaces ?? [])
    errors.push(
      ...nameIsDNSLabel(name, false, minor).map((text) => field.invalid(path.child('namespace'), name, text)),
    )
  errors.push(
    ...validateMatchLabelKeys(
      path,
      term.matchLabelKeys ?? [],
      term.mismatchLabelKeys ?? [],
      term.labelSelector,
      minor,
    ),
  )
  if (!term.topologyKey) errors.push(field.required(path.child('topologyKey'), 'can not be empty'))
  return [...errors, ...validateLabelName(term.topologyKey ?? '', path.child('topologyKey'), minor)]
}

/** `allowInvalidValues`: values that no label can have are not reported. */
export function validateNodeSelector(
  selector: NodeSelector,
  allowInvalidValues: boolean,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const at = path.child('nodeSelectorTerms')
  if (!selector.nodeSelectorTerms?.length)
    return [field.required(at, 'must have at least one node selector term')]
  return eachFinding(selector.nodeSelectorTerms, (term, i) =>
    validateNodeSelectorTerm(term, allowInvalidValues, at.index(i), minor),
  )
}

function validateNodeSelectorTerm(
  term: NodeSelectorTerm,
  allowInvalidValues: boolean,
  path: FieldPath,
  minor: number,
): FieldError[] {
  return [
    ...eachFinding(term.matchExpressions ?? [], (r, i) =>
      validateRequirement(r, allowInvalidValues, path.child('matchExpressions').index(i), minor),
    ),
    ...eachFinding(term.matchFields ?? [], (r, i) =>
      validateFieldRequirement(r, path.child('matchFields').index(i)),
    ),
  ]
}

function validateRequirement(
  r: NodeSelectorRequirement,
  allowInvalidValues: boolean,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  const values = r.values ?? []
  const at = path.child('values')
  if (r.operator === 'In' || r.operator === 'NotIn') {
    if (values.length === 0)
      errors.push(field.required(at, "must be specified when `operator` is 'In' or 'NotIn'"))
  } else if (r.operator === 'Exists' || r.operator === 'DoesNotExist') {
    if (values.length > 0)
      errors.push(field.forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"))
  } else if (r.operator === 'Gt' || r.operator === 'Lt') {
    if (values.length !== 1)
      errors.push(field.required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'"))
  } else errors.push(field.invalid(path.child('operator'), r.operator ?? '', 'not a valid selector operator'))
  errors.push(...validateLabelName(r.key ?? '', path.child('key'), minor))
  if (allowInvalidValues) return errors
  values.forEach((value, i) => {
    errors.push(...isValidLabelValue(value, minor).map((text) => field.invalid(at.index(i), value, text)))
  })
  return errors
}

function validateFieldRequirement(r: NodeSelectorRequirement, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const values = r.values ?? []
  if (r.operator !== 'In' && r.operator !== 'NotIn')
    errors.push(field.invalid(path.child('operator'), r.operator ?? '', 'not a valid selector operator'))
  else if (values.length !== 1)
    errors.push(
      field.required(
        path.child('values'),
        "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
      ),
    )
  if (r.key !== 'metadata.name')
    return [...errors, field.invalid(path.child('key'), r.key ?? '', 'not a valid field selector key')]
  values.forEach((value, i) => {
    errors.push(
      ...nameIsDNSSubdomain(value, false).map((text) =>
        field.invalid(path.child('values').index(i), value, text),
      ),
    )
  })
  return errors
}
