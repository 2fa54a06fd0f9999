// What a client knows of a resource.
/** A resource that the server serves, in one version. */
export interface Resource {
  group: string
  version: string
  name: string
  kind: string
  namespaced: boolean
  singular: string
  shortNames: string[]
  categories: string[]
  verbs: string[]
  /** Of the subresources: `scale`, `status`. */
  subresources: string[]
}
