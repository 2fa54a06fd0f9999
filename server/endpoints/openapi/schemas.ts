// Upstream: k8s.io/kube-openapi/pkg/{builder,builder3}: the schemas of types

import { specialCodecs } from '../../../apimachinery/scheme/codec-special.ts'
import type { Scheme } from '../../../apimachinery/scheme/scheme.ts'
import { minorOf } from '../../../component-base/minor.ts'
import { releaseFacts, type SchemaFacts } from '../../../component-base/release-facts.ts'
import { versionFields } from '../../../component-base/version-fields.ts'
import type { GroupVersionKind } from '../../registry/generic/runtime.ts'
import { endpointsDialect } from '../dialect.ts'
import { metaDescription, objectMetaType } from './meta-descriptions.ts'

type Json = Record<string, unknown>

/** /version's type has the fields that the release answers with; those of emulation may be absent. */
function versionInfo(minor: string): SchemaFacts {
  const field = (name: string): [string, SchemaFacts] => [
    name,
    { type: 'string', ...(versionFields.includes(name) ? { default: '' } : {}) },
  ]
  return {
    type: 'object',
    required: versionFields,
    properties: Object.fromEntries(Object.keys(releaseFacts(minor, 'version')).sort().map(field)),
  }
}

/** The facts of a type; `/version`'s is in no API package. */
const factsOf = (scheme: Scheme, name: string): SchemaFacts | undefined =>
  scheme.schema(name) ??
  (name === 'io.k8s.apimachinery.pkg.version.Info' ? versionInfo(scheme.minor) : undefined)

/** Types that the given ones refer to, themselves included, sorted. */
export function typesWithin(scheme: Scheme, names: Iterable<string>): string[] {
  const found = new Set<string>()
  const visit = (name: string): void => {
    const facts = found.has(name) ? undefined : factsOf(scheme, name)
    if (facts === undefined) return
    found.add(name)
    references(facts, visit)
  }
  for (const name of names) visit(name)
  return [...found].sort()
}

function references(facts: SchemaFacts, visit: (name: string) => void): void {
  if (facts.$ref !== undefined) visit(facts.$ref)
  for (const inner of [facts.items, facts.additionalProperties, ...Object.values(facts.properties ?? {})])
    if (inner !== undefined) references(inner, visit)
}

/** Types whose JSON is no object with fields. */
const isSpecial = (name: string): boolean =>
  Object.hasOwn(specialCodecs, name) || /\.JSONSchemaPropsOr[A-Za-z]+$/.test(name)

/** The field's schema with its description, which only fields of metadata have. */
function withDescription(schema: Json, typeName: string, name: string): Json {
  const description = typeName === objectMetaType ? metaDescription(name) : undefined
  return description === undefined ? schema : { description, ...schema }
}

const statusType = 'io.k8s.apimachinery.pkg.apis.meta.v1.Status'

/** The schemas of one OpenAPI document. */
export class Schemas {
  private readonly scheme: Scheme
  private readonly v3: boolean
  private readonly kinds: ReadonlyMap<string, GroupVersionKind[]>
  private readonly enums: boolean

  /**
   * @param versions the group versions whose kinds of options the document names
   * @param enums whether types of texts name their values: OpenAPIEnums
   */
  constructor(
    scheme: Scheme,
    form: 'v2' | 'v3',
    versions: readonly { group: string; version: string }[],
    enums = true,
  ) {
    this.scheme = scheme
    this.enums = enums
    this.v3 = form === 'v3'
    const kinds = new Map<string, GroupVersionKind[]>()
    const add = (gvk: GroupVersionKind): void => {
      const name = scheme.typeName(gvk.group, gvk.version, gvk.kind)
      if (name !== undefined) kinds.set(name, [...(kinds.get(name) ?? []), gvk])
    }
    for (const { group, version, kind } of scheme.kinds())
      if (group !== 'meta.k8s.io') add({ group, kind, version })
    add({ group: '', kind: 'Status', version: 'v1' })
    if (endpointsDialect(minorOf(scheme.minor)).registersStatusOfClaims)
      for (const { group, version } of scheme.groupVersions())
        if (group === 'resource.k8s.io') kinds.get(statusType)?.push({ group, kind: 'Status', version })
    for (const kind of ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions'])
      add({ group: '', kind, version: 'v1' })
    const all = [
      { group: '', version: 'v1' },
      ...versions.filter(({ group, version }) => group !== '' || version !== 'v1'),
    ]
    for (const { group, version } of all)
      for (const kind of ['DeleteOptions', 'WatchEvent']) add({ group, kind, version })
    this.kinds = kinds
  }

  schema(name: string): Json {
    const facts = factsOf(this.scheme, name) ?? {}
    const out = this.convert(facts, name)
    const kinds = this.kinds.get(name)
    if (kinds !== undefined) out['x-kubernetes-group-version-kind'] = kinds
    return out
  }

  reference(name: string): Json {
    return { $ref: `#/${this.v3 ? 'components/schemas' : 'definitions'}/${name}` }
  }

  private convert(facts: SchemaFacts, typeName: string): Json {
    const {
      properties,
      items,
      additionalProperties,
      $ref: _ref,
      allOf: _all,
      'x-kubernetes-group-version-kind': _kinds,
      ...rest
    } = facts
    const out: Json = { ...rest }
    if (!this.v3) this.plain(out)
    if (!this.enums) delete out['enum']
    if (properties !== undefined) {
      out['properties'] = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          withDescription(this.property(property, typeName, name), typeName, name),
        ]),
      )
    }
    if (items !== undefined) out['items'] = this.element(items, typeName)
    if (additionalProperties !== undefined)
      out['additionalProperties'] = this.element(additionalProperties, typeName)
    return out
  }

  /** OpenAPI v2 has neither defaults nor alternatives; such types are texts there, or say nothing. */
  private plain(out: Json): void {
    delete out['default']
    if (out['oneOf'] === undefined) return
    delete out['oneOf']
    out['type'] = 'string'
  }

  private property(facts: SchemaFacts, typeName: string, name: string): Json {
    if (facts.$ref === undefined) return this.convert(facts, typeName)
    const type = this.scheme.goFieldType(typeName, name)
    const hasDefault = type !== undefined && !type.startsWith('*') && !isSpecial(facts.$ref)
    // Upstream has hardly any descriptions in the schema of schemas.
    const described = !typeName.endsWith('.JSONSchemaProps') || name === 'default'
    return this.referring(facts, facts.$ref, hasDefault, described)
  }

  private element(facts: SchemaFacts, typeName: string): Json {
    if (facts.$ref === undefined) return this.convert(facts, typeName)
    return this.referring(facts, facts.$ref, !isSpecial(facts.$ref), false)
  }

  /** In v3 a reference with anything beside it stands in an allOf; `described`: it has a description upstream. */
  private referring(facts: SchemaFacts, name: string, hasDefault: boolean, described: boolean): Json {
    const { $ref: _ref, allOf: _all, default: _default, ...rest } = facts
    if (!this.v3) return { ...this.reference(name), ...rest }
    if (!hasDefault && !described && Object.keys(rest).length === 0) return this.reference(name)
    return { ...(hasDefault ? { default: {} } : {}), ...rest, allOf: [this.reference(name)] }
  }
}
