// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (crdHandler)
import type { CustomResourceDefinitionVersion } from '../../../api/apiextensions-v1.ts'
import { semanticEqual } from '../../../apimachinery/json.ts'
import type { Clock } from '../../../component-base/clock.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { ChangingResources, RegisteredResource } from '../../registry/generic/registry.ts'
import type { ResourceStore } from '../../registry/generic/store.ts'
import {
  acceptedNames,
  type Definition,
  isServed,
  servedVersions,
  storageVersionOf,
} from '../definition/definition.ts'
import type { DefinitionChange, DefinitionDirectory } from '../definition/definitions.ts'
import { ServedDefinition } from './served-definition.ts'

/** The definitions, and the server that serves their custom resources. */
export interface CustomResourceParts {
  readonly definitions: DefinitionDirectory
  readonly base: GenericAPIServer
}

/** The milliseconds for which requests of a changed definition may still begin: its watches end then. */
const drainTime = 1000

/** The definitions of a server with their resources, each made at its first request. Upstream: crdHandler */
export class CustomResources implements ChangingResources {
  private readonly parts: CustomResourceParts
  /** The served definitions by uid. */
  private readonly served = new Map<string, ServedDefinition>()
  private readonly ends = new Set<() => void>()
  private readonly stopListening: () => void

  constructor(parts: CustomResourceParts) {
    this.parts = parts
    this.stopListening = parts.definitions.listen((change) => this.follow(change))
  }

  close(): void {
    this.stopListening()
    for (const end of this.ends) end()
    this.ends.clear()
    for (const served of this.served.values()) served.close()
    this.served.clear()
  }

  /** The definition of a resource, even where the resource is not served; undefined: there is none. */
  definition(group: string, resource: string): Definition | undefined {
    return this.parts.definitions.get(`${resource}.${group}`)
  }

  /** The resources of a definition. Throws an Error for one that cannot be served. */
  of(definition: Definition): ServedDefinition {
    let served = this.served.get(definition.uid)
    if (served === undefined) {
      served = new ServedDefinition(definition, this.parts.base)
      this.served.set(definition.uid, served)
    }
    return served
  }

  resource(group: string, version: string, name: string): RegisteredResource | undefined {
    const definition = this.definition(group, name)
    if (definition === undefined || !isServed(definition) || !serves(definition, version)) return undefined
    return this.tried(definition)?.resource(version)
  }

  groupVersion(group: string, version: string): readonly RegisteredResource[] | undefined {
    const found = this.parts.definitions
      .all()
      .filter((one) => one.spec.group === group && isServed(one) && serves(one, version))
      .flatMap((one) => this.tried(one)?.resource(version) ?? [])
    return found.length === 0 ? undefined : found
  }

  /** The store of a resource in its storage version; also of a definition that is not served any more. */
  store(group: string, resource: string): ResourceStore | undefined {
    const definition = this.definition(group, resource)
    const version = definition === undefined ? undefined : storageVersionOf(definition)?.name
    return version === undefined ? undefined : this.tried(definition!)?.resource(version)?.store
  }

  versions(group: string, resource: string): readonly RegisteredResource[] {
    const definition = this.definition(group, resource)
    const served = definition === undefined ? undefined : this.tried(definition)
    return (definition?.spec.versions ?? []).flatMap(({ name = '' }) => served?.resource(name) ?? [])
  }

  private tried(definition: Definition): ServedDefinition | undefined {
    try {
      return this.of(definition)
    } catch {
      return undefined
    }
  }

  private follow({ before, now }: DefinitionChange): void {
    if (before !== undefined && before.uid !== now?.uid) this.end(before.uid)
    if (now === undefined) return
    const known = this.served.get(now.uid)?.definition
    if (known !== undefined && !isSame(known, now)) this.end(now.uid)
  }

  /** From now on the resources are made anew; watches of the old ones end a little later. */
  private end(uid: string): void {
    const old = this.served.get(uid)
    if (old === undefined) return
    this.served.delete(uid)
    const { clock } = this.parts.base.context
    this.later(clock, () => old.close())
  }

  private later(clock: Clock, work: () => void): void {
    const end = (): void => {
      this.ends.delete(end)
      cancel()
      work()
    }
    const cancel = clock.setTimeout(end, drainTime)
    this.ends.add(end)
  }
}

/** Neither spec nor accepted names differ. */
const isSame = (a: Definition, b: Definition): boolean =>
  semanticEqual(a.spec, b.spec) && semanticEqual(acceptedNames(a), acceptedNames(b))

/** Whether a definition serves a version. */
export const serves = (definition: Definition, version: string): boolean =>
  servedVersion(definition, version) !== undefined

/** The version of a definition; undefined where it is not served. */
export const servedVersion = (
  definition: Definition,
  version: string,
): CustomResourceDefinitionVersion | undefined =>
  servedVersions(definition).find(({ name }) => name === version)
