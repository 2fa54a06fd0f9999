// Upstream: apiextensions-apiserver/pkg/apis/apiextensions/{v1/conversion.go,v1beta1/{types,defaults}.go}: servers of all releases
// store CustomResourceDefinitions in v1beta1, which none of them serves any more (pkg/controlplane/apiserver/apiextensions.go).
import { type KubeObject, semanticEqual } from '../../json.ts'

/** The version that is served. */
export const definitionVersion = 'apiextensions.k8s.io/v1'
/** The version in the store. */
export const storedDefinitionVersion = 'apiextensions.k8s.io/v1beta1'
/** The kind of both. */
export const definitionKind = 'CustomResourceDefinition'

type Version = Record<string, unknown>
interface WebhookConversion {
  clientConfig?: unknown
  conversionReviewVersions?: string[]
}
interface CommonSpec {
  group?: string
  names?: unknown
  scope?: string
  versions?: Version[]
  preserveUnknownFields?: boolean
}
interface Spec extends CommonSpec {
  conversion?: { strategy?: string; webhook?: WebhookConversion }
}
interface StoredSpec extends CommonSpec {
  version?: string
  validation?: unknown
  subresources?: unknown
  additionalPrinterColumns?: unknown
  selectableFields?: unknown
  conversion?: { strategy?: string; webhookClientConfig?: unknown; conversionReviewVersions?: string[] }
}

/** What versions have each, or all together: its name in a version of v1 (and of v1beta1), and in the spec of v1beta1. */
const shared = [
  ['schema', 'validation'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
  ['selectableFields', 'selectableFields'],
] as const

const renamed = (columns: unknown, from: string, to: string): unknown =>
  Array.isArray(columns)
    ? columns.map((column: object) =>
        Object.fromEntries(Object.entries(column).map(([key, value]) => [key === from ? to : key, value])),
      )
    : columns

const without = (object: Version, names: ReadonlySet<string>): Version =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)))

const withColumns = (version: Version, from: string, to: string): Version =>
  version['additionalPrinterColumns'] === undefined
    ? version
    : { ...version, additionalPrinterColumns: renamed(version['additionalPrinterColumns'], from, to) }

/** A definition of v1 as it is stored: what all of its versions have in common stands once. Fields in Go's order. */
export function storedDefinition(object: KubeObject): KubeObject {
  const { spec, apiVersion: _, kind, ...rest } = object as KubeObject & { spec?: Spec }
  const { group, names, scope, conversion, preserveUnknownFields = false } = spec ?? {}
  const versions = (spec?.versions ?? []).map((version) => withColumns(version, 'jsonPath', 'JSONPath'))
  const [first] = versions
  const common = shared.filter(([name]) =>
    versions.every((version) => semanticEqual(version[name], first?.[name])),
  )
  const once = Object.fromEntries(common.map(([name, own]) => [own, first?.[name]]))
  const gone = new Set<string>(common.map(([name]) => name))
  const { metadata, status, ...others } = rest
  return {
    kind,
    apiVersion: storedDefinitionVersion,
    metadata,
    spec: {
      group,
      version: first?.['name'],
      names,
      scope,
      validation: once['validation'],
      subresources: once['subresources'],
      versions: versions.map((version) => without(version, gone)),
      additionalPrinterColumns: once['additionalPrinterColumns'],
      selectableFields: once['selectableFields'],
      conversion: storedConversion(conversion),
      preserveUnknownFields,
    },
    status,
    ...others,
  }
}

function storedConversion(conversion: Spec['conversion']): StoredSpec['conversion'] {
  if (conversion === undefined) return undefined
  const { strategy, webhook } = conversion
  const { clientConfig, conversionReviewVersions } = webhook ?? {}
  return {
    ...(strategy === undefined ? {} : { strategy }),
    ...(clientConfig === undefined ? {} : { webhookClientConfig: clientConfig }),
    ...(conversionReviewVersions === undefined ? {} : { conversionReviewVersions }),
  }
}

/** A stored definition in v1. What old servers left out has the defaults of v1beta1. */
export function servedDefinition(object: KubeObject): KubeObject {
  const { spec = {}, ...rest } = object as KubeObject & { spec?: StoredSpec }
  const { group, version, names, scope = 'Namespaced', conversion, preserveUnknownFields = true } = spec
  const own = spec.versions ?? []
  const versions =
    own.length === 0 && version !== undefined ? [{ name: version, served: true, storage: true }] : own
  const common = Object.fromEntries(
    shared.flatMap(([name, inSpec]) => (spec[inSpec] === undefined ? [] : [[name, spec[inSpec]]])),
  )
  return {
    ...rest,
    apiVersion: definitionVersion,
    spec: {
      group,
      names,
      scope,
      versions: versions.map((one) => withColumns({ ...one, ...common }, 'JSONPath', 'jsonPath')),
      conversion: servedConversion(conversion),
      preserveUnknownFields,
    },
  }
}

function servedConversion(conversion: StoredSpec['conversion']): Spec['conversion'] {
  const { strategy = 'None', webhookClientConfig, conversionReviewVersions } = conversion ?? {}
  if (webhookClientConfig === undefined && conversionReviewVersions === undefined) return { strategy }
  return {
    strategy,
    webhook: {
      ...(webhookClientConfig === undefined ? {} : { clientConfig: webhookClientConfig }),
      ...(conversionReviewVersions === undefined ? {} : { conversionReviewVersions }),
    },
  }
}
