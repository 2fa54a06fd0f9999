// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go, pkg/endpoints/openapi/openapi.go (operation ids, tags)

import type { Scheme } from '../../../apimachinery/scheme/scheme.ts'
import { lowerFirst, upperFirst } from '../../../component-base/first-letter.ts'
import type { ResourceFacts } from '../../../component-base/release-facts.ts'
import { collectionParameters, options, type Parameter, path, pretty } from './parameters.ts'

/** A group version that a server offers, as discovery shows it. */
export interface ServedVersion {
  readonly group: string
  readonly version: string
  readonly resources: readonly ResourceFacts[]
}

/** An operation of a path, in terms that both versions of OpenAPI share. */
export interface Operation {
  readonly path: string
  readonly method: string
  readonly id: string
  readonly tag: string
  readonly description?: string
  readonly action?: string
  readonly kind?: { readonly group: string; readonly version: string; readonly kind: string }
  readonly parameters: readonly Parameter[]
  /** The type of the body; undefined where there is none. */
  readonly body?: string
  readonly bodyRequired: boolean
  readonly codes: readonly number[]
  /** The type of the answer; undefined: a text. */
  readonly answer: string | undefined
  /** Content types of the answer; undefined: those of all resources. */
  readonly produces?: readonly string[]
  /** Content types of the body; undefined: those of all resources. */
  readonly consumes?: readonly string[]
  readonly streams: boolean
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** `rbac.authorization.k8s.io` → `rbacAuthorization`, the core group → `core`. */
export const groupTag = (group: string): string =>
  group === ''
    ? 'core'
    : lowerFirst(
        group
          .replace(/\.k8s\.io$/, '')
          .split(/[^A-Za-z0-9_]+/)
          .map(upperFirst)
          .join(''),
      )

/** Resources whose deletion answers with the object (upstream: ReturnDeletedObject). */
const answersObject = new Set([
  'persistentvolumeclaims',
  'pods',
  'podtemplates',
  'resourcequotas',
  'serviceaccounts',
  'services',
  'persistentvolumes',
  'deviceclasses',
  'resourceclaims',
  'resourceclaimtemplates',
  'resourceslices',
  'csidrivers',
  'csinodes',
  'storageclasses',
  'volumeattachments',
  'volumeattributesclasses',
])
/** Subresources that a client connects to: options and methods. */
const connections: Readonly<Record<string, { options: string; methods: readonly string[] }>> = {
  attach: { options: 'AttachOptions', methods: ['get', 'post'] },
  exec: { options: 'ExecOptions', methods: ['get', 'post'] },
  portforward: { options: 'PortForwardOptions', methods: ['get', 'post'] },
  proxy: { options: 'ProxyOptions', methods: ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] },
}

type Kind = { kind: string; group?: string; version?: string }

/** Kinds of subresources that are of another group. */
const elsewhere: Readonly<Record<string, { group: string; version: string }>> = {
  Scale: { group: 'autoscaling', version: 'v1' },
  Eviction: { group: 'policy', version: 'v1' },
  TokenRequest: { group: 'authentication.k8s.io', version: 'v1' },
}

/** All operations of a group version, by path. */
export class VersionOperations {
  private readonly scheme: Scheme
  private readonly served: ServedVersion
  private readonly disabled: readonly string[]
  private readonly prefix: string
  private readonly idPart: string
  private readonly tag: string
  private readonly out: Operation[] = []

  /** @param disabled query parameters of writes that are not taken */
  constructor(scheme: Scheme, served: ServedVersion, disabled: readonly string[] = []) {
    this.scheme = scheme
    this.served = served
    this.disabled = disabled
    const { group, version } = served
    this.prefix = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    this.idPart = upperFirst(groupTag(group)) + upperFirst(version)
    this.tag = `${groupTag(group)}_${version}`
  }

  all(): readonly Operation[] {
    const answer = `${meta}.APIResourceList`
    this.add({
      path: `${this.prefix}/`,
      method: 'get',
      id: `get${this.idPart}APIResources`,
      parameters: [],
      codes: [200],
      answer,
    })
    for (const resource of this.served.resources) this.resource(resource)
    return this.out
  }

  private add(operation: Omit<Operation, 'tag' | 'bodyRequired' | 'streams'> & Partial<Operation>): void {
    this.out.push({ tag: this.tag, bodyRequired: operation.body !== undefined, streams: false, ...operation })
  }

  private typeOf(facts: Kind): string | undefined {
    const { group, version, kind } = this.gvk(facts)
    return this.scheme.typeName(group, version, kind)
  }
  private gvk(facts: Kind): NonNullable<Operation['kind']> {
    const { group = this.served.group, version = this.served.version, kind } = facts
    const other = Object.hasOwn(elsewhere, kind) ? elsewhere[kind] : undefined
    if (
      other !== undefined &&
      facts.group === undefined &&
      this.scheme.typeName(group, version, kind) === undefined
    )
      return { ...other, kind }
    return { group, version, kind }
  }

  private resource(resource: ResourceFacts): void {
    const namespaced = resource.scope === 'Namespaced'
    const base = `${this.prefix}${namespaced ? '/namespaces/{namespace}' : ''}/${resource.name}`
    const scope = namespaced ? [path('namespace')] : []
    this.collection(resource, base, scope)
    this.items(resource, `${base}/{name}`, [path('name'), ...scope])
    if (namespaced) this.allNamespaces(resource)
    this.watches(resource, namespaced, scope)
    for (const sub of resource.subresources ?? [])
      this.subresource(resource, sub, `${base}/{name}/${sub.name}`, [path('name'), ...scope])
  }

  private id(verb: string, resource: ResourceFacts, tail = '', infix = ''): string {
    return `${verb}${this.idPart}${infix}${resource.scope === 'Namespaced' ? 'Namespaced' : ''}${resource.kind}${tail}`
  }

  private collection(resource: ResourceFacts, at: string, scope: Parameter[]): void {
    const [kind, type, common] = [this.gvk(resource), this.typeOf(resource), [...scope, pretty]]
    const has = (verb: string): boolean => resource.verbs.includes(verb)
    const list = options(this.scheme, `${meta}.ListOptions`)
    if (has('list')) {
      const answer = this.typeOf({ ...resource, kind: `${resource.kind}List` })
      this.add({
        path: at,
        method: 'get',
        id: this.id('list', resource),
        action: 'list',
        kind,
        parameters: [...list, ...common],
        codes: [200],
        answer,
        streams: true,
      })
    }
    if (has('create')) {
      const parameters = [...options(this.scheme, `${meta}.CreateOptions`, this.disabled), ...common]
      this.add({
        path: at,
        method: 'post',
        id: this.id('create', resource),
        action: 'post',
        kind,
        parameters,
        body: type,
        codes: [200, 201, 202],
        answer: type,
      })
    }
    if (has('deletecollection')) {
      const parameters = [...collectionParameters(this.scheme), ...common]
      this.add({
        path: at,
        method: 'delete',
        id: this.id('delete', resource, '', 'Collection'),
        action: 'deletecollection',
        kind,
        parameters,
        body: `${meta}.DeleteOptions`,
        bodyRequired: false,
        codes: [200],
        answer: `${meta}.Status`,
      })
    }
  }

  private items(resource: ResourceFacts, at: string, scope: Parameter[]): void {
    this.readAndWrite(resource, resource, at, scope, '')
    if (!resource.verbs.includes('delete')) return
    const answer = answersObject.has(resource.name) ? this.typeOf(resource) : `${meta}.Status`
    const parameters = [...options(this.scheme, `${meta}.DeleteOptions`), ...scope, pretty]
    this.add({
      path: at,
      method: 'delete',
      id: this.id('delete', resource),
      action: 'delete',
      kind: this.gvk(resource),
      parameters,
      body: `${meta}.DeleteOptions`,
      bodyRequired: false,
      codes: [200, 202],
      answer,
    })
  }

  /** get, update and patch of an object or of one of its subresources. */
  private readAndWrite(
    resource: ResourceFacts,
    facts: Kind & { verbs: string[] },
    at: string,
    scope: Parameter[],
    tail: string,
  ): void {
    const [kind, type, common] = [this.gvk(facts), this.typeOf(facts), [...scope, pretty]]
    const has = (verb: string): boolean => facts.verbs.includes(verb)
    const write = (name: string): Parameter[] => [
      ...options(this.scheme, `${meta}.${name}Options`, this.disabled),
      ...common,
    ]
    if (has('get'))
      this.add({
        path: at,
        method: 'get',
        id: this.id('read', resource, tail),
        action: 'get',
        kind,
        parameters: common,
        codes: [200],
        answer: type,
      })
    if (has('update')) {
      this.add({
        path: at,
        method: 'put',
        id: this.id('replace', resource, tail),
        action: 'put',
        kind,
        parameters: write('Update'),
        body: type,
        codes: [200, 201],
        answer: type,
      })
    }
    if (has('patch')) {
      this.add({
        path: at,
        method: 'patch',
        id: this.id('patch', resource, tail),
        action: 'patch',
        kind,
        parameters: write('Patch'),
        body: `${meta}.Patch`,
        codes: [200, 201],
        answer: type,
      })
    }
  }

  private allNamespaces(resource: ResourceFacts): void {
    if (!resource.verbs.includes('list')) return
    const answer = this.typeOf({ ...resource, kind: `${resource.kind}List` })
    this.add({
      path: `${this.prefix}/${resource.name}`,
      method: 'get',
      id: `list${this.idPart}${resource.kind}ForAllNamespaces`,
      action: 'list',
      kind: this.gvk(resource),
      parameters: [...options(this.scheme, `${meta}.ListOptions`), pretty],
      codes: [200],
      answer,
      streams: true,
    })
  }

  private watches(resource: ResourceFacts, namespaced: boolean, scope: Parameter[]): void {
    if (!resource.verbs.includes('watch')) return
    const [kind, answer, streams] = [this.gvk(resource), `${meta}.WatchEvent`, true]
    const list = [...options(this.scheme, `${meta}.ListOptions`), pretty]
    const base = `${this.prefix}/watch${namespaced ? '/namespaces/{namespace}' : ''}/${resource.name}`
    const watch = (at: string, id: string, action: string, parameters: Parameter[]): void =>
      this.add({ path: at, method: 'get', id, action, kind, parameters, codes: [200], answer, streams })
    watch(base, this.id('watch', resource, 'List'), 'watchlist', [...list, ...scope])
    watch(`${base}/{name}`, this.id('watch', resource), 'watch', [...list, path('name'), ...scope])
    if (namespaced)
      watch(
        `${this.prefix}/watch/${resource.name}`,
        `watch${this.idPart}${resource.kind}ListForAllNamespaces`,
        'watchlist',
        list,
      )
  }

  private subresource(
    resource: ResourceFacts,
    sub: NonNullable<ResourceFacts['subresources']>[number],
    at: string,
    scope: Parameter[],
  ): void {
    const tail = upperFirst(sub.name)
    const connection = Object.hasOwn(connections, sub.name) ? connections[sub.name] : undefined
    if (connection !== undefined) this.connection(resource, connection, at, scope, tail)
    else if (sub.name === 'log') this.log(resource, at, scope)
    else this.objectSubresource(resource, sub, at, scope, tail)
  }

  private objectSubresource(
    resource: ResourceFacts,
    sub: NonNullable<ResourceFacts['subresources']>[number],
    at: string,
    scope: Parameter[],
    tail: string,
  ): void {
    this.readAndWrite(resource, sub, at, scope, tail)
    if (!sub.verbs.includes('create')) return
    const type = this.typeOf(sub)
    const parameters = [...options(this.scheme, `${meta}.CreateOptions`, this.disabled), ...scope, pretty]
    this.add({
      path: at,
      method: 'post',
      id: this.id('create', resource, tail),
      action: 'post',
      kind: this.gvk(sub),
      parameters,
      body: type,
      codes: [200, 201, 202],
      answer: type,
    })
  }

  private connection(
    resource: ResourceFacts,
    { options: name, methods }: { options: string; methods: readonly string[] },
    at: string,
    scope: Parameter[],
    tail: string,
  ): void {
    const kind = this.gvk({ kind: `${resource.kind}${name}` })
    const query = options(this.scheme, `io.k8s.api.core.v1.${kind.kind}`)
    for (const withPath of tail === 'Proxy' ? [false, true] : [false]) {
      for (const method of methods) {
        const id = `connect${this.idPart}${upperFirst(method)}${resource.scope === 'Namespaced' ? 'Namespaced' : ''}${resource.kind}${tail}${withPath ? 'WithPath' : ''}`
        const parameters = [...query, ...scope, ...(withPath ? [path('path')] : [])]
        this.add({
          path: withPath ? `${at}/{path}` : at,
          method,
          id,
          action: 'connect',
          kind,
          parameters,
          codes: [200],
          answer: undefined,
          produces: ['*/*'],
        })
      }
    }
  }

  private log(resource: ResourceFacts, at: string, scope: Parameter[]): void {
    const produces = [
      'application/json',
      'application/vnd.kubernetes.protobuf',
      'application/yaml',
      'text/plain',
    ]
    const parameters = [...options(this.scheme, 'io.k8s.api.core.v1.PodLogOptions'), ...scope, pretty]
    this.add({
      path: at,
      method: 'get',
      id: this.id('read', resource, 'Log'),
      action: 'get',
      kind: this.gvk(resource),
      parameters,
      codes: [200],
      answer: undefined,
      produces,
    })
  }
}
