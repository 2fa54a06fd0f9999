// The struct fields of the Go types of a release, as programs/types reads them from sources.
import { lowerFirst } from '../../../component-base/first-letter.ts'

/** A package as programs/types prints it. `types`: type → fields (`json-name GoName type flags`); `named`: type → what it is. */
export interface PrintedPackage {
  group: string
  version: string
  name: string
  kinds?: string[] | undefined
  custom?: string[]
  types?: Record<string, string[]>
  named?: Record<string, string>
}

/** Name in OpenAPI → package. */
export type PrintedPackages = Record<string, PrintedPackage>

/** `k8s.io/api/core/v1` → `io.k8s.api.core.v1`. */
export const openapiName = (path: string): string =>
  `io.k8s.${path.replace(/^k8s\.io\//, '').replaceAll('/', '.')}`

/** What API types use of apimachinery's runtime package. */
const inRuntime = new Set(['RawExtension', 'TypeMeta', 'Unknown'])

/** Foreign types get the package's OpenAPI name, short. */
const shortNames = (text: string): string =>
  text.replace(/k8s\.io\/[a-z0-9/-]+/g, (path) => openapiName(path).replace('io.k8s.', '~'))

const isKept = (name: string, type: string, value: string | string[]): boolean =>
  value !== 'interface{}' &&
  !value.includes('pkg/watch') &&
  (!name.endsWith('.runtime') || inRuntime.has(type))

function packageText(name: string, { types = {}, named = {}, ...head }: PrintedPackage): string {
  const entries = Object.entries({ ...named, ...types })
    .filter(([type, value]) => isKept(name, type, value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = entries.map(([type, value]) => `${JSON.stringify(type)}:${shortNames(JSON.stringify(value))}`)
  const kinds = (head.kinds ?? []).filter((kind) => /^[A-Z]/.test(kind))
  const inside = rows.length === 0 ? '' : `\n${rows.join(',\n')}\n`
  return `${JSON.stringify(name)}:${JSON.stringify({ ...head, kinds }).slice(0, -1)},"types":{${inside}}}`
}

/** The text of a file of types: `named` and `types` are one table, a line for each type. */
export const typesFile = (packages: PrintedPackages): string =>
  `{\n${Object.keys(packages)
    .sort()
    .map((name) => packageText(name, packages[name]!))
    .join(',\n')}\n}\n`

const partsOf = (field: string): string[] => field.split(' ')
const fieldOf = (fields: readonly string[] | undefined, go: string): string | undefined =>
  fields?.find((field) => partsOf(field)[1] === go)
const internal = 'io.k8s.kubernetes.pkg.apis.'

/** The fields of a type in the versions of a group, shortest name first, the newest of these. */
function fieldsOutside(group: string, api: PrintedPackages): (type: string) => string[] | undefined {
  const versions = Object.keys(api)
    .filter((name) => name.startsWith(`io.k8s.api.${group}.`))
    .sort((a, b) => a.length - b.length || (a < b ? 1 : -1))
  return (type) => versions.map((name) => api[name]!.types?.[type]).find((fields) => fields !== undefined)
}

/**
 * Types inside have no names in JSON: a field gets the one that the API has for it, where it has one. `../name` stands where the
 * API has the field in the object that holds this one (`hostNetwork` of a pod's security context).
 */
function withNames(own: PrintedPackage, outside: (type: string) => string[] | undefined): PrintedPackage {
  const types = Object.entries(own.types ?? {})
  const holder = (type: string): string =>
    types.find(([, fields]) => fields.some((field) => field.endsWith(`*${type}`)))?.[0] ?? ''
  const named = (type: string, text: string): string => {
    const [json, go, ...rest] = partsOf(text)
    const fields = outside(type)
    const found = fieldOf(fields, go!)
    const above =
      fields === undefined || found !== undefined ? undefined : fieldOf(outside(holder(type)), go!)
    const name =
      found !== undefined
        ? partsOf(found)[0]
        : above !== undefined
          ? `../${partsOf(above)[0]}`
          : json === ''
            ? ''
            : lowerFirst(go!)
    return [name, go, ...rest].join(' ')
  }
  return {
    ...own,
    types: Object.fromEntries(types.map(([type, fields]) => [type, fields.map((one) => named(type, one))])),
  }
}

/** Packages inside with names in JSON, and without kinds. */
export function internalPackages(inside: PrintedPackages, api: PrintedPackages): PrintedPackages {
  const entries = Object.entries(inside).map(([path, one]): [string, PrintedPackage] => {
    const own = { ...one, kinds: undefined }
    if (!path.startsWith(internal)) return [path, own]
    return [path, withNames(own, fieldsOutside(path.slice(internal.length), api))]
  })
  return Object.fromEntries(entries)
}
