// Builds the objects of a kustomization.
// Upstream: kustomize/api/internal/target/kusttarget.go, kustomize/api/krusty/kustomizer.go

import { isObject, type JsonObject } from '../../apimachinery/json.ts'
import { minorOf } from '../../component-base/minor.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { parseAllDocuments } from '../../component-base/yaml.ts'
import { KubectlError } from '../errors.ts'
import type { KubectlHost } from '../host.ts'
import { contentHash, generated } from './generators.ts'
import { type GeneratorArgs, type Kustomization, readKustomization } from './kustomization.ts'
import { KustomizeFiles } from './kustomize-files.ts'
import { fixReferences } from './name-references.ts'
import { Patches } from './patches.ts'
import { replaceValues } from './replacements.ts'
import { idOf, idsOf, type KustomizeResource, metaOf, rename, sameId, shownId } from './resource.ts'
import { sortResources } from './sort-resources.ts'
import {
  addAffixes,
  addAnnotations,
  addLabels,
  setImages,
  setNamespace,
  setReplicas,
} from './transformers.ts'

/**
 * Builds the kustomization of a directory. Throws KubectlErrors. @param release a recorded minor (`1.34`), for API types and
 * scopes
 */
export async function kustomize(host: KubectlHost, dir: string, release: string): Promise<JsonObject[]> {
  return new Kustomizer(host, release).build(dir)
}

class Kustomizer {
  private readonly host: KubectlHost
  private readonly release: string
  private readonly clusterScoped: ReadonlySet<string>

  constructor(host: KubectlHost, release: string) {
    this.host = host
    this.release = release
    const groups = releaseFacts(release, 'discovery-all').groupVersions
    const kinds = groups.flatMap((g) => g.resources).filter((r) => r.scope === 'Cluster')
    this.clusterScoped = new Set(kinds.map((r) => r.kind))
  }

  async build(dir: string): Promise<JsonObject[]> {
    const files = await KustomizeFiles.open(this.host, dir)
    const { kustomization, resources } = await this.accumulate(files, [])
    for (const resource of resources)
      if (resource.needsHash)
        rename(resource, { name: `${idOf(resource).name}-${contentHash(resource.object)}` })
    fixReferences(resources)
    return sortResources(resources, kustomization.sortOptions)
      .map(({ object }) => object)
      .filter((object) => metaOf(object).annotations?.['config.kubernetes.io/local-config'] !== 'true')
  }

  /** @param given what a component changes: the resources of the kustomization that uses it */
  private async accumulate(
    files: KustomizeFiles,
    given: KustomizeResource[],
  ): Promise<{ kustomization: Kustomization; resources: KustomizeResource[] }> {
    const kustomization = await readKustomization(files, (line) => this.host.stderr(`${line}\n`))
    let resources = given
    const paths = [...(kustomization.resources ?? []), ...(kustomization.bases ?? [])]
    for (const path of paths)
      resources = await this.withResource(resources, path, files).catch(prefixed('accumulating resources: '))
    await this.generate(resources, kustomization, files)
    for (const path of kustomization.components ?? [])
      resources = await this.component(resources, path, files).catch(prefixed('accumulating components: '))
    return { kustomization, resources: await this.transformed(resources, kustomization, files) }
  }

  private async transformed(
    resources: KustomizeResource[],
    kustomization: Kustomization,
    files: KustomizeFiles,
  ): Promise<KustomizeResource[]> {
    const patches = new Patches(files, releaseFacts(this.release, 'schemas'), minorOf(this.release))
    const left = await patches.early(resources, kustomization)
    for (const resource of left) resource.layers.push(files)
    const { namespace = '', namePrefix = '', nameSuffix = '', commonAnnotations } = kustomization
    if (namespace !== '') setNamespace(left, namespace, this.clusterScoped)
    addAffixes(left, namePrefix, nameSuffix)
    addLabels(left, kustomization)
    if (commonAnnotations !== undefined) addAnnotations(left, commonAnnotations)
    await patches.late(left, kustomization)
    setReplicas(left, kustomization.replicas ?? [])
    setImages(left, [...(kustomization.images ?? []), ...(kustomization.imageTags ?? [])])
    await replaceValues(left, kustomization.replacements ?? [], files, minorOf(this.release))
    return left
  }

  private async withResource(
    resources: KustomizeResource[],
    path: string,
    files: KustomizeFiles,
  ): Promise<KustomizeResource[]> {
    let fileError: Error
    try {
      return await this.fileResources(resources, path, files)
    } catch (error) {
      fileError = error as Error
      if (fileError.message.includes('MalformedYAMLError')) throw fileError
    }
    return this.base(resources, path, files).catch(prefixed(`accumulation err='${fileError.message}': `))
  }

  private async fileResources(
    resources: KustomizeResource[],
    path: string,
    files: KustomizeFiles,
  ): Promise<KustomizeResource[]> {
    const text = await files.read(path).catch((error: Error) => {
      throw new KubectlError(`accumulating resources from '${path}': ${error.message}`)
    })
    const objects = objectsIn(text, path)
    return appended(
      resources,
      objects.map((object) => ({ object, earlier: [], layers: [], needsHash: false })),
      `merging resources from '${path}'`,
    )
  }

  private async base(
    resources: KustomizeResource[],
    path: string,
    files: KustomizeFiles,
  ): Promise<KustomizeResource[]> {
    const inner = await files.directory(path)
    const recursed = `recursed accumulation of path '${inner.root}': `
    const { kustomization, resources: own } = await this.accumulate(inner, []).catch(prefixed(recursed))
    if (kustomization.kind === 'Component')
      throw new KubectlError(`expected kind != 'Component' for path '${inner.root}'`)
    return appended(resources, own, `recursed merging from path '${inner.root}'`)
  }

  private async component(
    resources: KustomizeResource[],
    path: string,
    files: KustomizeFiles,
  ): Promise<KustomizeResource[]> {
    const inner = await files.directory(path).catch((error: Error) => {
      throw new KubectlError(`loader.New ${JSON.stringify(error.message)}`)
    })
    const { kustomization, resources: all } = await this.accumulate(inner, resources).catch(
      (error: Error) => {
        throw new KubectlError(
          `accumulateDirectory: ${JSON.stringify(`recursed accumulation of path '${inner.root}': ${error.message}`)}`,
        )
      },
    )
    if (kustomization.kind !== 'Component')
      throw new KubectlError(
        `accumulateDirectory: "expected kind 'Component' for path '${inner.root}' but got '${kustomization.kind ?? 'Kustomization'}'"`,
      )
    return all
  }

  private async generate(
    resources: KustomizeResource[],
    kustomization: Kustomization,
    files: KustomizeFiles,
  ): Promise<void> {
    for (const args of kustomization.configMapGenerator ?? [])
      await this.generateOne(resources, 'ConfigMap', args, kustomization, files)
    for (const args of kustomization.secretGenerator ?? [])
      await this.generateOne(resources, 'Secret', args, kustomization, files)
  }

  private async generateOne(
    resources: KustomizeResource[],
    kind: 'ConfigMap' | 'Secret',
    args: GeneratorArgs,
    { generatorOptions: common = {} }: Kustomization,
    files: KustomizeFiles,
  ): Promise<void> {
    const options = {
      ...common,
      ...args.options,
      labels: { ...common.labels, ...args.options?.labels },
      annotations: { ...common.annotations, ...args.options?.annotations },
    }
    const object = await generated(kind, args, options, files)
    const made: KustomizeResource = {
      object,
      earlier: [],
      layers: [],
      needsHash: options.disableNameSuffixHash !== true,
    }
    absorb(resources, made, args.behavior ?? 'create')
  }
}

const prefixed =
  (prefix: string) =>
  (error: Error): never => {
    throw new KubectlError(prefix + error.message.replace(prefix, ''))
  }

/** Adds, merges into or replaces what a base has generated. */
function absorb(resources: KustomizeResource[], made: KustomizeResource, behavior: string): void {
  const id = idOf(made)
  const said = `merging from generator: id resid.ResId{Gvk:resid.Gvk{Group:"", Version:"v1", Kind:"${id.kind}", isClusterScoped:false}, Name:"${id.name}", Namespace:"${id.namespace}"}`
  const found = resources.filter((one) => idsOf(one).some((own) => sameId(own, id)))
  if (behavior === 'merge' || behavior === 'replace') {
    const [old] = found
    if (old === undefined) throw new KubectlError(`${said} does not exist; cannot merge or replace`)
    const { name, namespace } = metaOf(old.object)
    const [before, meta] = [metaOf(old.object), metaOf(made.object)]
    const metadata = {
      ...meta,
      ...joined('labels', before.labels, meta.labels),
      ...joined('annotations', before.annotations, meta.annotations),
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
    }
    const data = behavior === 'merge' ? joined('data', old.object['data'], made.object['data']) : {}
    old.object = { ...made.object, ...data, metadata }
    old.needsHash ||= made.needsHash
    return
  }
  if (found.length > 0) throw new KubectlError(`${said} exists; behavior must be merge or replace`)
  resources.push(made)
}

function joined(field: string, ...maps: unknown[]): JsonObject {
  const all = Object.assign({}, ...maps.filter(isObject)) as JsonObject
  return Object.keys(all).length === 0 ? {} : { [field]: all }
}

/** Two resources of one name are a mistake. */
function appended(
  resources: readonly KustomizeResource[],
  added: readonly KustomizeResource[],
  what: string,
): KustomizeResource[] {
  const all = [...resources]
  for (const one of added) {
    if (all.some((other) => sameId(idOf(other), idOf(one))))
      throw new KubectlError(
        `${what}: may not add resource with an already registered id: ${shownId(idOf(one))}`,
      )
    all.push(one)
  }
  return all
}

/** The objects of a file; lists are taken apart. */
function objectsIn(text: string, path: string): JsonObject[] {
  return [...parseAllDocuments(text)].flatMap((document) => {
    const [problem] = document.errors
    if (problem !== undefined)
      throw new KubectlError(
        `accumulating resources from '${path}': MalformedYAMLError: yaml: ${problem.message.split('\n')[0]} in File: ${path}`,
      )
    const value: unknown = document.toJS()
    if (value === null) return []
    const problemOf = (what: string): KubectlError =>
      new KubectlError(`accumulating resources from '${path}': ${what}`)
    if (!isObject(value)) throw problemOf('expected an object')
    const object = value as JsonObject
    if (
      typeof object['kind'] === 'string' &&
      object['kind'].endsWith('List') &&
      Array.isArray(object['items'])
    )
      return object['items'] as JsonObject[]
    if (typeof object['kind'] !== 'string') throw problemOf(`missing Resource metadata`)
    if (
      metaOf(object).name === undefined &&
      (object['metadata'] as JsonObject | undefined)?.['generateName'] === undefined
    )
      throw problemOf('missing metadata.name in object')
    return [object]
  })
}
