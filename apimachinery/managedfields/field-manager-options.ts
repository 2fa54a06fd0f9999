import type { KubeObject } from '../json.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'
import type { ListItemRules } from './list-items.ts'
import type { SmdSchema } from './smd-schema.ts'

/** The type whose fields are managed, by the (sub)resource and version of the request. */
export interface FieldManagerOptions {
  readonly lookup: SchemaLookup
  /** Shared by the managers of one server, so that types are compiled once. */
  readonly schema?: SmdSchema
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly subresource?: string
  /** Fields that writes through this (sub)resource cannot own, as paths (`['status']`). */
  readonly resetFields?: readonly (readonly string[])[]
  /** To another version (`apps/v1beta1`), for managers that wrote there. Without it only apiVersion changes. */
  readonly convert?: (object: KubeObject, apiVersion: string) => KubeObject
  /** What is converted need not fit the type of its new version, and is then an error: custom resources. Default false. */
  readonly checksConverted?: boolean
  /** The object that Go makes of the kind without any content: `{ spec: {}, status: { loadBalancer: {} } }`. What a create compares with. */
  readonly empty?: KubeObject
  /** The rules by which items of lists are told apart and checked. Default: those of the newest release. */
  readonly rules?: ListItemRules
  /** A manager's time is that of the last change of its fields (until 1.24), not of the object. Default false. */
  readonly timesChangedFieldsOnly?: boolean
  /** The kind of what is applied is not compared, only its version (until 1.27). Default false. */
  readonly comparesAppliedVersionOnly?: boolean
}
