// What the schema cannot say of a plan's fields: whether what they speak of is there, and whether they fit together.
import { minorOf } from '../../component-base/minor.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { isInitialState } from '../../featuregates/feature-spec.ts'
import type { RawField, RawPlan } from '../raw-plan.ts'
import { newestRelease, recordedSpecs } from '../recorded-gates.ts'
import type { PositionedYaml, YamlPath } from '../yaml-positions.ts'
import { isOf, type PlannedValue, plannedScalars, shapeOf } from './planned-field.ts'
import { ownerOf, propertyAt, resourcesOf, typesOfResource } from './recorded-types.ts'

/** The first release of a field, or of what is said of one: its own, or that of its gate's first spec; undefined where neither is said. */
export function firstRelease(field: Pick<RawField, 'from' | 'gate'>, plan: RawPlan): string | undefined {
  if (field.from !== undefined) return field.from
  const gate = plan.gates?.find(({ name }) => name === field.gate)
  const versions = (gate?.specs ?? []).filter((spec) => !isInitialState(spec)).map(({ version }) => version)
  return versions.sort((a, b) => minorOf(a) - minorOf(b))[0]
}

/** Why a resource cannot be named; undefined where the release has it. */
export function resourceProblem(facts: string, resource: string): string | undefined {
  if (typesOfResource(facts, resource).length > 0) return undefined
  const near = resourcesOf(facts).filter((one) => one.split('.')[0] === resource.split('.')[0])
  const hint = near.length > 0 ? near.join(' or ') : 'the plural and the group, as deployments.apps'
  return `release ${facts} has no resource ${resource}: write ${hint}`
}

/** Findings about a plan's fields, each as `file:line:column: what`. */
export function checkFields(plan: RawPlan, yaml: PositionedYaml): string[] {
  const fields = plan.fields ?? []
  return fields.flatMap((field, i) => {
    const path: YamlPath = ['fields', i]
    const at = (key: string, text: string): string => `${yaml.at([...path, key])}: ${text}`
    const twice = fields.findIndex((one) => one.resource === field.resource && one.path === field.path) < i
    return [
      ...(twice ? [at('path', `the plan has ${field.path} of ${field.resource} twice`)] : []),
      ...placeFindings(field, plan, at),
      ...gateFindings(field, plan, at),
      ...valueFindings(field, path, yaml),
    ]
  })
}

type At = (key: string, text: string) => string

function placeFindings(field: RawField, plan: RawPlan, at: At): string[] {
  const from = firstRelease(field, plan)
  if (from === undefined)
    return [
      at(
        'path',
        `say from which release on there is ${field.path}: with from, or with a gate that the plan gives specs`,
      ),
    ]
  const facts = recordedNextTo(minorOf(from))
  const wrong = resourceProblem(facts, field.resource)
  if (wrong !== undefined) return [at('resource', wrong)]
  if (field.path.startsWith('metadata'))
    return [at('path', 'metadata is the same for all resources: a plan cannot add to it')]
  const types = typesOfResource(facts, field.resource)
  const owners = types.map((type) => ownerOf(facts, type, field.path))
  const [first] = owners
  if (owners.every((one) => 'problem' in one))
    return [at('path', `${field.resource} in ${facts}: ${(first as { problem: string }).problem}`)]
  const newest = newestRelease()
  const known = typesOfResource(newest, field.resource).some(
    (type) => 'owner' in propertyAt(newest, type, field.path),
  )
  if (known)
    return [
      at('path', `${field.resource} have ${field.path} in ${newest}: a plan adds fields that are not there`),
    ]
  return minorOf(from) > minorOf(plan.lastRelease)
    ? [at('path', `${field.path} begins in ${from}, after the plan's lastRelease ${plan.lastRelease}`)]
    : []
}

/** The findings about the gate of a field or a kind. */
export function gateFindings({ gate: name }: { readonly gate?: string }, plan: RawPlan, at: At): string[] {
  if (name === undefined) return []
  const gate = plan.gates?.find((one) => one.name === name)
  if (gate === undefined && recordedSpecs(name).length === 0)
    return [at('gate', `neither the plan nor ${newestRelease()} has a gate ${name}`)]
  if (gate !== undefined && !gate.components.includes('kube-apiserver'))
    return [
      at(
        'gate',
        `kube-apiserver asks the gate, and does not honour ${name}: add it to the gate's components`,
      ),
    ]
  return []
}

/** The findings about the schema of a planned value. */
export function valueFindings(value: PlannedValue, path: YamlPath, yaml: PositionedYaml): string[] {
  const at = (key: string, text: string): string => `${yaml.at([...path, key])}: ${text}`
  const shape = shapeOf(value.type)
  if (shape === undefined) {
    const known = [...plannedScalars, 'object'].join(', ')
    return [
      at('type', `${value.type} is no type: write one of ${known}, or one of them after [] or map[string]`),
    ]
  }
  const only = (keys: readonly (keyof PlannedValue)[], holds: boolean, what: string): string[] =>
    holds
      ? []
      : keys
          .filter((key) => value[key] !== undefined)
          .map((key) => at(key, `${key} is for ${what}, not for ${value.type}`))
  const findings = [
    ...only(['enum', 'maxLength'], shape.of === 'string', 'texts'),
    ...only(['minimum', 'maximum'], shape.of.startsWith('int'), 'numbers'),
    ...only(['listType', 'listMapKeys'], shape.form === 'list', 'lists'),
    ...only(['properties'], shape.of === 'object', 'objects'),
    ...listFindings(value, at),
    ...(shape.of === 'object' && value.ref === undefined && Object.keys(value.properties ?? {}).length === 0
      ? [at('type', `${value.type} needs properties: the object's fields`)]
      : []),
    ...Object.entries(value.properties ?? {}).flatMap(([name, inner]) =>
      valueFindings(inner, [...path, 'properties', name], yaml),
    ),
  ]
  return findings.length > 0 ? findings : defaultFindings(value, at)
}

function listFindings({ type, ref, listType, listMapKeys, properties = {} }: PlannedValue, at: At): string[] {
  if (listType !== 'map')
    return listMapKeys === undefined ? [] : [at('listMapKeys', 'listMapKeys is for listType: map')]
  if (listMapKeys === undefined)
    return [at('listType', 'listType map needs listMapKeys: the fields that name an item')]
  if (type !== '[]object') return [at('listType', `listType map is for []object, not for ${type}`)]
  // What a type of the release requires, it says itself.
  const missing = ref === undefined ? listMapKeys.filter((key) => properties[key]?.required !== true) : []
  return missing.map((key) =>
    at('listMapKeys', `${key} is no property that is required: items are told apart by it`),
  )
}

function defaultFindings(field: PlannedValue, at: At): string[] {
  if (field.default === undefined) return []
  const { form, of } = shapeOf(field.type)!
  if (form !== 'one' || of === 'object')
    return [at('default', `default is for single values, not for ${field.type}`)]
  if (!isOf(of, field.default)) return [at('default', `default ${JSON.stringify(field.default)} is no ${of}`)]
  if (field.enum !== undefined && !field.enum.includes(String(field.default)))
    return [
      at('default', `default ${JSON.stringify(field.default)} is not in enum: ${field.enum.join(', ')}`),
    ]
  return []
}
