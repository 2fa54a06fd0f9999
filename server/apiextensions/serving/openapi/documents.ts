// Upstream: k8s.io/apiextensions-apiserver/pkg/controller/{openapi,openapiv3}/controller.go, builder/merge.go
import { isObject, setOwn } from '../../../../apimachinery/json.ts'
import type { Scheme } from '../../../../apimachinery/scheme/scheme.ts'
import type { SchemaFacts } from '../../../../component-base/release-facts.ts'
import { pathItems } from '../../../endpoints/openapi/document.ts'
import type { CustomDocuments } from '../../../endpoints/openapi/openapi-service.ts'
import type { Operation } from '../../../endpoints/openapi/operations.ts'
import { Schemas, typesWithin } from '../../../endpoints/openapi/schemas.ts'
import type { V2Part } from '../../../endpoints/openapi/v2-text.ts'
import type { ServerContext } from '../../../registry/generic/strategy.ts'
import { type Definition, isTrue, servedVersions } from '../../definition/definition.ts'
import type { DefinitionDirectory } from '../../definition/definitions.ts'
import { DefinitionModels, modelName } from './definition-models.ts'
import { DefinitionOperations } from './operations.ts'

type Json = Record<string, unknown>

/** Groups that the scheme of upstream's clients, of which these documents are made, does not know. */
const unknownToClients = new Set([
  'admission.k8s.io',
  'apidiscovery.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'imagepolicy.k8s.io',
  'meta.k8s.io',
])

const info = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' }

/** The OpenAPI documents of the definitions that are established, one for each group version; made when they are asked for. */
export class DefinitionDocuments implements CustomDocuments {
  private readonly definitions: DefinitionDirectory
  private readonly scheme: Scheme
  private readonly context: ServerContext
  private readonly disabled: readonly string[]
  private models = new WeakMap<Definition, DefinitionModels>()
  /** Documents of v3 by their names, with the definitions that they were made of. */
  private readonly made = new Map<string, { readonly of: readonly Definition[]; readonly document: Json }>()
  private readonly parts = new WeakMap<Definition, V2Part>()
  revision = 0

  constructor(
    definitions: DefinitionDirectory,
    scheme: Scheme,
    context: ServerContext,
    disabled: readonly string[],
  ) {
    this.definitions = definitions
    this.scheme = scheme
    this.context = context
    this.disabled = disabled
    definitions.listen(() => this.revision++)
  }

  private established(): Definition[] {
    return this.definitions.all().filter((one) => isTrue(one, 'Established'))
  }

  names(): string[] {
    const all = this.established().flatMap((one) =>
      servedVersions(one).map(({ name }) => `apis/${one.spec.group}/${name}`),
    )
    return [...new Set(all)]
  }

  v3(name: string): Json | undefined {
    const found = this.established().filter((one) =>
      servedVersions(one).some((version) => `apis/${one.spec.group}/${version.name}` === name),
    )
    if (found.length === 0) return undefined
    const known = this.made.get(name)
    if (known !== undefined && isSame(known.of, found)) return known.document
    const document = this.newV3(name, found)
    this.made.set(name, { of: found, document })
    return document
  }

  private newV3(name: string, found: readonly Definition[]): Json {
    const version = name.slice(name.lastIndexOf('/') + 1)
    const schemas = new Schemas(this.scheme, 'v3', this.versions())
    const operations = found.flatMap((one) => this.operations(one, version))
    return {
      openapi: '3.0.0',
      info,
      paths: pathItems(operations, 'v3', schemas),
      components: { schemas: this.schemas(found, [version], operations, schemas, 'v3') },
    }
  }

  v2(): readonly V2Part[] {
    return this.established().map((one) => this.partOf(one))
  }

  private partOf(definition: Definition): V2Part {
    const known = this.parts.get(definition)
    if (known !== undefined) return known
    const schemas = new Schemas(this.scheme, 'v2', this.versions())
    const versions = servedVersions(definition).map(({ name = '' }) => name)
    const operations = versions.flatMap((name) => this.operations(definition, name))
    const part = {
      paths: pathItems(operations, 'v2', schemas),
      definitions: this.schemas([definition], versions, [], schemas, 'v2'),
    }
    this.parts.set(definition, part)
    return part
  }

  private versions(): { group: string; version: string }[] {
    return this.scheme.groupVersions().filter(({ group }) => !unknownToClients.has(group))
  }

  private operations(definition: Definition, name: string): Operation[] {
    const version = servedVersions(definition).find((one) => one.name === name)
    if (version === undefined) return []
    return new DefinitionOperations(this.scheme, definition, name, this.disabled).all(version)
  }

  private schemas(
    definitions: readonly Definition[],
    versions: readonly string[],
    operations: readonly Operation[],
    schemas: Schemas,
    form: 'v2' | 'v3',
  ): Json {
    const own = definitions.flatMap((one) => this.modelsOf(one, versions, form))
    const roots = [
      'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
      'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta',
      ...operations.flatMap(({ body, answer }) => [body, answer].filter((name) => name !== undefined)),
    ]
    const shared = typesWithin(this.scheme, roots).map((name) => [name, schemas.schema(name)] as const)
    return Object.fromEntries([...own, ...shared].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  private modelsOf(definition: Definition, versions: readonly string[], form: 'v2' | 'v3'): [string, Json][] {
    let models = this.models.get(definition)
    if (models === undefined) {
      models = new DefinitionModels(definition, this.scheme, this.context)
      this.models.set(definition, models)
    }
    const { group = '', names = {} } = definition.spec
    const wanted = versions.flatMap((version) =>
      [names.kind, names.listKind].map((kind) => modelName(group, version, kind ?? '')),
    )
    const all = models.all(form)
    return wanted.flatMap((name) => {
      const facts = all.get(name)
      return facts === undefined ? [] : [[name, withReferences(facts, form)] as [string, Json]]
    })
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i])

/** References with the place where the document has its types; in v3 one with anything beside it stands in an allOf. */
function withReferences(facts: SchemaFacts, form: 'v2' | 'v3'): Json {
  const { $ref, ...rest } = facts
  const out: Json = {}
  for (const [key, value] of Object.entries(rest)) out[key] = within(key, value, form)
  if ($ref === undefined) return out
  if (form === 'v2') return { ...out, $ref: `#/definitions/${$ref}` }
  const reference = { $ref: `#/components/schemas/${$ref}` }
  return Object.keys(out).length === 0 ? reference : { ...out, allOf: [reference] }
}

function within(key: string, value: unknown, form: 'v2' | 'v3'): unknown {
  if ((key === 'items' || key === 'additionalProperties') && isObject(value))
    return withReferences(value as SchemaFacts, form)
  if (key !== 'properties' || !isObject(value)) return value
  const out: Record<string, Json> = {}
  for (const [name, property] of Object.entries(value))
    setOwn(out, name, withReferences(property as unknown as SchemaFacts, form))
  return out
}
