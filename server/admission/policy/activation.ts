// What expressions of policies see. Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/cel/{activation,condition,composition}.go
import type { JsonObject, KubeObject } from '../../../apimachinery/json.ts'
import {
  type AuthorizationQuestion,
  type Authorize,
  authorizerValue,
  requestResourceValue,
} from '../../../cel/library/functions/authorizer.ts'
import type { Program } from '../../../cel/program.ts'
import { plainValue } from '../../../cel/schema/values.ts'
import { CelError, type CelMap, type CelValue } from '../../../cel/values/value.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { UserInfo } from '../../endpoints/authentication/user-info.ts'
import { serviceAccountGroups, splitServiceAccountUser } from '../../endpoints/authentication/user-info.ts'
import { type Attributes, resourceAttributes } from '../../endpoints/authorization/attributes.ts'
import { selectorReader } from '../../endpoints/authorization/selectors.ts'
import type { AdmissionAttributes } from '../chain.ts'
import type { CompiledExpression } from './compile.ts'
import type { GatheredAnswers } from './gathered-answers.ts'
import type { Matched } from './matching.ts'
import type { VersionedObjects } from './versioned.ts'

/** The request, objects, parameters and variables that the expressions of a policy are evaluated with. */
export interface EvaluationInput {
  readonly attributes: AdmissionAttributes
  readonly matched: Matched
  readonly objects: VersionedObjects
  readonly params: KubeObject | undefined
  readonly namespace: KubeObject | undefined
  readonly authorizer: GatheredAnswers
  readonly variables: ReadonlyMap<string, CompiledExpression>
  /** Whether functions of Kubernetes' libraries have prices of their own. */
  readonly strictCost: boolean
}

/** The names that expressions of one kind see; each evaluation of such a kind has variables of its own. */
export interface Activation {
  readonly names: Readonly<Record<string, CelValue | (() => CelValue)>>
  readonly strictCost: boolean
  /** The CEL cost of variables since the last call, which resets it. */
  takeCost(): number
}

const once = (make: () => CelValue): (() => CelValue) => {
  let value: CelValue | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** @param more whether namespaceObject and the authorizer are at hand, which they are not everywhere */
export function activate(
  input: EvaluationInput,
  more: { readonly namespace: boolean; readonly authorizer: boolean },
): Activation {
  const { attributes, objects, params, namespace, strictCost } = input
  const names: Record<string, CelValue | (() => CelValue)> = {
    object: once(() => plainValue(objects.object)),
    oldObject: once(() => plainValue(objects.oldObject)),
    request: once(() => plainValue(requestObject(input))),
    params: once(() => plainValue(params)),
    namespaceObject: once(() => plainValue(more.namespace ? namespaceView(namespace) : undefined)),
  }
  if (more.authorizer) Object.assign(names, authorizers(attributes, input.authorizer))
  const variables = new LazyVariables(input.variables, names, strictCost)
  names['variables'] = variables
  return { names, strictCost, takeCost: () => variables.takeCost() }
}

/** The variables of a policy, each computed when it is first asked for. Upstream: pkg/cel/lazy */
class LazyVariables implements CelMap {
  readonly kind = 'map'
  private readonly expressions: ReadonlyMap<string, CompiledExpression>
  private readonly names: Activation['names']
  private readonly strict: boolean
  private readonly values = new Map<string, CelValue>()
  private cost = 0

  constructor(
    expressions: ReadonlyMap<string, CompiledExpression>,
    names: Activation['names'],
    strict: boolean,
  ) {
    this.expressions = expressions
    this.names = names
    this.strict = strict
  }
  get size(): number {
    return this.expressions.size
  }
  keys(): Iterable<CelValue> {
    return this.expressions.keys()
  }
  get(key: CelValue): CelValue | undefined {
    const expression = typeof key === 'string' ? this.expressions.get(key) : undefined
    if (expression === undefined) return undefined
    const name = key as string
    let value = this.values.get(name)
    if (value === undefined) {
      value = this.computed(name, expression)
      this.values.set(name, value)
    }
    return value
  }
  takeCost(): number {
    const { cost } = this
    this.cost = 0
    return cost
  }
  private computed(name: string, { compiled }: CompiledExpression): CelValue {
    if (compiled.error !== undefined)
      return new CelError(`composited variable "${name}" fails to compile: ${compiled.error}`)
    const result = run(compiled.program, this.names, this.strict)
    this.cost += result.cost
    return result.error === undefined
      ? result.value
      : new CelError(`composited variable "${name}" fails to evaluate: ${result.error}`)
  }
}

/** An evaluation with the limit that each has. */
export const run = (
  program: Program,
  names: Activation['names'],
  strict: boolean,
): ReturnType<Program['evaluate']> => program.evaluate(names, undefined, strict)

/** admission.k8s.io/v1 AdmissionRequest, without what is not set. Upstream: CreateAdmissionRequest */
function requestObject({ attributes, matched, objects }: EvaluationInput): JsonObject {
  const { request, operation, kind, options } = attributes
  const { group, version, resource, subresource, name, namespace, user } = request
  const { kind: objectKind } = objects
  return given({
    uid: '',
    kind: { group: objectKind.group, version: objectKind.version, kind: objectKind.kind },
    resource: { ...matched.resource },
    subResource: subresource,
    requestKind: { group: kind.group, version: kind.version, kind: kind.kind },
    requestResource: { group, version, resource },
    requestSubResource: subresource,
    name,
    namespace,
    operation,
    userInfo: userObject(user),
    dryRun: request.dryRun,
    options: operation === 'CONNECT' ? null : optionsObject(options),
  })
}

const mayBeEmpty = new Set(['uid', 'options', 'operation'])

/** The fields of AdmissionRequest without the empty texts that Go's omitempty leaves out. */
const given = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== '' || mayBeEmpty.has(key)))

const optionsObject = (options: AdmissionAttributes['options']): JsonObject =>
  JSON.parse(JSON.stringify({ ...options, apiVersion: 'meta.k8s.io/v1' })) as JsonObject

function userObject({ name, uid, groups, extra }: AdmissionAttributes['request']['user']): JsonObject {
  const more = Object.entries(extra ?? {}).map(
    ([key, values]) => [key, [...values] as string[]] as [string, string[]],
  )
  return {
    ...(name ? { username: name } : {}),
    ...(uid ? { uid } : {}),
    ...(groups.length > 0 ? { groups: [...groups] } : {}),
    ...(more.length > 0 ? { extra: Object.fromEntries(more) } : {}),
  }
}

const shownMeta = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'finalizers',
] as const

/** A namespace without its kind, owners and managers. Upstream: CreateNamespaceObject */
function namespaceView(namespace: KubeObject | undefined): JsonObject | undefined {
  if (namespace === undefined) return undefined
  const metadata = Object.fromEntries(
    shownMeta.flatMap((key) => {
      const value = namespace.metadata[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
  const { spec = {}, status = {} } = namespace as unknown as JsonObject
  return { metadata: metadata as JsonObject, spec, status }
}

function authorizers(
  { request }: AdmissionAttributes,
  authorizer: GatheredAnswers,
): Record<string, () => CelValue> {
  const { user, group, resource, subresource, namespace, name } = request
  const ask: Authorize = (question) => {
    const { decision, reason, error } = authorizer.ask(JSON.stringify(question), () =>
      askedFor(request, question),
    )
    return { allowed: decision === 'allow', reason, ...(error === undefined ? {} : { error }) }
  }
  const asked = { group, resource, subresource, namespace, name }
  return {
    authorizer: once(() => authorizerValue(user.name, ask)),
    'authorizer.requestResource': once(() => requestResourceValue(user.name, ask, asked)),
  }
}

/** The attributes that authorizers are asked with for a check in an expression. */
function askedFor(
  { user, server }: AdmissionAttributes['request'],
  asked: AuthorizationQuestion,
): Attributes {
  const { verb, path, group = '', fieldSelector = '', labelSelector = '' } = asked
  const who = asked.user === user.name ? user : serviceAccountInfo(asked.user)
  if (path !== undefined) return { ...resourceAttributes(who, verb, {}), resourceRequest: false, path }
  const { resource = '', subresource = '', namespace = '', name = '' } = asked
  const selects = fieldSelector !== '' || labelSelector !== ''
  return resourceAttributes(who, verb, {
    apiGroup: group,
    apiVersion: '*',
    resource,
    subresource,
    namespace,
    name,
    selectors:
      selects && gateEnabled(server.gates, 'AuthorizeWithSelectors')
        ? selectorReader(server.release.minor)(fieldSelector, labelSelector)
        : undefined,
  })
}

function serviceAccountInfo(username: string): UserInfo {
  const namespace = splitServiceAccountUser(username)?.namespace ?? ''
  return { name: username, groups: serviceAccountGroups(namespace) }
}
