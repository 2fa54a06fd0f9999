// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go
import type {
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
  CustomResourceDefinitionVersion,
} from '../../../api/apiextensions-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'

/** The API group of CustomResourceDefinitions. */
export const definitionGroup = 'apiextensions.k8s.io'

/** The finalizer that keeps a definition until its custom resources are gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io'

/** The types of conditions of a definition. */
export type ConditionType =
  | 'Established'
  | 'KubernetesAPIApprovalPolicyConformant'
  | 'NamesAccepted'
  | 'NonStructuralSchema'
  | 'Terminating'

/** A CustomResourceDefinition (apiextensions.k8s.io/v1) as the store has it. Shared: never changed. */
export interface Definition {
  /** `<plural>.<group>` */
  readonly name: string
  readonly uid: string
  /** The store's revision of the object. */
  readonly revision: number
  readonly object: KubeObject
  readonly spec: CustomResourceDefinitionSpec
  readonly status: CustomResourceDefinitionStatus
}

/** The definition of an object in v1. @param revision that of its record */
export const definitionOf = (object: KubeObject, revision: number): Definition => ({
  name: object.metadata.name ?? '',
  uid: object.metadata.uid ?? '',
  revision,
  object,
  spec: (object['spec'] ?? {}) as CustomResourceDefinitionSpec,
  status: (object['status'] ?? {}) as CustomResourceDefinitionStatus,
})

/** A condition of a definition. */
export const conditionOf = (
  { status }: Pick<Definition, 'status'>,
  type: ConditionType,
): CustomResourceDefinitionCondition | undefined => status.conditions?.find((one) => one.type === type)

/** Whether a condition of a definition holds. */
export const isTrue = (definition: Pick<Definition, 'status'>, type: ConditionType): boolean =>
  conditionOf(definition, type)?.status === 'True'

/** Whether a definition's paths answer: a later conflict of names does not take them away. */
export const isServed = (definition: Definition): boolean =>
  isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established')

/** Whether a definition's custom resources are being deleted, so that nothing can be created any more. */
export const isTerminating = (definition: Definition): boolean => isTrue(definition, 'Terminating')

/** The definition's accepted names (`status.acceptedNames`); empty until they are accepted. */
export const acceptedNames = ({ status }: Definition): CustomResourceDefinitionNames =>
  status.acceptedNames ?? {}

/** Whether the custom resources of a definition are namespaced. */
export const isNamespaced = ({ spec }: Definition): boolean => spec.scope === 'Namespaced'

/** The versions that are served. */
export const servedVersions = ({ spec }: Definition): CustomResourceDefinitionVersion[] =>
  (spec.versions ?? []).filter(({ served }) => served === true)

/** The version that instances are stored in. */
export const storageVersionOf = ({
  spec,
}: Pick<Definition, 'spec'>): CustomResourceDefinitionVersion | undefined =>
  spec.versions?.find(({ storage }) => storage === true)

/** The prefix of the keys of all instances; upstream: CRDRESTOptionsGetter. */
export const instancesPrefix = ({ spec }: Definition): string =>
  `/registry/${spec.group}/${spec.names?.plural}/`
