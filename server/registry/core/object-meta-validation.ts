// Upstream: pkg/apis/core/validation/validation.go (ValidateObjectMeta, ValidateObjectMetaUpdate) beyond what the generic store checks
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type NameValidator, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../apimachinery/validation/object-meta.ts'
import { registryDialect } from '../dialect.ts'
import type { RequestContext, ServerContext } from '../generic/strategy.ts'
import { validateKubeFinalizers } from './kube-finalizers.ts'

/** The errors of a new object's finalizers that only types of core have. */
export const metaOnCreate = (object: KubeObject): FieldError[] => validateKubeFinalizers(object.metadata)

/** The errors of an updated object's finalizers, for kinds whose rules check the metadata as that of an update only. */
export const metaOnUpdate = metaOnCreate

const path = FieldPath.of('metadata')

/** The validator of names that are subdomains, for kinds whose generateName newer releases leave alone. */
export const subdomainName = (name: string, prefix: boolean, { release }: ServerContext): string[] =>
  prefix && registryDialect(release.minor).checksNamesOnly ? [] : nameIsDNSSubdomain(name, prefix)

/** The errors of an updated object's metadata by the rules for a new object of any kind. */
export const metaAsNew = (
  ctx: RequestContext,
  object: KubeObject,
  namespaced = true,
  name: NameValidator = nameIsDNSSubdomain,
): FieldError[] => validateObjectMeta(object.metadata, namespaced, name, path, ctx.server.release.minor)

/** The errors of an updated object's metadata by the rules for a new object, which some kinds apply once more. */
export const metaAgain = (
  ctx: RequestContext,
  object: KubeObject,
  namespaced = true,
  name: NameValidator = nameIsDNSSubdomain,
): FieldError[] => [...metaAsNew(ctx, object, namespaced, name), ...metaOnUpdate(object)]

/**
 * The errors of an updated object's metadata beside the stored one's (ValidateObjectMetaUpdate of core), for kinds whose rules tell
 * them elsewhere than first: their strategies have `repeatsMetaValidation: false`.
 */
export const metaChange = ({ server }: RequestContext, object: KubeObject, old: KubeObject): FieldError[] => [
  ...validateObjectMetaUpdate(object.metadata, old.metadata, path, server.release.minor),
  ...metaOnUpdate(object),
]

/** An update whose rules also check the whole object anew: findings about the metadata come once more. */
export const metaOnUpdateAndAgain = (
  ctx: RequestContext,
  object: KubeObject,
  namespaced = true,
  name: NameValidator = nameIsDNSSubdomain,
): FieldError[] => [...metaOnUpdate(object), ...metaAgain(ctx, object, namespaced, name)]
