// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (crdInfo, getOrCreateServingInfoFor)

import type { CustomResourceDefinitionVersion } from '../../../api/apiextensions-v1.ts'
import { SmdSchema } from '../../../apimachinery/managedfields/smd-schema.ts'
import { writesCbor } from '../../../apimachinery/scheme/stored-writer.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { storageVersionHash } from '../../endpoints/discovery/storage-version.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type {
  CustomScalePaths,
  CustomTraits,
  RegisteredResource,
  RegisteredSubresource,
  ServedFacts,
} from '../../registry/generic/registry.ts'
import { ResourceStore } from '../../registry/generic/store.ts'
import type { Strategy } from '../../registry/generic/strategy.ts'
import type { StoredRecord } from '../../storage/interface.ts'
import {
  acceptedNames,
  type Definition,
  isNamespaced,
  isTerminating,
  storageVersionOf,
} from '../definition/definition.ts'
import { scaleColumns, tableColumns } from './columns.ts'
import { type Converter, converterOf } from './conversion.ts'
import { CustomScheme } from './custom-scheme.ts'
import { DefinitionModels } from './openapi/definition-models.ts'
import { ResourceSchemas } from './resource-schemas.ts'
import { namesOf } from './scale.ts'
import { selectableFields } from './selectable-fields.ts'
import { CustomResourceForm } from './stored-form.ts'
import { customResourceStrategy, customStatusStrategy } from './strategy.ts'

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
/** The verbs of a definition that is being deleted. */
const verbsAtTheEnd = ['delete', 'deletecollection', 'get', 'list', 'watch']
const subresourceVerbs = ['get', 'patch', 'update']

/** A definition as discovery tells it: one entry for each version. */
export function factsOf(
  definition: Definition,
  version: CustomResourceDefinitionVersion,
  hashes: boolean,
): ServedFacts {
  const names = acceptedNames(definition)
  const { subresources, name = '' } = version
  const group = definition.spec.group ?? ''
  const stored = storageVersionOf(definition)?.name ?? name
  const kind = names.kind ?? ''
  const list = (all: string[] | undefined): string[] | undefined => (all?.length ? all : undefined)
  const [shortNames, categories] = [list(names.shortNames), list(names.categories)]
  return {
    name: names.plural ?? '',
    singular: names.singular ?? '',
    kind,
    scope: isNamespaced(definition) ? 'Namespaced' : 'Cluster',
    verbs: isTerminating(definition) ? verbsAtTheEnd : verbs,
    ...(shortNames === undefined ? {} : { shortNames }),
    ...(categories === undefined ? {} : { categories }),
    ...(hashes
      ? { storageVersionHash: storageVersionHash(group, stored, definition.spec.names?.kind ?? '') }
      : {}),
    subresources: [
      ...(subresources?.status ? [{ name: 'status', kind, verbs: subresourceVerbs }] : []),
      ...(subresources?.scale
        ? [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: subresourceVerbs }]
        : []),
    ],
    storedAs: { group, version: stored },
  }
}

/** The parts that all versions of a definition share while its spec and names stay. */
interface SharedParts {
  readonly definition: Definition
  readonly base: GenericAPIServer
  readonly schemas: ResourceSchemas
  readonly converter: Converter
  readonly server: GenericAPIServer
  readonly watches: Set<() => void>
}

/** The resources of one definition, as long as its spec and accepted names stay. Upstream: crdInfo */
export class ServedDefinition {
  readonly definition: Definition
  /** The machinery of its requests: types, conversion and field managers are its own. */
  readonly server: GenericAPIServer
  readonly models: DefinitionModels
  private readonly resources = new Map<string, RegisteredResource>()
  private readonly watches = new Set<() => void>()

  /** Throws an Error for a definition that cannot be served, which is one that validation refuses. */
  constructor(definition: Definition, base: GenericAPIServer) {
    this.definition = definition
    const { context } = base
    const { minor, facts } = context.release
    const kind = acceptedNames(definition).kind ?? ''
    const schemas = new ResourceSchemas(definition.spec, kind, { minor, gates: context.gates })
    this.models = new DefinitionModels(definition, base.scheme, context)
    const scheme = new CustomScheme(facts, this.models.forApply(), schemas)
    const converter = converterOf(definition, base.webhooks.convert)
    const webhook = definition.spec.conversion?.strategy === 'Webhook'
    this.server = {
      ...base,
      scheme,
      convert: (object, apiVersion) => converter.convert(object, apiVersion),
      smdSchema: new SmdSchema(scheme),
      fieldManagers: new Map(),
      ...(webhook ? { settled: (work) => converter.settled(work) } : {}),
    }
    const shared: SharedParts = {
      definition,
      base,
      schemas,
      converter,
      server: this.server,
      watches: this.watches,
    }
    for (const version of definition.spec.versions ?? [])
      if (version.served === true || version.storage === true)
        this.resources.set(version.name ?? '', registered(shared, version))
  }

  /** The resource in a version, even in one that objects are only stored in. */
  resource(version: string): RegisteredResource | undefined {
    return this.resources.get(version)
  }

  /** Ends all watches. */
  close(): void {
    for (const close of [...this.watches]) close()
    this.watches.clear()
  }
}

function registered(parts: SharedParts, version: CustomResourceDefinitionVersion): RegisteredResource {
  const { definition, base } = parts
  const group = definition.spec.group ?? ''
  const facts = factsOf(definition, version, gateEnabled(base.context.gates, 'StorageVersionHash'))
  const kind = { group, version: version.name ?? '', kind: facts.kind }
  const { main, status } = strategiesOf(parts, version, facts)
  const subresources = new Map<string, RegisteredSubresource>()
  for (const sub of facts.subresources ?? [])
    subresources.set(sub.name, {
      name: sub.name,
      verbs: sub.verbs,
      kind: sub.group === undefined ? kind : { group: sub.group, version: sub.version ?? '', kind: sub.kind },
      strategy: sub.name === 'status' ? status : undefined,
    })
  return {
    group,
    version: kind.version,
    facts,
    kind,
    namespaced: facts.scope === 'Namespaced',
    store: storeOf(parts, kind, facts, main),
    subresources,
    custom: traitsOf(definition, version),
  }
}

function strategiesOf(
  { schemas, base }: SharedParts,
  version: CustomResourceDefinitionVersion,
  facts: ServedFacts,
): { main: Strategy; status: Strategy } {
  const { context } = base
  const options = {
    kind: facts.kind,
    apiVersion: `${facts.storedAs.group}/${version.name}`,
    namespaced: facts.scope === 'Namespaced',
    hasStatus: Boolean(version.subresources?.status),
    schema: schemas.get(version.name ?? '')!,
    selectable: selectableFields(version.selectableFields, context.gates),
    minor: context.release.minor,
  }
  const main = customResourceStrategy(options)
  return { main, status: customStatusStrategy(options, main) }
}

function storeOf(
  { base, server, schemas, converter, watches }: SharedParts,
  kind: RegisteredResource['kind'],
  facts: ServedFacts,
  strategy: Strategy,
): ResourceStore {
  const { group, version } = kind
  return new ResourceStore(
    {
      server: base.context,
      scheme: server.scheme,
      convert: server.convert,
      prepareConversion: (objects, apiVersion) => converter.prepare(objects, apiVersion),
    },
    {
      qualifiedResource: { group, resource: facts.name },
      storageKind: kind,
      namespaced: facts.scope === 'Namespaced',
      keyPrefix: `/registry/${group}/${facts.name}`,
      strategy,
      returnDeletedObject: false,
      watchCache: true,
      form: new CustomResourceForm(
        schemas,
        converter,
        { seen: `${group}/${version}`, stored: `${group}/${facts.storedAs.version}` },
        isEncodedBy(base.context),
      ),
      watches,
    },
  )
}

/**
 * Whether a record is in the encoding that a server writes custom resources in: in etcd the bytes tell, in the embedded store who
 * wrote it. The bytes themselves are not compared: a real server's JSON and CBOR of the same object may be others than those here.
 */
const isEncodedBy =
  ({ storage, gates }: GenericAPIServer['context']) =>
  (record: StoredRecord): boolean =>
    (storage.isCbor?.(record) ?? writesCbor(record.writtenBy)) === gateEnabled(gates, 'CBORServingAndStorage')

function scalePathsOf(
  { spec }: Definition,
  { subresources }: CustomResourceDefinitionVersion,
): CustomScalePaths | undefined {
  const own = subresources?.scale
  if (!own) return undefined
  const scaled = (spec.versions ?? []).filter((one) => one.subresources?.scale)
  const paths = scaled.map(({ name, subresources: all }) => [
    `${spec.group}/${name}`,
    namesOf(all?.scale?.specReplicasPath ?? ''),
  ])
  return {
    specReplicasPath: own.specReplicasPath ?? '',
    statusReplicasPath: own.statusReplicasPath ?? '',
    labelSelectorPath: own.labelSelectorPath ?? '',
    replicas: Object.fromEntries(paths),
  }
}

function traitsOf(definition: Definition, version: CustomResourceDefinitionVersion): CustomTraits {
  const table = tableColumns(version.additionalPrinterColumns)
  const scale = scaleColumns()
  return {
    listKind: acceptedNames(definition).listKind ?? '',
    columns: table.columns,
    cells: table.cells,
    scale: scalePathsOf(definition, version),
    scaleColumns: scale.columns,
    scaleCells: scale.cells,
  }
}
