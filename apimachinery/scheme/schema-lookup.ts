import type { SchemaFacts } from '../../component-base/release-facts.ts'

/** What patches and server-side apply ask of a {@link Scheme}: the OpenAPI facts of the types of one release. */
export interface SchemaLookup {
  /** The schema's name of a kind: `io.k8s.api.core.v1.Service`; undefined for a kind that the release does not have. */
  typeName(group: string, version: string, kind: string): string | undefined
  /** The facts of a type; `$ref` in them holds names of this kind. */
  schema(typeName: string): SchemaFacts | undefined
}
