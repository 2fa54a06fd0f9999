// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.go (GetAuthorizerAttributes),
// pkg/registry/authorization/util/helpers.go (ResourceAttributesFrom), plugin/pkg/authorizer/webhook/webhook.go
// (fieldSelectorToAuthorizationAPI, labelSelectorToAuthorizationAPI)
import { isObject, type JsonObject } from '../../../apimachinery/json.ts'
import { type FieldRequirement, FieldSelector } from '../../../apimachinery/selectors/field-selector.ts'
import { LabelSelector, objectOperator } from '../../../apimachinery/selectors/label-selector.ts'
import { type LabelRequirement, newRequirement } from '../../../apimachinery/selectors/requirement.ts'

/** The requirements of a selector that could be understood. */
export interface SelectorReading<T> {
  /** The requirements; any that are left out only widen the request. */
  readonly requirements: readonly T[]
  /** Part of the selector could not be understood. */
  readonly failed: boolean
}

/** The selectors of a list, watch or deletion of many, as authorizers see them. */
export interface AskedSelectors {
  readonly field: SelectorReading<FieldRequirement>
  readonly label: SelectorReading<LabelRequirement>
}

/** Reads the texts of a field and a label selector; an empty text selects everything. */
export type ReadSelectors = (field: string, label: string) => AskedSelectors

/** A selector of a review: in one text, or by its requirements. */
interface ReviewSelector {
  readonly rawSelector?: string
  readonly requirements?: readonly { key?: string; operator?: string; values?: readonly string[] }[]
}

function reading<T>(make: () => readonly T[]): SelectorReading<T> {
  try {
    return { requirements: make(), failed: false }
  } catch {
    return { requirements: [], failed: true }
  }
}

/** Selectors that are read only when an authorizer asks for them, which most never do. */
class LazySelectors implements AskedSelectors {
  private readonly readField: () => AskedSelectors['field']
  private readonly readLabel: () => AskedSelectors['label']
  private knownField: AskedSelectors['field'] | undefined
  private knownLabel: AskedSelectors['label'] | undefined

  constructor(field: () => AskedSelectors['field'], label: () => AskedSelectors['label']) {
    this.readField = field
    this.readLabel = label
  }
  get field(): AskedSelectors['field'] {
    this.knownField ??= this.readField()
    return this.knownField
  }
  get label(): AskedSelectors['label'] {
    this.knownLabel ??= this.readLabel()
    return this.knownLabel
  }
}

const fieldReading = (text: string): AskedSelectors['field'] =>
  reading(() => FieldSelector.parse(text).requirements)
const labelReading = (text: string, minor: number): AskedSelectors['label'] =>
  reading(() => LabelSelector.parse(text, minor).requirements)

/** Reads selectors as requests have them. @param minor of the release */
export const selectorReader =
  (minor: number): ReadSelectors =>
  (field, label) =>
    new LazySelectors(
      () => fieldReading(field),
      () => labelReading(label, minor),
    )

/** The selectors of a review's `resourceAttributes`; undefined: it has none. */
export function reviewSelectors(resource: JsonObject, minor: number): AskedSelectors | undefined {
  const [field, label] = [resource['fieldSelector'], resource['labelSelector']].map((one) =>
    isObject(one) ? (one as ReviewSelector) : undefined,
  )
  if (field === undefined && label === undefined) return undefined
  return new LazySelectors(
    () =>
      field?.requirements?.length
        ? fieldRequirements(field.requirements)
        : fieldReading(field?.rawSelector ?? ''),
    () =>
      label?.requirements?.length
        ? labelRequirements(label.requirements, minor)
        : labelReading(label?.rawSelector ?? '', minor),
  )
}

type Expressions = NonNullable<ReviewSelector['requirements']>

/** The requirements of a field selector: In and NotIn with one value; fields have no other operators. */
function fieldRequirements(expressions: Expressions): AskedSelectors['field'] {
  const operators: Readonly<Record<string, FieldRequirement['operator']>> = { In: '=', NotIn: '!=' }
  const requirements = expressions.flatMap(({ key = '', operator = '', values = [] }) => {
    const known = Object.hasOwn(operators, operator) ? operators[operator]! : undefined
    return known === undefined || values.length !== 1
      ? []
      : [{ field: key, operator: known, value: values[0]! }]
  })
  return { requirements, failed: requirements.length < expressions.length }
}

function labelRequirements(expressions: Expressions, minor: number): AskedSelectors['label'] {
  const requirements = expressions.flatMap(
    ({ key = '', operator = '', values = [] }) =>
      reading(() => [newRequirement(key, objectOperator(operator), values, minor)]).requirements,
  )
  return { requirements, failed: requirements.length < expressions.length }
}

/** The texts in a review's status about selectors that could not be understood. */
export function selectorErrors(selectors: AskedSelectors | undefined): string[] {
  if (selectors === undefined) return []
  return (['field', 'label'] as const).flatMap((kind) => {
    const { requirements, failed } = selectors[kind]
    const how = requirements.length > 0 ? 'partially ignored' : 'ignored'
    return failed ? [`spec.resourceAttributes.${kind}Selector ${how} due to parse error`] : []
  })
}

const operators: Readonly<Record<string, string>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}

/** The selectors as a review tells a webhook of them: without operators that reviews do not know. */
export function toReview({ field, label }: AskedSelectors): JsonObject {
  const fields = field.requirements.map((one) => ({
    key: one.field,
    operator: operators[one.operator]!,
    values: [one.value],
  }))
  const labels = label.requirements.flatMap(({ key, operator, values }) => {
    const known = Object.hasOwn(operators, operator) ? operators[operator]! : undefined
    if (known === undefined) return []
    return [{ key, operator: known, ...(values.length > 0 ? { values: [...values] } : {}) }]
  })
  return {
    ...(fields.length > 0 ? { fieldSelector: { requirements: fields } } : {}),
    ...(labels.length > 0 ? { labelSelector: { requirements: labels } } : {}),
  }
}
