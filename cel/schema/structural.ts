// Schemas of custom resources, as far as CEL looks at them.

/** A structural schema. */
export interface StructuralSchema {
  readonly type?: string
  readonly format?: string
  readonly nullable?: boolean
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly items?: StructuralSchema
  readonly properties?: Readonly<Record<string, StructuralSchema>>
  readonly additionalProperties?: StructuralSchema | boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-embedded-resource'?: boolean
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
}

const text: StructuralSchema = { type: 'string' }

/** The schema with the fields that every resource has; metadata that says more stays. */
export function withTypeAndMeta(schema: StructuralSchema): StructuralSchema {
  const { kind, apiVersion, metadata } = schema.properties ?? {}
  const { name, generateName } = metadata?.properties ?? {}
  if ([kind, apiVersion, name, generateName].every((one) => one?.type === 'string')) return schema
  return {
    ...schema,
    properties: {
      ...schema.properties,
      kind: text,
      apiVersion: text,
      metadata: { type: 'object', properties: { name: text, generateName: text } },
    },
  }
}

/** The schema of a map's values; undefined where the keys are fields. */
export const valuesOf = ({ additionalProperties }: StructuralSchema): StructuralSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}

/** A field's name as expressions write it; undefined where they cannot. Upstream: k8s.io/apiserver/pkg/cel/escaping.go */
export function escapedName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined
  return reserved.has(name) ? `__${name}__` : name.replace(/__|[-./]/g, (one) => escapes[one]!)
}

const unescapes: Readonly<Record<string, string>> = {
  underscores: '__',
  dot: '.',
  dash: '-',
  slash: '/',
}

/** The field that a name in an expression stands for; undefined where it stands for none. */
export function unescapedName(name: string): string | undefined {
  if (!name.includes('__')) return name
  let isName = true
  const plain = name.replace(/__([^_]+)__/g, (found, word: string) => {
    if (Object.hasOwn(unescapes, word)) return unescapes[word]!
    isName &&= reserved.has(word) && found === name
    return word
  })
  return isName ? plain : undefined
}
