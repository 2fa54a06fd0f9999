// Upstream: pkg/admission/plugin/{policy,webhook}/manifest/loader, staging/src/k8s.io/apiserver/pkg/admission/plugin/{policy,webhook}/manifest/loader
import { aggregateText, FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { isObject, type JsonObject, type KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { type ConfigDocument, readDocument } from '../../../apimachinery/scheme/config-document.ts'
import { notRegistered } from '../../../apimachinery/scheme/not-registered.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { staticSuffix } from '../../registry/admissionregistration/static-names.ts'
import { admissionKinds } from '../../registry/admissionregistration/strategy.ts'
import type { ManifestText } from './manifest-files.ts'

const group = 'admissionregistration.k8s.io'

/** A kind that a manifest may have. */
export type ManifestKind = keyof typeof admissionKinds

/** The kinds that a manifest folder may hold, and the check of each object. */
export interface ManifestRules {
  readonly kinds: readonly ManifestKind[]
  /** Throws with upstream's text where an object has what no manifest may have. */
  readonly check: (object: KubeObject, file: string) => void
}

/** Reads the objects of one folder's documents: strictly, with defaults, valid, by name. */
export class ManifestReader {
  private readonly apiserver: GenericAPIServer
  private readonly rules: ManifestRules
  private readonly minor: number
  /** Kind and name → the file. */
  private readonly seen = new Map<string, string>()

  constructor(apiserver: GenericAPIServer, rules: ManifestRules) {
    this.apiserver = apiserver
    this.rules = rules
    this.minor = apiserver.context.release.minor
  }

  /** The objects of a document, or of the list that it is. Throws with upstream's text. */
  objectsOf({ file, text }: ManifestText): KubeObject[] {
    try {
      return this.accepted(readDocument(text), file)
    } catch (error) {
      throw new Error(`error loading ${file}: ${(error as Error).message}`, { cause: error })
    }
  }

  private accepted(document: ConfigDocument, file: string): KubeObject[] {
    const { apiVersion, kind } = document
    if (apiVersion === 'v1' && kind === 'List') return this.listed(document, file)
    const found = this.decoded(document)
    const objects = kind.endsWith('List') ? itemsOf(found) : [found]
    for (const object of objects) this.complete(object)
    for (const object of objects) this.check(object, file)
    return objects
  }

  private listed({ value, strictErrors }: ConfigDocument, file: string): KubeObject[] {
    refuseStrict([...strictErrors, ...unknownOfList(value)])
    const items = Array.isArray(value['items']) ? value['items'] : []
    return items.flatMap((item) => this.accepted(this.itemDocument(item), file))
  }

  private itemDocument(item: unknown): ConfigDocument {
    const inItem = (error: unknown): Error =>
      new Error(`failed to decode list item: ${(error as Error).message}`, { cause: error })
    try {
      const document = readDocument(JSON.stringify(item))
      if (document.apiVersion !== 'v1' || document.kind !== 'List') this.registered(document)
      return document
    } catch (error) {
      throw inItem(error)
    }
  }

  private registered({ apiVersion, kind }: ConfigDocument): { group: string; version: string } {
    const gv = parseApiVersion(apiVersion)
    const known = gv.group === group && this.apiserver.scheme.isRegistered(group, gv.version, kind)
    if (!known) throw new Error(notRegistered(kind, apiVersion, this.minor))
    return gv
  }

  private decoded(document: ConfigDocument): KubeObject {
    const { kind } = document
    const { version } = this.registered(document)
    const { object, strictErrors } = this.apiserver.scheme.decode(group, version, kind, document.value)
    refuseStrict([...document.strictErrors, ...strictErrors])
    const single = kind.replace(/List$/, '')
    if (version !== 'v1' || !(this.rules.kinds as readonly string[]).includes(single))
      throw new Error(`unsupported resource type *${version}.${kind}`)
    if (kind.endsWith('List'))
      for (const item of itemsOf(object)) Object.assign(item, { apiVersion: object.apiVersion, kind: single })
    return object
  }

  /** Sets defaults and validates as the API does on a create. */
  private complete(object: KubeObject): void {
    const { setDefaults, validate } = admissionKinds[object.kind as ManifestKind]
    object.metadata ??= {}
    this.apiserver.scheme.setSchemaDefaults(object)
    setDefaults(object)
    const path = FieldPath.of('metadata')
    const errors = [
      ...validateObjectMeta(object.metadata, false, nameIsDNSSubdomain, path, this.minor),
      ...validate(object, this.minor, undefined, this.apiserver.context.minCompatibility),
    ]
    const name = object.metadata.name ?? ''
    if (errors.length > 0) throw new Error(`${object.kind} ${goQuote(name)}: ${aggregateText(errors)}`)
  }

  private check(object: KubeObject, file: string): void {
    const { name = '' } = object.metadata
    if (!name.endsWith(staticSuffix))
      throw new Error(
        `${goQuote(name)} in file ${goQuote(file)} must have a name ending with ${goQuote(staticSuffix)}`,
      )
    const key = `${object.kind} ${name}`
    const before = this.seen.get(key)
    if (before !== undefined)
      throw new Error(
        `duplicate name ${goQuote(name)} found in file ${goQuote(file)} (previously seen in ${goQuote(before)})`,
      )
    this.seen.set(key, file)
    this.rules.check(object, file)
  }
}

const itemsOf = (list: KubeObject): KubeObject[] => (list['items'] ?? []) as KubeObject[]

function refuseStrict(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`strict decoding error: ${errors.join(', ')}`)
}

const fieldsOfList = new Set(['kind', 'apiVersion', 'metadata', 'items'])

const unknownOfList = (value: JsonObject): string[] =>
  Object.keys(isObject(value) ? value : {})
    .filter((name) => !fieldsOfList.has(name))
    .map((name) => `unknown field ${goQuote(name)}`)
