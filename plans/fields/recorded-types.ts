// Where a release's types have fields, by its recorded facts.
import { releaseFacts, type SchemaFacts } from '../../component-base/release-facts.ts'

type Packages = Record<string, { group: string; version: string; types: Record<string, unknown> }>

/** The name of a kind's type in OpenAPI: `io.k8s.api.core.v1.Service`; undefined of a kind that the release does not have. */
export function typeOfKind(facts: string, group: string, version: string, kind: string): string | undefined {
  const packages = releaseFacts(facts, 'go-types') as unknown as Packages
  const found = Object.entries(packages).find(
    ([, pkg]) => pkg.group === group && pkg.version === version && Object.hasOwn(pkg.types, kind),
  )
  return found === undefined ? undefined : `${found[0]}.${kind}`
}

/** The plural and the group of `deployments.apps`. */
export const resourceNames = (resource: string): { name: string; group: string } => {
  const dot = resource.indexOf('.')
  return dot < 0
    ? { name: resource, group: '' }
    : { name: resource.slice(0, dot), group: resource.slice(dot + 1) }
}

/** The types of a resource in all versions that a release can serve; empty for one that it does not have. */
export function typesOfResource(facts: string, resource: string): string[] {
  const { name, group } = resourceNames(resource)
  return releaseFacts(facts, 'discovery-all')
    .groupVersions.filter((one) => one.group === group)
    .flatMap(({ version, resources }) =>
      resources
        .filter((one) => one.name === name)
        .flatMap(({ kind }) => typeOfKind(facts, group, version, kind) ?? []),
    )
}

/** The resources of a release by their names in plans (`deployments.apps`), sorted. */
export const resourcesOf = (facts: string): string[] =>
  [
    ...new Set(
      releaseFacts(facts, 'discovery-all').groupVersions.flatMap(({ group, resources }) =>
        resources.map(({ name }) => (group === '' ? name : `${name}.${group}`)),
      ),
    ),
  ].sort()

/** The steps of a path: names, and `*` for each item of a list or map. */
export const stepsOf = (path: string): string[] =>
  path.split('.').flatMap((step) => (step.endsWith('[*]') ? [step.slice(0, -3), '*'] : [step]))

/** The steps of a path before its last name. */
export const parentStepsOf = (path: string): string[] => stepsOf(path).slice(0, -1)

/** The last name of a path. */
export const lastNameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** The reference of a property, also where other facts stand beside it. */
const refOf = (facts: SchemaFacts): string | undefined =>
  facts.$ref ?? (facts['allOf'] as { $ref: string }[] | undefined)?.[0]?.$ref

/** The property at a path below a type; `problem` says in words what is not there. */
export function propertyAt(
  facts: string,
  type: string,
  path: string,
): { owner: string; name: string; schema: SchemaFacts } | { problem: string } {
  const schemas = releaseFacts(facts, 'schemas')
  let at: SchemaFacts = { $ref: type }
  let [owner, name, told] = ['', '', '']
  for (const step of stepsOf(path)) {
    if (step === '*') {
      const inner: SchemaFacts | undefined = at.items ?? at.additionalProperties
      if (inner === undefined) return { problem: `${told} is no list` }
      told += '[*]'
      at = inner
      continue
    }
    if (at.items !== undefined) return { problem: `${told} is a list: write ${told}[*].${step}` }
    owner = refOf(at) ?? ''
    const { properties } = schemas[owner] ?? at
    name = step
    if (!Object.hasOwn(properties ?? {}, step)) return { problem: missing(told, step) }
    told = told === '' ? step : `${told}.${step}`
    at = properties![step]!
  }
  return { owner, name, schema: at }
}

const missing = (told: string, step: string): string =>
  told === '' ? `there is no ${step}` : `${told} has no ${step}`

/** The type in which a path's last name stands, which itself need not be there; `problem` says what before it is missing. */
export function ownerOf(facts: string, type: string, path: string): { owner: string } | { problem: string } {
  const dot = path.lastIndexOf('.')
  if (dot < 0) return { owner: type }
  const parent = path.slice(0, dot)
  const found = propertyAt(facts, type, parent)
  if ('problem' in found) return found
  const { schema } = found
  if (schema.items !== undefined)
    return { problem: `${parent} is a list: write ${parent}[*].${path.slice(dot + 1)}` }
  const owner = refOf(schema)
  return owner === undefined ? { problem: `${parent} is no object with fields` } : { owner }
}

/** Deep enough for a container's fields in a CronJob's template. */
const deepest = 14

/** The paths below a type at which values of another type stand, each as its steps. */
export function pathsTo(facts: string, root: string, wanted: ReadonlySet<string>): string[][] {
  const schemas = releaseFacts(facts, 'schemas')
  const found: string[][] = []
  const visit = (schema: SchemaFacts, steps: string[], around: ReadonlySet<string>): void => {
    const ref = refOf(schema)
    if (ref !== undefined && wanted.has(ref)) found.push(steps)
    if (steps.length > deepest || (ref !== undefined && around.has(ref))) return
    const within = ref === undefined ? around : new Set([...around, ref])
    const { properties = {} } = ref === undefined ? schema : (schemas[ref] ?? {})
    for (const [name, inner] of Object.entries(properties)) visit(inner, [...steps, name], within)
    const each = schema.items ?? schema.additionalProperties
    if (each !== undefined) visit(each, [...steps, '*'], within)
  }
  visit({ $ref: root }, [], new Set())
  return found
}
