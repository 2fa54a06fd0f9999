// What a plan's kinds are in the words of recorded facts: types, resources of discovery, columns of tables.
import { minorOf } from '../../component-base/minor.ts'
import type {
  PlannedColumn,
  PlannedResource,
  PlannedTypeField,
  PlannedTypeKind,
} from '../../component-base/plan-extension.ts'
import { recordedNextTo, releaseFacts } from '../../component-base/release-facts.ts'
import { addField, type PlannedFields } from '../fields/field-facts.ts'
import { holdersAt, valueIn } from '../fields/field-values.ts'
import { lastNameOf, parentStepsOf, resourceNames } from '../fields/recorded-types.ts'
import type {
  PlannedColumnSpec,
  PlannedKind,
  PlannedKindVersion,
  PlannedResourceColumn,
} from './planned-kind.ts'

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'

/** The versions of a kind that a minor release's binaries know: a version that is served no more is still read. */
export const knownVersions = ({ versions }: PlannedKind, minor: number): readonly PlannedKindVersion[] =>
  versions.filter(({ from }) => minorOf(from) <= minor)

/** The types of a minor release's planned kinds. */
export function kindTypes(
  kinds: readonly PlannedKind[],
  minor: number,
): { fields: PlannedFields; kinds: PlannedTypeKind[] } {
  const fields: PlannedFields = {}
  const registered: PlannedTypeKind[] = []
  for (const kind of kinds)
    for (const { name: version } of knownVersions(kind, minor)) {
      const { group, description } = kind
      const type = `${packageOf(group, version, minor)}.${kind.kind}`
      const described = description === undefined ? {} : { description }
      registered.push({ type, group, version, kind: kind.kind, ...described })
      registered.push({ type: `${type}List`, group, version, kind: `${kind.kind}List` })
      fields[type] = [metadataOf('ObjectMeta')]
      for (const [i, [name, value]] of Object.entries(kind.properties).entries())
        addField(fields, type, name, value, 2 + i)
      fields[`${type}List`] = [metadataOf('ListMeta'), itemsOf(type)]
    }
  return { fields, kinds: registered }
}

/** As upstream names packages: that of a group version, else of another version of the group, else of a new group. */
function packageOf(group: string, version: string, minor: number): string {
  const packages = releaseFacts(recordedNextTo(minor), 'go-types') as unknown as Record<
    string,
    { group: string; version: string }
  >
  const ofGroup = Object.entries(packages).filter(([, pkg]) => pkg.group === group && pkg.version !== '')
  const own = ofGroup.find(([, pkg]) => pkg.version === version)
  if (own !== undefined) return own[0]
  const other = ofGroup[0]
  if (other !== undefined) return `${other[0].slice(0, other[0].lastIndexOf('.'))}.${version}`
  // The whole name: another group can begin as this one does.
  return `io.k8s.api.${group.replaceAll('.', '_')}.${version}`
}

const metadataOf = (name: 'ObjectMeta' | 'ListMeta'): PlannedTypeField => ({
  json: 'metadata',
  goLine: `metadata ${name} ~apimachinery.pkg.apis.meta.v1.${name} o`,
  schema: { $ref: `${meta}.${name}` },
  protobuf: [1, `k8s.io.apimachinery.pkg.apis.meta.v1.${name}`],
})

function itemsOf(type: string): PlannedTypeField {
  const short = type.slice(type.lastIndexOf('.') + 1)
  return {
    json: 'items',
    goLine: `items Items []${short}`,
    schema: { items: { $ref: type }, type: 'array' },
    protobuf: [2, type.replace(/^io\.k8s\./, 'k8s.io.'), 'repeated'],
    required: true,
  }
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** The resources of a minor release's planned kinds, one for each version that its binaries know. */
export const kindResources = (kinds: readonly PlannedKind[], minor: number): PlannedResource[] =>
  kinds.flatMap((kind) => knownVersions(kind, minor).map((version) => resourceOf(kind, version)))

function resourceOf(kind: PlannedKind, { name: version, from, until }: PlannedKindVersion): PlannedResource {
  const { group, plural, gate } = kind
  const list = (key: 'shortNames' | 'categories') => (kind[key].length === 0 ? {} : { [key]: [...kind[key]] })
  const status = Object.hasOwn(kind.properties, 'status')
  return {
    group,
    version,
    introduced: from,
    ...(until === undefined ? {} : { removed: `1.${minorOf(until) + 1}` }),
    ...(gate === undefined ? {} : { gate }),
    facts: {
      name: plural,
      kind: kind.kind,
      scope: kind.namespaced ? 'Namespaced' : 'Cluster',
      singular: kind.kind.toLowerCase(),
      verbs: [...verbs],
      ...list('shortNames'),
      ...list('categories'),
      ...(status
        ? { subresources: [{ name: 'status', kind: kind.kind, verbs: ['get', 'patch', 'update'] }] }
        : {}),
      // Which one it is says the server: it depends on its release and flags.
      storageVersionHash: '',
    },
  }
}

/** The planned columns of a resource in a minor release. */
export function columnsOf(
  plan: { readonly kinds: readonly PlannedKind[]; readonly columns: readonly PlannedResourceColumn[] },
  minor: number,
  group: string,
  resource: string,
): PlannedColumn[] {
  const own = plan.kinds.find((kind) => kind.group === group && kind.plural === resource)?.columns ?? []
  const added = plan.columns.filter((column) => {
    const names = resourceNames(column.resource)
    return names.group === group && names.name === resource && minorOf(column.from) <= minor
  })
  return [...own, ...added].map(columnOf)
}

function columnOf({ name, type, path, priority = 0 }: PlannedColumnSpec): PlannedColumn {
  const [steps, last] = [parentStepsOf(path), lastNameOf(path)]
  return {
    name,
    type,
    priority,
    value(object) {
      const found = holdersAt(object, steps).map((holder) => valueIn(holder, last))
      const set = found.filter((value) => value !== undefined)
      return path.includes('[*]') ? (set.length === 0 ? undefined : set) : set[0]
    },
  }
}
