// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (unstructuredNegotiatedSerializer, UnstructuredObjectTyper)

import {
  deepCopy,
  isObject,
  type JsonObject,
  type KubeObject,
  withSortedKeys,
} from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { DecodeError, isStackOverflow, tooDeep } from '../../../apimachinery/scheme/decode-error.ts'
import { type Decoded, Scheme } from '../../../apimachinery/scheme/scheme.ts'
import type { SchemaFacts } from '../../../component-base/release-facts.ts'
import type { GroupVersionKind } from '../../registry/generic/runtime.ts'
import type { ResourceSchemas } from './resource-schemas.ts'

/** The OpenAPI models of a definition. */
export interface Models {
  /** The name of a kind's model; undefined of kinds that are not of the definition. */
  nameOf(group: string, version: string, kind: string): string | undefined
  schema(name: string): SchemaFacts | undefined
}

/** The kinds of a release with those of one definition, whose objects have no types but schemas. */
export class CustomScheme extends Scheme {
  private readonly models: Models
  private readonly resources: ResourceSchemas

  constructor(minor: string, models: Models, resources: ResourceSchemas) {
    super(minor)
    this.models = models
    this.resources = resources
  }

  override typeName(group: string, version: string, kind: string): string | undefined {
    return this.models.nameOf(group, version, kind) ?? super.typeName(group, version, kind)
  }

  override schema(typeName: string): SchemaFacts | undefined {
    return this.models.schema(typeName) ?? super.schema(typeName)
  }

  private isCustom(group: string, version: string, kind: string): boolean {
    return this.models.nameOf(group, version, kind) !== undefined
  }

  override isRegistered(group: string, version: string, kind: string): boolean {
    return this.isCustom(group, version, kind) || super.isRegistered(group, version, kind)
  }

  override decode(group: string, version: string, kind: string, value: unknown): Decoded {
    return this.isCustom(group, version, kind)
      ? this.unstructured({ ...(value as JsonObject), kind, apiVersion: `${group}/${version}` })
      : super.decode(group, version, kind, value)
  }

  override isUnstructured({ group, version, kind }: GroupVersionKind): boolean {
    return this.isCustom(group, version, kind)
  }

  override decodeUnstructured(wanted: GroupVersionKind, value: JsonObject): Decoded | undefined {
    return this.isUnstructured(wanted) ? this.unstructured(value) : undefined
  }

  /** Any object as a body or patch says it, its kind included. Throws a DecodeError. */
  private unstructured(value: JsonObject): Decoded {
    try {
      const object = withSortedKeys(value)
      if (!object['kind']) throw new DecodeError(`Object 'Kind' is missing in '${JSON.stringify(object)}'`)
      object['apiVersion'] ??= ''
      const unknown = this.resources.coerce(object, { stored: false })
      object['metadata'] ??= {}
      return {
        object: object as unknown as KubeObject,
        strictErrors: unknown.map((path) => `unknown field "${path}"`),
      }
    } catch (error) {
      throw isStackOverflow(error) ? new DecodeError(tooDeep) : error
    }
  }

  override normalize<T extends KubeObject>(object: T): T {
    return isObject(object) && this.ownsObject(object) ? deepCopy(object) : super.normalize(object)
  }

  override setSchemaDefaults(object: KubeObject): void {
    if (this.ownsObject(object)) this.resources.default(object)
    else super.setSchemaDefaults(object)
  }

  private ownsObject({ apiVersion = '', kind = '' }: Partial<KubeObject>): boolean {
    const { group, version } = parseApiVersion(apiVersion)
    return group !== '' && this.isCustom(group, version, kind)
  }
}
