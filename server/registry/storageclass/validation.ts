// Upstream: pkg/apis/storage/validation/validation.go (ValidateStorageClass)

import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from '../../../api/core-v1.ts'
import type { StorageClass } from '../../../api/storage-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { isGiven, valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { validateLabelName } from '../../../apimachinery/validation/labels.ts'
import { tooLong } from '../../../apimachinery/validation/messages.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import { registryDialect } from '../dialect.ts'

const at = (name: string): FieldPath => FieldPath.of(name)

/** The errors of a StorageClass. */
export function validateStorageClass(own: StorageClass, minor: number): FieldError[] {
  const { provisioner = '', reclaimPolicy, volumeBindingMode } = own
  const oneOf = (name: string, value: string | undefined, allowed: readonly string[]): FieldError[] =>
    !value || allowed.includes(value) ? [] : [field.notSupported(at(name), value, allowed)]
  return [
    ...(provisioner === ''
      ? [field.required(at('provisioner'), '')]
      : validateLabelName(provisioner.toLowerCase(), at('provisioner'), minor)),
    ...validateParameters(own.parameters ?? {}, minor),
    ...oneOf('reclaimPolicy', reclaimPolicy, ['Delete', 'Retain']),
    ...(volumeBindingMode == null
      ? [field.required(at('volumeBindingMode'), '')]
      : volumeBindingMode === ''
        ? [field.notSupported(at('volumeBindingMode'), '', ['Immediate', 'WaitForFirstConsumer'])]
        : oneOf('volumeBindingMode', volumeBindingMode, ['Immediate', 'WaitForFirstConsumer'])),
    ...validateTopologies(own.allowedTopologies ?? [], minor),
  ]
}

function validateTopologies(terms: readonly TopologySelectorTerm[], minor: number): FieldError[] {
  const before: string[] = []
  return eachFinding(terms, (term, i) => {
    const path = at('allowedTopologies').index(i).child('matchLabelExpressions')
    const expressions = term.matchLabelExpressions ?? []
    const isRepeatedKey = repeats()
    const errors = eachFinding(expressions, ({ key = '', values: given }, k) => {
      const values = given ?? []
      const isRepeatedValue = repeats()
      return [
        ...(values.length === 0 ? [field.required(path.index(k).child('values'), '')] : []),
        ...values.flatMap((value, n) =>
          isRepeatedValue(value) ? [field.duplicate(path.index(k).child('values').index(n), value)] : [],
        ),
        ...validateLabelName(key, path.index(k).child('key'), minor),
        ...(isRepeatedKey(key) ? [field.duplicate(path.index(k).child('key'), key)] : []),
      ]
    })
    const set = asSet(expressions)
    // @note Upstream begins with as many empty terms as there are terms: one without expressions repeats them all.
    const equal = before.filter((one) => one === set).length + (expressions.length === 0 ? terms.length : 0)
    before.push(set)
    return [...errors, ...Array.from({ length: equal }, () => field.duplicate(path, ''))]
  })
}

/** A term as upstream compares terms: the values of each key as a set, the last of equal keys. */
const asSet = (expressions: readonly TopologySelectorLabelRequirement[]): string =>
  JSON.stringify(
    [...new Map(expressions.map(({ key = '', values = [] }) => [key, [...new Set(values)].sort()]))].sort(
      ([a], [b]) => (a < b ? -1 : 1),
    ),
  )

/** The errors of parameters of a class: their number, keys and size. */
export function validateParameters(parameters: Record<string, string>, minor: number): FieldError[] {
  const entries = Object.entries(parameters)
  if (entries.length > 512) return [tooLong(at('parameters'), 512, minor)]
  const errors = entries.flatMap(([key]) =>
    key === '' ? [field.invalid(at('parameters'), key, 'field can not be empty.')] : [],
  )
  const size = Buffer.byteLength(entries.flat().join(''))
  return size > 256 * 1024 ? [...errors, tooLong(at('parameters'), 256 * 1024, minor)] : errors
}

/** The errors of an updated StorageClass, of which hardly anything may change. */
export function validateStorageClassUpdate(
  own: StorageClass,
  old: StorageClass,
  minor: number,
): FieldError[] {
  const sameParameters = semanticDeepEqual(own.parameters, old.parameters)
  const mode = validateImmutableField(own.volumeBindingMode, old.volumeBindingMode, at('volumeBindingMode'))
  if (registryDialect(minor).forbidsStorageClassUpdates) {
    // Compared as Go values: an empty map is not what is stored of it, which is none.
    const givesNone = isGiven(own, 'parameters') && Object.keys(own.parameters ?? {}).length === 0
    const changed = [
      ...(sameParameters && !givesNone ? [] : ['parameters']),
      ...((own.provisioner ?? '') === (old.provisioner ?? '') ? [] : ['provisioner']),
      ...(own.reclaimPolicy === old.reclaimPolicy ? [] : ['reclaimPolicy']),
    ]
    return [...changed.map((name) => field.forbidden(at(name), `updates to ${name} are forbidden.`)), ...mode]
  }
  const shown = badValue(valueOrEmpty(own, 'parameters'), 'map[string]string', minor)
  return [
    ...(sameParameters ? [] : [field.invalid(at('parameters'), shown, 'field is immutable')]),
    ...validateImmutableField(own.provisioner ?? '', old.provisioner ?? '', at('provisioner')),
    ...validateImmutableField(own.reclaimPolicy, old.reclaimPolicy, at('reclaimPolicy')),
    ...mode,
  ]
}
