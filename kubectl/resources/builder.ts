// The objects that a command line means: `nodes`, `node/x`, `svc,deploy`, `pod a b`, -l, -f.
// Upstream: cli-runtime/pkg/resource/builder.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { ErrorList, isNotFound, KubectlError, ServerError } from '../errors.ts'
import type { Session } from '../session.ts'
import { findResource, pathOf, preferred, type Resource } from './discovery.ts'
import { tryManifests } from './manifests.ts'

/** An object, or all objects of a resource that the options select. */
export interface Target {
  resource: Resource
  /** Undefined: of all namespaces, or the resource has none. */
  namespace: string | undefined
  /** Undefined: a list. */
  name: string | undefined
  /** From a file. */
  object?: KubeObject
  /** The file's name. */
  source?: string
  /** It stands for what of the files could not be read, and fails with that; `resource` is any. */
  problem?: Error
}

/** A target with the object that the server has. */
export interface Info extends Target {
  name: string
  object: KubeObject
}

/** The flags that decide which objects a command is about. */
export interface BuildOptions {
  /** A resource without names means all of them; `--all` of most commands says that, and says nothing where there are names. */
  allowEmptySelector?: boolean
  /** `--all` of commands that take it in place of names, and refuse both. Upstream: SelectAllParam */
  all?: boolean
  /** What a file has is not read from the server again. Upstream: without Latest */
  asInFile?: boolean
  /** Only kinds that kubectl itself has Go types of are taken from files. Upstream: WithScheme */
  typed?: boolean
  selector?: string
  fieldSelector?: string
  allNamespaces?: boolean
  /** Of single objects, in place of them: `scale`. */
  subresource?: string
}

/** The error about a command line that names no resources. */
export const missingResource = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`

/** The options that the command's flags give, beside `--all`. */
export const flagOptions = (session: Session): BuildOptions => ({
  selector: session.flags.string('selector'),
  fieldSelector: session.flags.string('field-selector'),
  allNamespaces: session.flags.bool('all-namespaces'),
})

/** Names of several types (`svc,deploy web`) as pairs: `svc/web`, `deploy/web`. Upstream: normalizeMultipleResourcesArgs */
function eachOfSeveralTypes(words: readonly string[]): readonly string[] {
  const [first = '', ...names] = words
  const types = [...new Set(first.split(','))]
  return types.length > 1 && names.length > 0
    ? types.flatMap((type) => names.map((name) => `${type}/${name}`))
    : words
}

/** The objects of -f and -k, or of the words. Reads files and discovery, but no objects. Throws KubectlErrors. */
export async function buildTargets(
  session: Session,
  given: readonly string[],
  options: BuildOptions,
): Promise<Target[]> {
  if (session.flags.strings('filename').length > 0 || session.flags.string('kustomize') !== '') {
    if (given.length > 0)
      throw new KubectlError(
        'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
      )
    return fromFiles(session, options.typed)
  }
  if (options.all === true && `${options.selector ?? ''}${options.fieldSelector ?? ''}` !== '')
    throw new KubectlError("setting 'all' parameter but found a non empty selector. ")
  const selects =
    options.all === true || (options.selector ?? '') !== '' || (options.fieldSelector ?? '') !== ''
  const words = eachOfSeveralTypes(given)
  if (words.some((w) => w.includes('/'))) {
    if (selects)
      throw new KubectlError('selectors and the all flag cannot be used when passing resource/name arguments')
    return namedPairs(session, words, options)
  }
  const [types, ...names] = words
  if (selects || (names.length === 0 && options.allowEmptySelector === true && types !== undefined))
    return bySelector(session, types, names, options)
  if (names.length > 0) return byName(session, types!, names, options)
  if (types === undefined) throw new KubectlError(missingResource)
  await resourcesOf(session, types)
  throw new KubectlError('resource(s) were provided, but no name was specified')
}

async function namespaceFor(session: Session, resource: Resource): Promise<string | undefined> {
  return resource.namespaced ? session.namespace() : undefined
}

async function fromFiles(session: Session, typed = false): Promise<Target[]> {
  const { manifests, error } = await tryManifests(session, { typed })
  const targets: Target[] = manifests.map((m) => ({ ...m, name: m.object.metadata?.name ?? '' }))
  if (error === undefined) return targets
  const resource = targets[0]?.resource ?? (await session.resources())[0]
  if (resource === undefined) throw error
  return [...targets, { resource, namespace: undefined, name: '', problem: error }]
}

async function namedPairs(
  session: Session,
  words: readonly string[],
  options: BuildOptions,
): Promise<Target[]> {
  const pairs = words.map((word) => {
    if (!word.includes('/'))
      throw new KubectlError(
        "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
      )
    const parts = word.split('/')
    if (parts.length !== 2)
      throw new KubectlError('arguments in resource/name form may not have more than one slash')
    const [type = '', name = ''] = parts
    if (type === '' || name === '' || type.includes(','))
      throw new KubectlError('arguments in resource/name form must have a single resource and name')
    return [type, name] as const
  })
  const resources = await session.resources()
  return Promise.all(
    pairs.map(([type, name]) => named(session, findResource(resources, type), name, options)),
  )
}

async function named(
  session: Session,
  resource: Resource,
  name: string,
  options: BuildOptions,
): Promise<Target> {
  if (resource.namespaced && options.allNamespaces === true)
    throw new KubectlError('a resource cannot be retrieved by name across all namespaces')
  return { resource, namespace: await namespaceFor(session, resource), name }
}

async function bySelector(
  session: Session,
  types: string | undefined,
  names: readonly string[],
  options: BuildOptions,
): Promise<Target[]> {
  if (names.length > 0) throw new KubectlError('name cannot be provided when a selector is specified')
  if (types === undefined) throw new KubectlError('at least one resource must be specified to use a selector')
  if (session.flags.string('subresource') !== '')
    throw new KubectlError('subresource cannot be used when bulk resources are specified')
  return Promise.all(
    (await resourcesOf(session, types)).map(async (resource) => ({
      resource,
      namespace: options.allNamespaces === true ? undefined : await namespaceFor(session, resource),
      name: undefined,
    })),
  )
}

async function byName(
  session: Session,
  types: string,
  names: readonly string[],
  options: BuildOptions,
): Promise<Target[]> {
  const found = await resourcesOf(session, types)
  return Promise.all(
    found.flatMap((resource) => names.map((name) => named(session, resource, name, options))),
  )
}

/** The resources that a word names: `svc,deploy`, `all`. Throws for an unknown one. */
export async function resourcesOf(session: Session, types: string): Promise<Resource[]> {
  const resources = await session.resources()
  return types.split(',').flatMap((type) => {
    const category = preferred(resources).filter((r) => r.categories.includes(type))
    return category.length > 0 ? category : [findResource(resources, type)]
  })
}

/** The query parameters of a list, with `?` before them; empty for none. */
export function listQuery(options: BuildOptions, extra: Record<string, string> = {}): string {
  const params = new URLSearchParams(extra)
  if ((options.selector ?? '') !== '') params.set('labelSelector', options.selector!)
  if ((options.fieldSelector ?? '') !== '') params.set('fieldSelector', options.fieldSelector!)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** GETs a target's object, or a subresource of it. Rejects with a ServerError. */
export async function getObject(session: Session, target: Target, subresource = ''): Promise<KubeObject> {
  if (target.problem !== undefined) throw target.problem
  const path = pathOf(target.resource, target.namespace, target.name, subresource)
  return (await session.transport()).json<KubeObject>(path).catch((error: unknown) => {
    return inMissingNamespace(session, target, error)
  })
}

/**
 * Rejects with the error about an object that is not found, or where its namespace is missing too, with that.
 * Upstream: cli-runtime/pkg/resource/visitor.go Info.Get
 */
export async function inMissingNamespace(session: Session, target: Target, error: unknown): Promise<never> {
  const { namespace = '' } = target
  if (!isNotFound(error) || namespace === '' || namespace === 'default') throw error
  const missing = await (await session.transport())
    .text(`/api/v1/namespaces/${encodeURIComponent(namespace)}`)
    .then(() => error)
    .catch((other: unknown) => (isNotFound(other) ? other : error))
  throw missing
}

/**
 * The error of a list, with the resource and selector in its text. Upstream: cli-runtime/pkg/resource/helper.go
 * EnhanceListError
 */
export function listError(error: unknown, resource: Resource, options: BuildOptions): unknown {
  if (!(error instanceof ServerError) || !['BadRequest', 'NotFound'].includes(error.reason)) return error
  const { selector = '', fieldSelector = '' } = options
  const what = goQuote(`${resource.group}/${resource.version}, Resource=${resource.name}`)
  const message =
    selector === '' && fieldSelector === ''
      ? `Unable to list ${what}: ${error.message}`
      : `Unable to find ${what} that match label selector ${goQuote(selector)}, field selector ${goQuote(fieldSelector)}: ${error.message}`
  return new ServerError({ ...error.status, message })
}

/** The items of a list, each with its apiVersion and kind. */
export async function listObjects(
  session: Session,
  target: Target,
  options: BuildOptions,
): Promise<KubeObject[]> {
  const path = `${pathOf(target.resource, target.namespace)}${listQuery(options)}`
  const list = await (await session.transport())
    .json<{ items?: KubeObject[]; apiVersion: string }>(path)
    .catch((error: unknown) => {
      throw listError(error, target.resource, options)
    })
  return (list.items ?? []).map((item) => ({
    ...item,
    apiVersion: list.apiVersion,
    kind: target.resource.kind,
  }))
}

/**
 * Gets or lists the objects of the targets and visits each; errors are gathered and thrown at the end. Resolves with the
 * number visited.
 */
export async function visit(
  session: Session,
  targets: readonly Target[],
  options: BuildOptions,
  work: (info: Info) => Promise<void>,
): Promise<number> {
  let count = 0
  await each(targets, async (target) => {
    await each(await fetch(session, target, options), async (info) => {
      count++
      await work(info)
    })
  })
  return count
}

async function fetch(session: Session, target: Target, options: BuildOptions): Promise<Info[]> {
  const { name, object } = target
  if (options.asInFile === true && name !== undefined && object !== undefined)
    return [{ ...target, name, object }]
  if (name !== undefined)
    return [{ ...target, name, object: await getObject(session, target, options.subresource) }]
  return (await listObjects(session, target, options)).map((object) => ({
    ...target,
    namespace: object.metadata.namespace,
    name: object.metadata.name ?? '',
    object,
  }))
}

/** Does `work` for each item, also after errors; throws all of them at the end. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const errors: Error[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      errors.push(error as Error)
    }
  }
  if (errors.length === 1) throw errors[0]!
  if (errors.length > 0) throw new ErrorList(errors)
}
