// Since which release the API has a kind or a field: what a hop hides or shows follows from the releases' facts.

import { type Scheme, schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { recordedReleases, releaseFacts, type SchemaFacts } from '../../component-base/release-facts.ts'

/** The recorded releases that have a kind or field. */
export interface ApiHistory {
  /** The first recorded release that has it; undefined where the oldest one does already. */
  since: string | undefined
  /** The last one; undefined where the newest one has it still. */
  until: string | undefined
}

/** A kind, as a manifest names it but for the version. */
export interface KindName {
  group: string
  kind: string
}

/**
 * The releases that have a kind, or a field of it. @param field `spec.ports[0].name`; empty for the kind, as served by
 * default
 */
export function apiHistory(kind: KindName, field: string): ApiHistory {
  const releases = recordedReleases()
  const having = releases.filter((release) => apiHas(release, kind, field))
  const [first] = having
  const last = having.at(-1)
  return {
    since: first === releases[0] ? undefined : first,
    until: last === releases.at(-1) ? undefined : last,
  }
}

/** Whether a release has a kind, or a field of it. @param release a recorded minor release, as `1.34` */
export function apiHas(release: string, { group, kind }: KindName, field: string): boolean {
  const discovery = releaseFacts(release, 'discovery')
  const served = discovery.groupVersions.filter(
    (one) => one.group === group && one.resources.some((resource) => resource.kind === kind),
  )
  if (field === '') return served.length > 0
  const scheme = schemeFor(release)
  const path = field.replace(/\[\d+\]/g, '').split('.')
  return served.some(({ version }) => {
    const name = scheme.typeName(group, version, kind)
    return name !== undefined && hasPath(scheme, scheme.schema(name), path)
  })
}

/** A map has every key. */
function hasPath(scheme: Scheme, root: SchemaFacts | undefined, path: readonly string[]): boolean {
  let schema = root
  for (const name of path) {
    schema = resolved(scheme, schema)
    if (schema?.items !== undefined) schema = resolved(scheme, schema.items)
    if (schema?.properties === undefined) return true
    if (!Object.hasOwn(schema.properties, name)) return false
    schema = schema.properties[name]
  }
  return true
}

const resolved = (scheme: Scheme, schema: SchemaFacts | undefined): SchemaFacts | undefined =>
  schema?.$ref === undefined ? schema : scheme.schema(schema.$ref)
