// What the generic store needs of the parts that know types. Upstream: apimachinery/pkg/runtime/{interfaces,schema/group_version}.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { SchemaFacts } from '../../../component-base/release-facts.ts'

/** A kind in a version; the core group is empty. */
export interface GroupVersionKind {
  group: string
  version: string
  kind: string
}

/** The apiVersion of a group and version: `apps/v1`, `v1`. */
export const apiVersionOf = (gv: { group: string; version: string }): string =>
  gv.group === '' ? gv.version : `${gv.group}/${gv.version}`

/** The types of one release, as the store uses them. */
export interface TypeScheme {
  /** By which stored objects tell who wrote them: `1.36`. */
  readonly name: string
  /** The recorded type; undefined of a kind that no server of the release serves. */
  typeName(group: string, version: string, kind: string): string | undefined
  /** The recorded facts of a type by its name. */
  schema(typeName: string): SchemaFacts | undefined
  /** A JSON value → an object of the kind: known fields only, in Go's order. Throws for types that do not fit. */
  decode(
    group: string,
    version: string,
    kind: string,
    value: unknown,
  ): { object: KubeObject; strictErrors: string[] }
  /** The object as Go would write it: zero values where Go has them, empty fields dropped. */
  normalize<T extends KubeObject>(object: T): T
  setSchemaDefaults(object: KubeObject): void
}

/** The same object in another version of its group. */
export type Convert = (object: KubeObject, apiVersion: string) => KubeObject

/** Asks others for what a {@link Convert} of these very objects needs; undefined where it needs nothing. Rejects with StatusErrors. */
export type PrepareConversion = (
  objects: readonly KubeObject[],
  apiVersion: string,
) => Promise<void> | undefined
