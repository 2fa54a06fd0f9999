// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (generateBuilder, buildRoute)
import type { CustomResourceDefinitionVersion } from '../../../../api/apiextensions-v1.ts'
import type { Scheme } from '../../../../apimachinery/scheme/scheme.ts'
import { upperFirst } from '../../../../component-base/first-letter.ts'
import { groupTag, type Operation } from '../../../endpoints/openapi/operations.ts'
import { options, type Parameter, path, pretty } from '../../../endpoints/openapi/parameters.ts'
import { type Definition, isNamespaced } from '../../definition/definition.ts'
import { customPatchTypes } from '../patch-types.ts'
import { modelName } from './definition-models.ts'

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'
const scale = 'io.k8s.api.autoscaling.v1.Scale'
const types = ['application/json', 'application/yaml']
const vowels = new Set(['a', 'e', 'i', 'o', 'u'])

/** A route of a custom resource: verbs as upstream names them, in actions and in ids. */
interface Route {
  readonly path: string
  readonly method: string
  readonly action: string
  readonly verb: string
  readonly answer: string
  readonly body?: string
}

const codesOf: Readonly<Record<string, readonly number[]>> = {
  post: [200, 201, 202],
  delete: [200, 202],
  put: [200, 201],
}
const optionsOf: Readonly<Record<string, string>> = {
  get: 'GetOptions',
  list: 'ListOptions',
  deletecollection: 'ListOptions',
  put: 'UpdateOptions',
  patch: 'PatchOptions',
  post: 'CreateOptions',
  delete: 'DeleteOptions',
}

/** The operations of a definition in a version. @param disabled query parameters of writes that are not taken */
export class DefinitionOperations {
  private readonly scheme: Scheme
  private readonly disabled: readonly string[]
  private readonly kind: NonNullable<Operation['kind']>
  private readonly namespaced: boolean
  private readonly plural: string
  private readonly listKind: string

  constructor(scheme: Scheme, { spec }: Definition, version: string, disabled: readonly string[] = []) {
    const { group = '', names = {} } = spec
    this.scheme = scheme
    this.disabled = disabled
    this.kind = { group, version, kind: names.kind ?? '' }
    this.namespaced = isNamespaced({ spec } as Definition)
    this.plural = names.plural ?? ''
    this.listKind = names.listKind ?? ''
  }

  all({ subresources }: CustomResourceDefinitionVersion): Operation[] {
    const { group, version, kind } = this.kind
    const model = modelName(group, version, kind)
    const list = modelName(group, version, this.listKind)
    const root = `/apis/${group}/${version}`
    const base = `${root}${this.namespaced ? '/namespaces/{namespace}' : ''}/${this.plural}`
    const everywhere: Route = {
      path: `${root}/${this.plural}`,
      method: 'get',
      action: 'list',
      verb: 'list',
      answer: list,
    }
    return [
      ...(this.namespaced
        ? [{ ...this.operation(everywhere, ''), id: this.id('list', kind, 'ForAllNamespaces', '') }]
        : []),
      this.operation({ ...everywhere, path: base }, ''),
      this.operation(
        { path: base, method: 'post', action: 'post', verb: 'create', answer: model, body: model },
        '',
      ),
      this.operation(
        {
          path: base,
          method: 'delete',
          action: 'deletecollection',
          verb: 'deletecollection',
          answer: `${meta}.Status`,
        },
        '',
      ),
      ...this.item(`${base}/{name}`, model, ''),
      this.operation(
        {
          path: `${base}/{name}`,
          method: 'delete',
          action: 'delete',
          verb: 'delete',
          answer: `${meta}.Status`,
          body: `${meta}.DeleteOptions`,
        },
        '',
      ),
      ...(subresources?.status ? this.item(`${base}/{name}/status`, model, 'status') : []),
      ...(subresources?.scale ? this.item(`${base}/{name}/scale`, scale, 'scale') : []),
    ]
  }

  private item(at: string, model: string, sub: string): Operation[] {
    const routes: Route[] = [
      { path: at, method: 'get', action: 'get', verb: 'read', answer: model },
      { path: at, method: 'put', action: 'put', verb: 'replace', answer: model, body: model },
      { path: at, method: 'patch', action: 'patch', verb: 'patch', answer: model, body: `${meta}.Patch` },
    ]
    return routes.map((route) => this.operation(route, sub))
  }

  private operation(route: Route, sub: string): Operation {
    const { path: at, method, action, verb, answer, body } = route
    const { kind, group, version } = this.kind
    const isCollection = verb === 'deletecollection'
    return {
      path: at,
      method,
      id: this.id(
        isCollection ? 'delete' : verb,
        kind,
        sub === '' ? '' : upperFirst(sub),
        isCollection ? 'Collection' : '',
      ),
      tag: `${groupTag(group)}_${version}`,
      description: describe(verb, kind, sub),
      action,
      kind: this.kind,
      parameters: this.parameters(at, action),
      ...(body === undefined ? {} : { body }),
      bodyRequired: body !== undefined && action !== 'delete',
      codes: codesOf[action] ?? [200],
      answer,
      produces: types,
      consumes: action === 'patch' ? customPatchTypes : types,
      streams: false,
    }
  }

  private id(verb: string, kind: string, tail: string, infix: string): string {
    const { group, version } = this.kind
    const everywhere = tail === 'ForAllNamespaces'
    const scope = this.namespaced && !everywhere ? 'Namespaced' : ''
    return `${verb}${upperFirst(groupTag(group))}${upperFirst(version)}${infix}${scope}${kind}${tail}`
  }

  private parameters(at: string, action: string): Parameter[] {
    const own = options(this.scheme, `${meta}.${optionsOf[action]}`, this.disabled)
    const inPath = ['name', 'namespace'].filter((name) => at.includes(`{${name}}`))
    return [...own, ...inPath.map(path), pretty]
  }
}

function describe(verb: string, kind: string, sub: string): string {
  const of = sub === '' ? '' : ` ${sub} of`
  const article = vowels.has(kind[0]!.toLowerCase()) ? 'an' : 'a'
  switch (verb) {
    case 'list':
      return `list${of} objects of kind ${kind}`
    case 'patch':
      return `partially update${of} the specified ${kind}`
    case 'deletecollection':
      return `delete collection of ${kind}`
    case 'read':
    case 'replace':
      return `${verb}${of} the specified ${kind}`
    default:
      return `${verb}${of} ${article} ${kind}`
  }
}
