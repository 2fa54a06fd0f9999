// Upstream: pkg/registry/authorization/{subjectaccessreview,selfsubjectaccessreview,localsubjectaccessreview,selfsubjectrulesreview}, pkg/apis/authorization/validation

import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { deepCopy, isObject, type JsonObject, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest, newInvalid } from '../../../apimachinery/status-error.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import {
  type LabelSelectorRequirement,
  validateFieldSelectorRequirement,
  validateLabelSelectorRequirement,
} from '../../../apimachinery/validation/labels.ts'
import type { ValidateObjectFunc } from '../../registry/generic/rest.ts'
import type { UserInfo } from '../authentication/user-info.ts'
import { type Attributes, type Authorizer, resourceAttributes } from './attributes.ts'
import { reviewSelectors, selectorErrors } from './selectors.ts'

/** The authorizer that access reviews ask. */
export interface ReviewOptions {
  readonly authorizer: Authorizer
  readonly minor: number
  /** Whether the gate AuthorizeWithSelectors is on; without it selectors are dropped. */
  readonly selectors: boolean
}
/** The options of a review, and the user and namespace of the request for it. */
export interface ReviewRequest extends ReviewOptions {
  readonly user: UserInfo
  readonly namespace: string
  readonly createValidation: ValidateObjectFunc
}

/** The object is one's own and may be changed. Throws 400, 422, and what admission refuses with. */
export type Review = (request: ReviewRequest, object: KubeObject) => Promise<KubeObject>

const spec = FieldPath.of('spec')
const text = (object: JsonObject, key: string): string =>
  typeof object[key] === 'string' ? (object[key] as string) : ''

function validateSpec(minor: number, body: JsonObject, subject: boolean): FieldError[] {
  const errors: FieldError[] = []
  const { resourceAttributes: resource, nonResourceAttributes: other } = body
  if (isObject(resource) && isObject(other)) {
    const value = badValue(other, 'authorization.NonResourceAttributes', minor)
    errors.push(
      field.invalid(
        spec.child('nonResourceAttributes'),
        value,
        'cannot be specified in combination with resourceAttributes',
      ),
    )
  }
  if (!isObject(resource) && !isObject(other))
    errors.push(
      field.invalid(
        spec.child('resourceAttributes'),
        validationDialect(minor).printsValuesAsJSON ? null : 'null',
        'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    )
  if (subject && text(body, 'user') === '' && (!Array.isArray(body['groups']) || body['groups'].length === 0))
    errors.push(
      field.invalid(
        spec.child('user'),
        text(body, 'user'),
        'at least one of user or group must be specified',
      ),
    )
  if (isObject(resource))
    for (const kind of ['fieldSelector', 'labelSelector'] as const)
      errors.push(...validateSelector(kind, resource[kind], minor))
  return errors
}

function validateSelector(
  kind: 'fieldSelector' | 'labelSelector',
  selector: unknown,
  minor: number,
): FieldError[] {
  if (!isObject(selector)) return []
  const path = spec.child('resourceAttributes', kind)
  const requirements = (selector['requirements'] ?? []) as LabelSelectorRequirement[]
  const options = { allowUnknownOperatorInRequirement: true }
  return [
    ...validateForm(path, text(selector, 'rawSelector'), requirements.length > 0),
    ...eachFinding(requirements, (one, i) => {
      const at = path.child('requirements').index(i)
      return kind === 'fieldSelector'
        ? validateFieldSelectorRequirement(one, at)
        : validateLabelSelectorRequirement(one, options, at, minor)
    }),
  ]
}

/** The errors of a selector that has both a raw text and requirements, or neither. */
function validateForm(path: FieldPath, raw: string, some: boolean): FieldError[] {
  if (raw !== '' && some)
    return [
      field.invalid(path.child('rawSelector'), raw, 'may not specified at the same time as requirements'),
    ]
  if (raw === '' && !some)
    return [
      field.required(
        path.child('requirements'),
        `when ${path} is specified, requirements or rawSelector is required`,
      ),
    ]
  return []
}

/** The errors of a review that has metadata, which it must not have. */
function validateMetadata(object: KubeObject, namespaced: boolean, minor: number): FieldError[] {
  const { managedFields: _managed, creationTimestamp: _time, namespace, ...rest } = object.metadata
  const empty = Object.keys(rest).length === 0 && (namespaced || !namespace)
  if (empty) return []
  const value = badValue(object.metadata, 'v1.ObjectMeta', minor)
  return [
    field.invalid('metadata', value, namespaced ? 'must be empty except for namespace' : 'must be empty'),
  ]
}

function attributesOf(user: UserInfo, body: JsonObject, minor: number): Attributes {
  const resource = body['resourceAttributes']
  if (isObject(resource)) {
    const get = (key: string): string => text(resource, key)
    return resourceAttributes(user, get('verb'), {
      namespace: get('namespace'),
      apiGroup: get('group'),
      apiVersion: get('version') || '*',
      resource: get('resource'),
      subresource: get('subresource'),
      name: get('name'),
      selectors: reviewSelectors(resource, minor),
    })
  }
  const other = body['nonResourceAttributes'] as JsonObject
  return {
    ...resourceAttributes(user, text(other, 'verb'), { path: text(other, 'path') }),
    resourceRequest: false,
  }
}

async function decide(
  { authorizer, createValidation, minor }: ReviewRequest,
  user: UserInfo,
  object: KubeObject,
  invalid: readonly FieldError[],
): Promise<KubeObject> {
  if (invalid.length > 0) throw newInvalid({ group: 'authorization.k8s.io', kind: '' }, '', invalid)
  await createValidation(deepCopy(object))
  const attributes = attributesOf(user, object['spec'] as JsonObject, minor)
  const { decision, reason, error } = await authorizer.authorize(attributes)
  const errors = [...(error === undefined ? [] : [error]), ...selectorErrors(attributes.selectors)]
  object['status'] = {
    allowed: decision === 'allow',
    ...(decision === 'deny' ? { denied: true } : {}),
    ...(reason === '' ? {} : { reason }),
    ...(errors.length === 0 ? {} : { evaluationError: errors.join('; ') }),
  }
  return object
}

function bodyOf(options: ReviewOptions, object: KubeObject): JsonObject {
  const body = isObject(object['spec']) ? object['spec'] : {}
  object['spec'] = body
  if (!options.selectors && isObject(body['resourceAttributes'])) {
    delete body['resourceAttributes']['fieldSelector']
    delete body['resourceAttributes']['labelSelector']
  }
  return body
}

function subjectOf(body: JsonObject): UserInfo {
  return {
    name: text(body, 'user'),
    uid: text(body, 'uid'),
    groups: Array.isArray(body['groups']) ? body['groups'].map(String) : [],
    ...(isObject(body['extra']) ? { extra: body['extra'] as Record<string, string[]> } : {}),
  }
}

const selfReview: Review = async (request, object) => {
  const body = bodyOf(request, object)
  return decide(request, request.user, object, [
    ...validateSpec(request.minor, body, false),
    ...validateMetadata(object, false, request.minor),
  ])
}

const subjectReview: Review = async (request, object) => {
  const body = bodyOf(request, object)
  return decide(request, subjectOf(body), object, [
    ...validateSpec(request.minor, body, true),
    ...validateMetadata(object, false, request.minor),
  ])
}

const localReview: Review = async (request, object) => {
  const { minor, namespace } = request
  const body = bodyOf(request, object)
  object.metadata.namespace ??= namespace
  const errors = [...validateSpec(minor, body, true), ...validateMetadata(object, true, minor)]
  const { resourceAttributes: resource, nonResourceAttributes: other } = body
  if (isObject(resource) && text(resource, 'namespace') !== object.metadata.namespace)
    errors.push(
      field.invalid(
        'spec.resourceAttributes.namespace',
        text(resource, 'namespace'),
        'must match metadata.namespace',
      ),
    )
  if (isObject(other)) {
    const value = badValue(other, 'authorization.NonResourceAttributes', minor)
    errors.push(field.invalid('spec.nonResourceAttributes', value, 'disallowed on this kind of request'))
  }
  if (errors.length === 0 && namespace === '') throw newBadRequest('namespace is required on this type: ')
  if (object.metadata.namespace !== namespace)
    throw newBadRequest('namespace on request does not match object namespace')
  return decide(request, subjectOf(body), object, errors)
}

const rulesReview: Review = async ({ authorizer, user, createValidation }, object) => {
  const namespace = isObject(object['spec']) ? text(object['spec'], 'namespace') : ''
  if (namespace === '') throw newBadRequest('no namespace on request')
  await createValidation(deepCopy(object))
  const { resourceRules, nonResourceRules, incomplete, error } = authorizer.rulesFor(user, namespace)
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: {},
    spec: {},
    status: {
      resourceRules,
      nonResourceRules,
      incomplete,
      ...(error === undefined ? {} : { evaluationError: error }),
    },
  }
}

/** The reviews of authorization.k8s.io, by resource: creating one gives its answer. */
export const accessReviews: ReadonlyMap<string, Review> = new Map([
  ['selfsubjectaccessreviews', selfReview],
  ['subjectaccessreviews', subjectReview],
  ['localsubjectaccessreviews', localReview],
  ['selfsubjectrulesreviews', rulesReview],
])
