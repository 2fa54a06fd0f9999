import type { SchemaFacts } from '../../component-base/release-facts.ts'

/** The part of a {@link Scheme} that patches and server-side apply use: the OpenAPI facts of a release's types. */
export interface SchemaLookup {
  /** The schema's name of a kind: `io.k8s.api.core.v1.Service`; undefined for a kind that the release does not have. */
  typeName(group: string, version: string, kind: string): string | undefined
  /** The facts of a type; `$ref` in them holds names of this kind. */
  schema(typeName: string): SchemaFacts | undefined
  /** The Go type of a field by its name in JSON, as `*SecurityContext`; undefined where nobody knows it. */
  goFieldType?(typeName: string, field: string): string | undefined
}
