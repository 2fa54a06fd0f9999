// Go's types by their names, from the recorded ones: those of the API (go-types.json) and those inside of
// components (internal-types.json). Nothing here knows a field of any type.
import { recordedNextTo, releaseFacts } from '../../component-base/release-facts.ts'
import { type GoTypes, goTypes, parseField, resolveName } from '../scheme/go-types.ts'

/** A Go type, as far as printing a value needs it. `name`: as %T prints it. */
export type GoType = { readonly name: string } & (
  | { readonly kind: 'string' | 'bool' | 'int' | 'uint' | 'float' | 'bytes' | 'any' }
  /** Types with texts of their own. */
  | { readonly kind: 'time' | 'duration' | 'quantity' | 'intOrString' }
  | { readonly kind: 'slice' | 'map' | 'pointer'; readonly of: GoType }
  | GoStruct
)
/** A struct of Go. Fields are in Go's order. */
export interface GoStruct {
  readonly kind: 'struct'
  readonly name: string
  /** False for the internal versions of API types, which json.Marshal writes with Go's names. */
  readonly hasTags: boolean
  readonly fields: readonly GoStructField[]
}
/** A struct's field, with its names in Go and in JSON. */
export interface GoStructField {
  readonly name: string
  /** The name in the API's JSON, where the value is read; empty for what stands in the object itself. */
  readonly json: string
  readonly type: GoType
  readonly embedded: boolean
  readonly omitEmpty: boolean
  readonly omitZero: boolean
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'
const machinery = [
  meta,
  ...['api.resource', 'runtime', 'types', 'util.intstr'].map((path) => `io.k8s.apimachinery.pkg.${path}`),
]

const kinds: Readonly<Record<string, 'time' | 'duration' | 'quantity' | 'intOrString' | 'any'>> = {
  [`${meta}.Time`]: 'time',
  [`${meta}.MicroTime`]: 'time',
  [`${meta}.Duration`]: 'duration',
  [`${meta}.FieldsV1`]: 'any',
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'quantity',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'intOrString',
  'io.k8s.apimachinery.pkg.runtime.RawExtension': 'any',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.JSON': 'any',
}

/** The Go types of one release. */
class GoTypeTable {
  private readonly known = new Map<string, GoType>()
  private readonly packages: GoTypes
  /** Go's name of a package, alone or after its folder's → the packages that have it, as two are called resource. */
  private readonly names = new Map<string, string[]>()

  constructor(minor: string) {
    const inside = releaseFacts(minor, 'internal-types') as unknown as GoTypes
    const api = goTypes(minor)
    this.packages = { ...api, ...inside }
    for (const path of [...machinery, ...Object.keys(inside)]) {
      this.note(this.packages[path]!.name, path)
      this.note(path.split('.').slice(-2).join('/'), path)
    }
  }

  private note(name: string, path: string): void {
    this.names.set(name, [...(this.names.get(name) ?? []), path])
  }

  named(text: string): GoType {
    return this.once(text, () => this.parse(text, (name) => this.foreign(name)))
  }

  /** `core.Taint`, `cpumanager/state.CPUManagerCheckpoint`, or `core/v1.Taint` of the API. */
  private foreign(text: string): GoType {
    const [, name = text, type = ''] = /^((?:\w+\/)?\w+)\.(\w+)$/.exec(text) ?? []
    const paths = this.names.get(name) ?? [`io.k8s.api.${name.replace('/', '.')}`]
    const path = paths.find((one) => this.packages[one]?.types[type] !== undefined) ?? paths[0]!
    return this.declared(path, type)
  }

  /** A type expression; `find` resolves a name that is not Go's own. */
  private parse(text: string, find: (name: string) => GoType): GoType {
    if (text.startsWith('*')) {
      const of = this.parse(text.slice(1), find)
      return { kind: 'pointer', name: `*${of.name}`, of }
    }
    if (text === '[]byte') return { kind: 'bytes', name: '[]uint8' }
    if (text.startsWith('[]')) {
      const of = this.parse(text.slice(2), find)
      return { kind: 'slice', name: `[]${of.name}`, of }
    }
    const [, key, value] = /^map\[([^\]]+)\](.+)$/.exec(text) ?? []
    if (key !== undefined) {
      const of = this.parse(value!, find)
      return { kind: 'map', name: `map[${this.parse(key, find).name}]${of.name}`, of }
    }
    const own = basicKind(text)
    return own === undefined ? find(text) : { kind: own, name: text }
  }

  private declared(path: string, type: string): GoType {
    const full = `${path}.${type}`
    const name = `${this.packages[path]?.name}.${type}`
    const special = kinds[full]
    if (special !== undefined) return { kind: special, name }
    const facts = this.packages[path]?.types[type]
    if (facts === undefined)
      throw new Error(`Go's type ${full} is not recorded (scripts/record/go/type-packages.ts)`)
    const find = (text: string): GoType => this.nested(path, text)
    return typeof facts === 'string' ? { ...this.parse(facts, find), name } : this.struct(path, name, facts)
  }

  private nested(path: string, text: string): GoType {
    const found = resolveName(path, text)
    if (found === undefined) return { kind: 'any', name: text }
    return this.once(`${found.pkg}.${found.name}`, () => this.declared(found.pkg, found.name))
  }

  private once(key: string, make: () => GoType): GoType {
    const type = this.known.get(key) ?? make()
    this.known.set(key, type)
    return type
  }

  /** Its fields are resolved when they are asked for: a type may hold itself. */
  private struct(path: string, name: string, facts: readonly string[]): GoStruct {
    const fields = (): GoStructField[] =>
      facts.map((text) => {
        const field = parseField(text)
        const type = this.parse(field.type, (inner) => this.nested(path, inner))
        return { ...field, type, embedded: field.inline }
      })
    let made: GoStructField[] | undefined
    return {
      kind: 'struct',
      name,
      hasTags:
        !/^io\.k8s\.((kubernetes\.(pkg\.apis|plugin)|apiserver)\.|apiextensions-apiserver\.pkg\.apis\.apiextensions$)/.test(
          path,
        ),
      get fields() {
        made ??= fields()
        return made
      },
    }
  }
}

function basicKind(name: string): 'string' | 'bool' | 'int' | 'uint' | 'float' | 'any' | undefined {
  if (name === 'string' || name === 'bool') return name
  if (name === 'interface{}') return 'any'
  return /^u?int(8|16|32|64)?$|^float(32|64)$/.test(name)
    ? (name.replace(/\d+$/, '') as 'int' | 'uint' | 'float')
    : undefined
}

/** The type []string, which is the same in every release. */
export const goStrings: GoType = { kind: 'slice', name: '[]string', of: { kind: 'string', name: 'string' } }

const tables = new Map<string, GoTypeTable>()

/**
 * The Go type that `name` stands for in a release, as Go writes it: `*core.SecurityContext`, `[]string`. Types inside of servers
 * have their package's name (`core`, or with its folder's `cpumanager/state`), those of meta/v1 `v1`, those of the API the group's
 * too (`discovery/v1.EndpointPort`).
 * Without a release: that of the newest, for what does not change. Throws where the type is not recorded.
 */
export function goType(name: string, minor = Number.POSITIVE_INFINITY): GoType {
  const release = recordedNextTo(minor)
  const table = tables.get(release) ?? new GoTypeTable(release)
  tables.set(release, table)
  return table.named(name)
}
