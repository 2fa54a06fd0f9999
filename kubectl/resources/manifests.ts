// Objects from `-f`: files, directories, stdin; several documents, lists.
// Upstream: cli-runtime/pkg/resource/visitor.go

import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { yamlSyntaxError } from '../../apimachinery/scheme/yaml-syntax-error.ts'
import { LabelSelector } from '../../apimachinery/selectors/label-selector.ts'
import { parseAllDocuments, type YAMLParseError } from '../../component-base/yaml.ts'
import { ErrorList, KubectlError, PlainError } from '../errors.ts'
import type { Session } from '../session.ts'
import { type Resource, resourceOfKind } from './discovery.ts'

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

/** The objects of all files. Throws where a file cannot be read or an object not be mapped, before any is acted on. */
export async function readManifests(session: Session): Promise<Manifest[]> {
  const { manifests, errors } = await tryManifests(session)
  if (errors.length === 1) throw errors[0]!
  if (errors.length > 0) throw new ErrorList(errors)
  return manifests
}

/** The objects that can be read and mapped, and the errors of those that cannot. */
export async function tryManifests(session: Session): Promise<{ manifests: Manifest[]; errors: Error[] }> {
  const documents: Document[] = []
  const errors: Error[] = []
  for (const name of session.flags.strings('filename')) {
    for (const [file, text] of await texts(session, name)) {
      try {
        for (const value of parseManifests(text, file)) documents.push({ value, source: file })
      } catch (error) {
        errors.push(error as Error)
      }
    }
  }
  const dir = session.flags.string('kustomize')
  if (dir !== '') documents.push(...(await kustomized(session, dir)))
  const manifests: Manifest[] = []
  const selector = LabelSelector.parse(session.flags.string('selector'), session.minor)
  for (const document of documents.filter(({ value }) => selector.matches(value.metadata?.labels))) {
    try {
      manifests.push(await mapped(session, document))
    } catch (error) {
      errors.push(error as Error)
    }
  }
  return { manifests, errors }
}

async function kustomized(session: Session, dir: string): Promise<Document[]> {
  if (session.flags.strings('filename').length > 0)
    throw new KubectlError('only one of -f or -k can be specified')
  const { builtObjects } = await import('../kustomize/kustomize-command.ts')
  const objects = await builtObjects(session, dir).catch((error: Error) => {
    throw new PlainError(error.message)
  })
  return objects.map((object) => ({ value: object as unknown as KubeObject, source: dir }))
}

async function mapped(session: Session, { value: object, source }: Document): Promise<Manifest> {
  const { name = '', namespace = '' } = object.metadata ?? {}
  const resource = resourceOfKind(await session.resources(), object.apiVersion, object.kind)
  if (resource === undefined)
    throw new KubectlError(
      `resource mapping not found for name: "${name}" namespace: "${namespace}" from "${source}": no matches for kind "${object.kind}" in version "${object.apiVersion}"\nensure CRDs are installed first`,
    )
  if (!resource.namespaced) return { object, source, resource, namespace: undefined }
  const own = await session.namespace()
  if (session.enforceNamespace && namespace !== '' && namespace !== own)
    throw new KubectlError(
      `the namespace from the provided object "${namespace}" does not match the namespace "${own}". You must pass '--namespace=${namespace}' to perform this operation.`,
    )
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

/** The objects in a text; the items of lists count one by one. Of keys that stand twice the last one counts, as for sigs.k8s.io/yaml. */
export function parseManifests(text: string, source: string): KubeObject[] {
  return [...parseAllDocuments(text, { version: '1.1', uniqueKeys: false })].flatMap((document) => {
    const problem = document.errors[0]
    if (problem !== undefined) throw notParsed(text, source, document.errors)
    const value: unknown = document.toJS()
    if (value === null) return []
    if (!isObject(value)) throw notAnObject(source)
    const list = value as unknown as KubeObject & { items?: KubeObject[] }
    if (typeof list.kind === 'string' && list.kind.endsWith('List') && Array.isArray(list.items))
      return list.items
    requireType(list, source)
    return [list]
  })
}

const notAnObject = (source: string): KubectlError =>
  new KubectlError(
    `error validating "${source}": error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false`,
  )

/** Go's words for what is wrong with a text. */
function notParsed(text: string, source: string, errors: readonly YAMLParseError[]): KubectlError {
  const told = `error parsing ${source}: `
  if (text.trimStart().startsWith('{') && errors[0]!.pos[0] >= text.trimEnd().length)
    return new KubectlError(`${told}unexpected EOF`)
  return new KubectlError(`${told}error converting YAML to JSON: yaml: ${yamlSyntaxError(errors, text)}`)
}

function requireType(object: KubeObject, source: string): void {
  const missing = (['apiVersion', 'kind'] as const).filter((key) => typeof object[key] !== 'string')
  if (missing.length === 0) return
  const list = missing.map((key) => `${key} not set`)
  throw new KubectlError(
    `error validating "${source}": error validating data: ${list.length > 1 ? `[${list.join(', ')}]` : list[0]}; if you choose to ignore these errors, turn validation off with --validate=false`,
  )
}
