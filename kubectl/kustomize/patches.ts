// patches, patchesStrategicMerge, patchesJson6902.
// Upstream: kustomize/api/internal/builtins/PatchTransformer.go

import { isObject, type JsonObject, type JsonValue } from '../../apimachinery/json.ts'
import { applyJsonPatch } from '../../apimachinery/patch/json-patch.ts'
import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import { parse, parseAllDocuments } from '../../component-base/yaml.ts'
import { KubectlError } from '../errors.ts'
import type { Kustomization, PatchArgs } from './kustomization.ts'
import type { KustomizeFiles } from './kustomize-files.ts'
import { KustomizeMerge, schemaOf } from './merge.ts'
import { idOf, idsOf, type KustomizeResource, metaOf, rename, sameId, shownId } from './resource.ts'
import { selectedByPattern } from './select-resources.ts'

/** The patches of a kustomization, in the order in which kustomize applies them. */
export class Patches {
  private readonly files: KustomizeFiles
  private readonly schemas: Readonly<Record<string, SchemaFacts>>
  private readonly minor: number
  /** @param schemas of the API types, by their names, of a minor release */
  constructor(files: KustomizeFiles, schemas: Readonly<Record<string, SchemaFacts>>, minor: number) {
    this.files = files
    this.schemas = schemas
    this.minor = minor
  }

  /** The resources with the strategic merge patches first, as kustomize applies them. */
  async early(resources: KustomizeResource[], kustomization: Kustomization): Promise<KustomizeResource[]> {
    let left = resources
    for (const entry of kustomization.patchesStrategicMerge ?? []) {
      const text = entry.includes('\n') ? entry : await this.files.read(entry)
      for (const patch of documents(text)) left = this.merged(left, patch, undefined, {})
    }
    for (const patch of kustomization.patches ?? []) left = await this.one(left, patch)
    return left
  }

  /** patchesJson6902 come after names, labels and annotations. */
  async late(resources: KustomizeResource[], kustomization: Kustomization): Promise<void> {
    for (const patch of kustomization.patchesJson6902 ?? []) await this.one(resources, patch)
  }

  private async one(resources: KustomizeResource[], args: PatchArgs): Promise<KustomizeResource[]> {
    const text = await this.text(args)
    const shown = args.path === undefined ? `[patch: ${JSON.stringify(text)}]` : `[path: "${args.path}"]`
    const operations = jsonOperations(text)
    if (operations !== undefined) {
      if (args.target === undefined) throw new KubectlError(`must specify a target for JSON patch ${shown}`)
      for (const resource of selectedByPattern(resources, args.target, this.minor))
        changed(resource, operations)
      return resources
    }
    const patches = objectsOrNone(text)
    if (patches === undefined)
      throw new KubectlError(
        `trouble configuring builtin PatchTransformer with config: \`\n${emitYaml(args)}\`: unable to parse SM or JSON patch from ${shown}`,
      )
    if (args.target !== undefined && patches.length > 1)
      throw new KubectlError(
        `Multiple Strategic-Merge Patches in one \`patches\` entry is not allowed to set \`patches.target\` field: ${shown}`,
      )
    let left = resources
    for (const patch of patches) left = this.merged(left, patch, args.target, args.options ?? {})
    return left
  }

  private async text({ path, patch }: PatchArgs): Promise<string> {
    const own = (patch ?? '').trim()
    if (own === '' && (path ?? '') === '') throw new KubectlError('must specify one of patch and path in')
    if (own !== '' && (path ?? '') !== '')
      throw new KubectlError("patch and path can't be set at the same time")
    if (own !== '') return own
    return this.files.read(path!).catch((error: Error) => {
      throw new KubectlError(`failed to get the patch file from path(${path}): ${error.message}`)
    })
  }

  private merged(
    resources: KustomizeResource[],
    patch: JsonObject,
    target: PatchArgs['target'],
    options: NonNullable<PatchArgs['options']>,
  ): KustomizeResource[] {
    const chosen =
      target === undefined ? [named(resources, patch)] : selectedByPattern(resources, target, this.minor)
    const merge = new KustomizeMerge(this.schemas)
    return resources.flatMap((resource) => {
      if (!chosen.includes(resource)) return [resource]
      const { apiVersion, kind } = resource.object
      const { name } = metaOf(resource.object)
      const schema = schemaOf(this.schemas, String(apiVersion), String(kind))
      const object = merge.object(resource.object, patch, schema)
      if (object === undefined) return []
      const given = idOf({ object }).name
      const kept = options.allowNameChange === true ? given : name
      resource.object = {
        ...object,
        ...(options.allowKindChange === true ? {} : { apiVersion: apiVersion!, kind: kind! }),
        metadata: { ...metaOf(object), ...(name === undefined ? {} : { name }) },
      }
      if (kept !== undefined && kept !== name) rename(resource, { name: kept })
      return [resource]
    })
  }
}

/** The one resource that a patch without a target names. */
function named(resources: readonly KustomizeResource[], patch: JsonObject): KustomizeResource {
  const id = idOf({ object: patch })
  const found = resources.filter((resource) => idsOf(resource).some((own) => sameId(own, id)))
  if (found.length === 1) return found[0]!
  const shown = shownId(id)
  const why = found.length === 0 ? `no matches for Id ${shown}` : `multiple matches for Id ${shown}`
  throw new KubectlError(
    `no resource matches strategic merge patch "${shown}": ${why}; failed to find unique target for patch ${shown}`,
  )
}

function changed(resource: KustomizeResource, operations: JsonValue[]): void {
  const before = idOf(resource)
  const earlier = { object: resource.object }
  resource.object = applyJsonPatch(resource.object, operations) as JsonObject
  if (!sameId(before, idOf(resource))) resource.earlier.push(idOf(earlier))
}

function jsonOperations(text: string): JsonValue[] | undefined {
  try {
    const value: unknown = text.startsWith('[') ? JSON.parse(text) : parse(text)
    return Array.isArray(value) && value.every((one) => isObject(one) && typeof one['op'] === 'string')
      ? (value as JsonValue[])
      : undefined
  } catch {
    return undefined
  }
}

function objectsOrNone(text: string): JsonObject[] | undefined {
  try {
    const found = documents(text)
    return found.length > 0 && found.every((one) => typeof one['kind'] === 'string') ? found : undefined
  } catch {
    return undefined
  }
}

const documents = (text: string): JsonObject[] =>
  [...parseAllDocuments(text)].flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0]!
    const value: unknown = document.toJS()
    return isObject(value) ? [value as JsonObject] : []
  })
