// What the schema cannot say of a plan's kinds and columns.
import { minorOf } from '../../component-base/minor.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { gateFindings, resourceProblem, valueFindings } from '../fields/check-fields.ts'
import { plannedFieldProblem } from '../fields/planned-path.ts'
import { resourceNames } from '../fields/recorded-types.ts'
import type { RawPlan } from '../raw-plan.ts'
import { newestRelease } from '../recorded-gates.ts'
import type { PositionedYaml, YamlPath } from '../yaml-positions.ts'
import { propertiesOf, schemaPathProblem, schemaProblems } from './openapi-value.ts'
import type { RawColumn, RawKind } from './raw-kind.ts'

type At = (path: readonly (string | number)[], text: string) => string

/** Findings about a plan's kinds and columns, each as `file:line:column: what`. */
export function checkKinds(plan: RawPlan, yaml: PositionedYaml): string[] {
  const { kinds = [], columns = [] } = plan
  return [
    ...kinds.flatMap((kind, i) => {
      const at: At = (path, text) => `${yaml.at(['kinds', i, ...path])}: ${text}`
      const same = kinds.findIndex((one) => isSamePlural(one, kind) || isSameKind(one, kind)) < i
      return [
        ...(same ? [at(['kind'], `the plan has ${kind.kind} or ${kind.resource} twice`)] : []),
        ...nameFindings(kind, at),
        ...versionFindings(kind, plan, at),
        ...gateFindings(kind, plan, (key, text) => at([key], text)),
        ...bodyFindings(kind, yaml, ['kinds', i, 'schema'], at),
      ]
    }),
    ...columns.flatMap((column, i) =>
      columnFindings(column, plan, (path, text) => `${yaml.at(['columns', i, ...path])}: ${text}`),
    ),
  ]
}

const groupOf = ({ resource }: RawKind): string => resourceNames(resource).group
/** Objects are stored by the plural alone, as upstream's are. */
const isSamePlural = (a: RawKind, b: RawKind): boolean => pluralOf(a) === pluralOf(b)
const pluralOf = ({ resource }: RawKind): string => resourceNames(resource).name
const isSameKind = (a: RawKind, b: RawKind): boolean => a.kind === b.kind && groupOf(a) === groupOf(b)

function nameFindings(kind: RawKind, at: At): string[] {
  const newest = newestRelease()
  const { group, name } = resourceNames(kind.resource)
  const { groupVersions } = releaseFacts(newest, 'discovery-all')
  const owner = groupVersions.find(({ resources }) => resources.some((one) => one.name === name))
  if (owner !== undefined) {
    const has = owner.group === '' ? name : `${name}.${owner.group}`
    return [at(['resource'], `${newest} has ${has}: a plan adds plurals that are not there`)]
  }
  const known = groupVersions.filter((one) => one.group === group).flatMap(({ resources }) => resources)
  if (known.some((one) => one.kind === kind.kind))
    return [
      at(['kind'], `${newest} has a kind ${kind.kind} in ${group}: a plan adds kinds that are not there`),
    ]
  return []
}

function versionFindings({ versions, kind }: RawKind, plan: RawPlan, at: At): string[] {
  return versions.flatMap(({ name, from, until }, i) => {
    const path = ['versions', i]
    const twice = versions.findIndex((one) => one.name === name) < i
    return [
      ...(twice ? [at([...path, 'name'], `${kind} has the version ${name} twice`)] : []),
      ...(until !== undefined && minorOf(until) < minorOf(from)
        ? [at([...path, 'until'], `until ${until} is before from ${from}`)]
        : []),
      ...(minorOf(from) > minorOf(plan.lastRelease)
        ? [
            at(
              [...path, 'from'],
              `${name} begins in ${from}, after the plan's lastRelease ${plan.lastRelease}`,
            ),
          ]
        : []),
    ]
  })
}

function bodyFindings(kind: RawKind, yaml: PositionedYaml, path: YamlPath, at: At): string[] {
  const schemas = releaseFacts(newestRelease(), 'schemas')
  const problems = schemaProblems(kind.schema, (type) => Object.hasOwn(schemas, type))
  if (problems.length > 0) return problems.map((one) => at(['schema', ...one.path], one.text))
  if (kind.schema.properties === undefined)
    return [at(['schema'], 'the schema needs properties: spec, and status where there is one')]
  const told = ['apiVersion', 'kind', 'metadata'].filter((name) =>
    Object.hasOwn(kind.schema.properties!, name),
  )
  const values = Object.entries(propertiesOf(kind.schema)).flatMap(([name, value]) =>
    valueFindings(value, [...path, 'properties', name], yaml),
  )
  return [
    ...told.map((name) => at(['schema', 'properties', name], `${name} is in every kind: leave it out`)),
    ...values,
    ...(kind.columns ?? []).flatMap((column, i) => {
      const wrong = schemaPathProblem(kind.schema, column.path)
      return wrong === undefined ? [] : [at(['columns', i, 'path'], `${kind.kind}: ${wrong}`)]
    }),
  ]
}

function columnFindings(column: RawColumn, plan: RawPlan, at: At): string[] {
  const newest = newestRelease()
  if (plan.kinds?.some((kind) => kind.resource === column.resource))
    return [at(['resource'], `${column.resource} are the plan's own: give their kind the column`)]
  const wrong = resourceProblem(newest, column.resource)
  if (wrong !== undefined) return [at(['resource'], wrong)]
  const { group, name } = resourceNames(column.resource)
  const tables = Object.entries(releaseFacts(newest, 'tables')).filter(([key]) => {
    const parts = key.split('/')
    return parts.at(-1) === name && (parts.length === 2 ? '' : parts[0]) === group
  })
  const known = tables.some(([, columns]) => columns.some(([title]) => title === column.name))
  const missing = plannedFieldProblem(column.resource, column.path, plan)
  return [
    ...(known ? [at(['name'], `tables of ${column.resource} have ${column.name} in ${newest}`)] : []),
    ...(missing === undefined ? [] : [at(['path'], missing)]),
  ]
}
