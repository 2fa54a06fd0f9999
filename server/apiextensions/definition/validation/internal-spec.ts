// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
  CustomResourceValidation,
  JSONSchemaProps,
  SelectableField,
} from '../../../../api/apiextensions-v1.ts'
import { semanticEqual } from '../../../../apimachinery/json.ts'

/** What stands in each version, or in the spec where it is the same in all of them. */
export interface VersionedParts {
  readonly validation?: CustomResourceValidation | undefined
  readonly subresources?: CustomResourceSubresources | undefined
  readonly columns: readonly CustomResourceColumnDefinition[]
  readonly selectableFields: readonly SelectableField[]
}

/** A version in the form that is validated. */
export interface InternalVersion extends VersionedParts {
  readonly name: string
  readonly own: CustomResourceDefinitionVersion
}

/**
 * The spec of a definition as validation sees it: what is the same in all versions stands in the spec, and errors name it there
 * (`spec.validation.openAPIV3Schema`).
 */
export interface InternalSpec extends VersionedParts {
  readonly own: CustomResourceDefinitionSpec
  readonly versions: readonly InternalVersion[]
}

const nothing: VersionedParts = { columns: [], selectableFields: [] }

const partsOf = (version: CustomResourceDefinitionVersion): VersionedParts => ({
  validation: version.schema ?? undefined,
  subresources: version.subresources ?? undefined,
  columns: version.additionalPrinterColumns ?? [],
  selectableFields: version.selectableFields ?? [],
})

/** An empty object is not the same as none. */
const same = (a: unknown, b: unknown): boolean =>
  (a === undefined) === (b === undefined) && sameSchemas(a, b) && semanticEqual(a, b)

const schemaOf = (value: unknown): unknown =>
  (value as CustomResourceValidation | undefined)?.openAPIV3Schema ?? undefined

const sameSchemas = (a: unknown, b: unknown): boolean =>
  (schemaOf(a) === undefined) === (schemaOf(b) === undefined)

/** The spec of the API, with what all versions share moved to its top. */
export function internalSpec(own: CustomResourceDefinitionSpec): InternalSpec {
  const parts = (own.versions ?? []).map(partsOf)
  const [first] = parts
  const shared = (part: keyof VersionedParts): boolean =>
    parts.length > 0 && parts.every((one) => same(one[part], first![part]))
  const hoisted = (['validation', 'subresources', 'columns', 'selectableFields'] as const).filter(shared)
  const pick = (from: VersionedParts, isTop: boolean): VersionedParts => ({
    ...nothing,
    ...Object.fromEntries(
      Object.entries(from).filter(([part]) => hoisted.includes(part as keyof VersionedParts) === isTop),
    ),
  })
  return {
    ...(first === undefined ? nothing : pick(first, true)),
    own,
    versions: (own.versions ?? []).map((version, i) => ({
      name: version.name ?? '',
      own: version,
      ...pick(parts[i]!, false),
    })),
  }
}

/** All schemas of a spec. */
export const schemasOf = ({ own }: InternalSpec): JSONSchemaProps[] =>
  (own.versions ?? []).flatMap(({ schema }) =>
    schema?.openAPIV3Schema == null ? [] : [schema.openAPIV3Schema],
  )

/** The schema of a version, whether it stands in the version or is shared by all (`spec.validation`). */
export const validationOf = (spec: InternalSpec, version: string): CustomResourceValidation | undefined =>
  spec.validation ?? spec.versions.find(({ name }) => name === version)?.validation

/** Whether custom resources have the subresource `status`. */
export const hasStatus = (subresources: CustomResourceSubresources | undefined): boolean =>
  subresources?.status != null
