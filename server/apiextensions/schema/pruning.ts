// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go
import { isObject, type JsonObject } from '../../../apimachinery/json.ts'
import { additionalOf, asResource, propertyOf, type Structural } from './structural.ts'

const metaFields = new Set(['apiVersion', 'kind', 'metadata'])

/** `spec.ports[0].name`, as strict decoding names unknown fields. */
export const keyPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

class Pruner {
  readonly dropped: string[] = []

  prune(value: unknown, schema: Structural | undefined, path: string): void {
    if (schema?.['x-kubernetes-preserve-unknown-fields']) this.#keep(value, schema, path)
    else if (Array.isArray(value))
      for (const [i, item] of value.entries()) this.prune(item, schema?.items, `${path}[${i}]`)
    else if (isObject(value))
      for (const key of Object.keys(value)) this.#field(value, key, schema, keyPath(path, key))
  }

  #field(object: JsonObject, key: string, schema: Structural | undefined, path: string): void {
    if (schema?.['x-kubernetes-embedded-resource'] && metaFields.has(key)) return
    const property = schema && propertyOf(schema, key)
    if (property) this.prune(object[key], property, path)
    else if (schema?.additionalProperties !== undefined) this.prune(object[key], additionalOf(schema), path)
    else {
      if (!metaFields.has(key) || path !== key) this.dropped.push(path)
      delete object[key]
    }
  }

  /** Prunes inside the fields that the schema knows, and keeps the fields that it does not know. */
  #keep(value: unknown, schema: Structural | undefined, path: string): void {
    if (!schema) return
    if (Array.isArray(value))
      for (const [i, item] of value.entries()) this.#keep(item, schema.items, `${path}[${i}]`)
    else if (isObject(value))
      for (const key of Object.keys(value)) {
        if (schema['x-kubernetes-embedded-resource'] && metaFields.has(key)) continue
        const property = propertyOf(schema, key)
        if (property) this.prune(value[key], property, keyPath(path, key))
        else if (schema.additionalProperties !== undefined)
          this.prune(value[key], additionalOf(schema), keyPath(path, key))
      }
  }
}

/** Drops what the schema does not know, in place. The paths of what was dropped, sorted. @param isResource keeps apiVersion, kind, metadata */
export function prune(value: unknown, schema: Structural | undefined, isResource: boolean): string[] {
  const pruner = new Pruner()
  pruner.prune(value, isResource ? asResource(schema) : schema, '')
  return pruner.dropped.sort()
}
