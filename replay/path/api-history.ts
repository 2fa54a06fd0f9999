// Since which release the API has a kind or a field: what a hop hides or shows follows from the releases' facts.

import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import { minorOf } from '../../component-base/minor.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import { newestOf, parseRelease, type Release } from '../../component-base/release.ts'
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
export function apiHistory(kind: KindName, field: string, plan?: ReleasePlan): ApiHistory {
  const releases = [...recordedReleases(), ...comingReleases(plan)]
  const having = releases.filter((release) => apiHas(parseRelease(release, plan), kind, field))
  const [first] = having
  const last = having.at(-1)
  return {
    since: first === releases[0] ? undefined : first,
    until: last === releases.at(-1) ? undefined : last,
  }
}

/** The releases of a plan after the recorded ones. */
function comingReleases(plan: ReleasePlan | undefined): string[] {
  const newest = minorOf(recordedReleases().at(-1)!)
  return Array.from({ length: minorOf(newestOf(plan)) - newest }, (_, i) => `1.${newest + 1 + i}`)
}

/** Whether a release has a kind, or a field of it. */
export function apiHas(release: Release, { group, kind }: KindName, field: string): boolean {
  const discovery = releaseFacts(release.facts, 'discovery')
  const served = discovery.groupVersions.filter(
    (one) => one.group === group && one.resources.some((resource) => resource.kind === kind),
  )
  if (field === '') return served.length > 0
  const scheme = schemeOf(release)
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
