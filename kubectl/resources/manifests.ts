// Objects from `-f`: files, directories, stdin; several documents, lists.
// Upstream: cli-runtime/pkg/resource/visitor.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { notRegisteredIn } from '../../apimachinery/scheme/not-registered.ts'
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { goYaml } from '../../apimachinery/scheme/yaml-schema.ts'
import { yamlSyntaxError } from '../../apimachinery/scheme/yaml-syntax-error.ts'
import { LabelSelector } from '../../apimachinery/selectors/label-selector.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { parseAllDocuments, type YAMLParseError } from '../../component-base/yaml.ts'
import { commandDialect } from '../commands/dialect.ts'
import { ErrorList, KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'
import { decoded, memberOf, withoutType } from './decoded.ts'
import { mappedResource, noMatch, type Resource } from './discovery.ts'
import { validateDocument } from './validation.ts'

/** An object of a file, with the resource to send it to. */
export interface Manifest {
  object: KubeObject
  /** The file, `STDIN` for the standard input. */
  source: string
  resource: Resource
  /** Undefined for a resource without namespaces. */
  namespace: string | undefined
}

interface Document {
  value: KubeObject
  source: string
}

/** The objects of all files. Throws where one cannot be read or mapped, before any is acted on. */
export async function readManifests(session: Session): Promise<Manifest[]> {
  const { manifests, error } = await tryManifests(session)
  if (error !== undefined) throw error
  return manifests
}

/** How the objects of files are visited. */
interface Visit {
  /** Whether --validate counts. */
  validates?: boolean
  /** Ends at the first error, which is thrown by itself. */
  endsAtError?: boolean
  /** Only kinds that kubectl itself has Go types of are read. Upstream: Builder.WithScheme */
  typed?: boolean
}

/** The objects that can be read and mapped, and what is wrong with others. */
export async function tryManifests(
  session: Session,
  visit: Visit = {},
): Promise<{ manifests: Manifest[]; error: Error | undefined }> {
  const manifests: Manifest[] = []
  const error = await visitManifests(session, async (manifest) => void manifests.push(manifest), visit).then(
    () => undefined,
    (reason: Error) => reason,
  )
  return { manifests, error }
}

/**
 * Does `work` for each object of the files, also after errors. Rejects with what failed: first the work, then what could not be read.
 * Upstream: EagerVisitorList, ContinueOnErrorVisitor
 */
export async function visitManifests(
  session: Session,
  work: (manifest: Manifest) => Promise<void>,
  { validates = false, endsAtError = false, typed = false }: Visit = {},
): Promise<void> {
  const selector = LabelSelector.parse(session.flags.string('selector'), session.minor)
  const failed: Error[] = []
  const unread: Error[] = []
  const kept = (errors: Error[]) => (error: Error) => {
    if (endsAtError) throw error
    errors.push(error)
  }
  const take = async ({ value, source }: Document, resource: Resource): Promise<void> => {
    if (selector.matches(value.metadata?.labels))
      await inNamespace(session, value, source, resource).then(work).catch(kept(failed))
  }
  for (const { source, values } of await streams(session)) {
    const read = async (): Promise<void> => {
      for (const value of values) {
        if (validates) await validateDocument(session, value, source)
        await visitDocument(session, value, source, take, typed).catch(kept(unread))
      }
    }
    await read().catch(kept(unread))
  }
  if (unread.length > 0) failed.push(new ErrorList(unread))
  if (failed.length === 1) throw failed[0]!
  if (failed.length > 0) throw new ErrorList(failed)
}

/** The objects of a text, each with the namespace that it has or none. Rejects with an ErrorList where one cannot be read or mapped. */
export async function manifestsIn(session: Session, text: string, source: string): Promise<Manifest[]> {
  const manifests: Manifest[] = []
  const unread: Error[] = []
  const take = async ({ value: object }: Document, resource: Resource): Promise<void> => {
    manifests.push({ object, source, resource, namespace: object.metadata?.namespace })
  }
  const keep = (error: Error): void => void unread.push(error)
  const read = async (): Promise<void> => {
    for (const value of documentsIn(text, source))
      await visitDocument(session, value, source, take).catch(keep)
  }
  await read().catch(keep)
  if (unread.length > 0) throw new ErrorList(unread)
  return manifests
}

interface Stream {
  source: string
  /** Throws where a text goes wrong, after the documents before. */
  values: Iterable<unknown>
}

async function streams(session: Session): Promise<Stream[]> {
  const found: Stream[] = []
  for (const name of session.flags.strings('filename'))
    for (const [source, text] of await texts(session, name))
      found.push({ source, values: documentsIn(text, source) })
  const dir = session.flags.string('kustomize')
  if (dir !== '') found.push({ source: dir, values: await kustomized(session, dir) })
  return found
}

function refuseUnregistered(session: Session, { apiVersion, kind }: KubeObject, source: string): void {
  const { group, version } = parseApiVersion(apiVersion)
  if (schemeFor(recordedNextTo(session.minor)).isRegistered(group, version, kind)) return
  const { schemeName } = commandDialect(session.minor)
  const why = notRegisteredIn(kind, apiVersion, schemeName)
  throw new KubectlError(`unable to decode ${goQuote(source)}: ${why}`)
}

/** Upstream: StreamVisitor, FlattenListVisitor */
async function visitDocument(
  session: Session,
  value: unknown,
  source: string,
  take: (document: Document, resource: Resource) => Promise<void>,
  typed = false,
): Promise<void> {
  const { object, items } = decoded(value, source, session.minor)
  if (typed) refuseUnregistered(session, object, source)
  const resources = await session.resources()
  const { name, namespace } = object.metadata ?? {}
  const resource = mappedResource(resources, object)
  if (resource === undefined)
    throw new KubectlError(
      `resource mapping not found for name: ${goQuote(textOf(name))} namespace: ${goQuote(textOf(namespace))} from ${goQuote(source)}: ${noMatch(object)}\nensure CRDs are installed first`,
    )
  if (items === undefined) return take({ value: object, source }, resource)
  const errors: Error[] = []
  const queue = [...items]
  for (const item of queue) {
    if (Array.isArray(item['items'])) {
      queue.push(...(item['items'] as unknown[]).map(memberOf))
      continue
    }
    const typed = item as unknown as KubeObject
    const known = withoutType(typed) ? undefined : mappedResource(resources, typed)
    if (known !== undefined) await take({ value: typed, source }, known)
    else errors.push(new KubectlError(withoutType(typed) ?? `unable to recognize ${noMatch(typed)}`))
  }
  if (errors.length > 0) throw new ErrorList(errors)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function kustomized(session: Session, dir: string): Promise<readonly unknown[]> {
  if (session.flags.strings('filename').length > 0)
    throw new KubectlError('only one of -f or -k can be specified')
  const { builtObjects } = await import('../kustomize/kustomize-command.ts')
  return builtObjects(session, dir).catch((error: Error) => {
    throw new KubectlError(error.message)
  })
}

/** The error about an object of another namespace than the one that is asked for. */
export const otherNamespace = (namespace: string, own: string): KubectlError =>
  new KubectlError(
    `the namespace from the provided object ${goQuote(namespace)} does not match the namespace ${goQuote(own)}. You must pass '--namespace=${namespace}' to perform this operation.`,
  )

async function inNamespace(
  session: Session,
  object: KubeObject,
  source: string,
  resource: Resource,
): Promise<Manifest> {
  const { namespace = '' } = object.metadata ?? {}
  if (!resource.namespaced) return { object, source, resource, namespace: undefined }
  const own = await session.namespace()
  if (session.enforceNamespace && namespace !== '' && namespace !== own) throw otherNamespace(namespace, own)
  const chosen = namespace === '' ? own : namespace
  // What is only changed locally is as its file has it.
  if (namespace === '' && session.flags.bool('local')) return { object, source, resource, namespace: own }
  return {
    object: { ...object, metadata: { ...object.metadata, namespace: chosen } },
    source,
    resource,
    namespace: chosen,
  }
}

/** The texts that a `-f` names, each with its name in messages. */
export async function texts(session: Session, name: string): Promise<[string, string][]> {
  const { host } = session
  if (name === '-') return [['STDIN', await host.stdin()]]
  const listed = await host.listFiles(name).catch(() => {
    throw new KubectlError(`the path "${name}" does not exist`)
  })
  if (listed === undefined) return [[name, await host.readFile(name)]]
  const found: [string, string][] = []
  for (const file of [...listed].sort()) {
    const path = `${name.replace(/\/$/, '')}/${file}`
    const isDirectory = (await host.listFiles(path)) !== undefined
    if (isDirectory && session.flags.bool('recursive')) found.push(...(await texts(session, path)))
    else if (!isDirectory && /\.(ya?ml|json)$/.test(file)) found.push([path, await host.readFile(path)])
  }
  if (found.length === 0)
    throw new KubectlError(`error reading [${name}]: recognized file extensions are [.json .yaml .yml]`)
  return found
}

/** The values of a text's documents, one after the other; throws at the first that is none. Of keys that stand twice the last one counts, as for sigs.k8s.io/yaml. */
export function* documentsIn(text: string, source: string): Generator<unknown> {
  for (const document of parseAllDocuments(text, { ...goYaml, uniqueKeys: false })) {
    if (document.errors.length > 0) throw notParsed(text, source, document.errors)
    const value: unknown = document.toJS()
    if (value !== null) yield value
  }
}

/** Go's words for what is wrong with a text. */
function notParsed(text: string, source: string, errors: readonly YAMLParseError[]): KubectlError {
  const told = `error parsing ${source}: `
  if (text.trimStart().startsWith('{') && errors[0]!.pos[0] >= text.trimEnd().length)
    return new KubectlError(`${told}unexpected EOF`)
  return new KubectlError(`${told}error converting YAML to JSON: yaml: ${yamlSyntaxError(errors, text)}`)
}
