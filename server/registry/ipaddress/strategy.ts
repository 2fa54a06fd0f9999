// Upstream: pkg/registry/networking/ipaddress/strategy.go

import type { ParentReference } from '../../../api/networking-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { metaAgain, metaChange, metaOnCreate } from '../core/object-meta-validation.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'
import { validateIPAddressName, validateParentReference, validateParentUnchanged } from './validation.ts'

const parentOf = (object: KubeObject): ParentReference | undefined =>
  (object['spec'] as { parentRef?: ParentReference } | undefined)?.parentRef
const parentPath = FieldPath.of('spec', 'parentRef')

const strategy: Strategy = {
  repeatsMetaValidation: false,
  // An address is no name with an end at random.
  generateName: (base) => base,
  validateName: (name, _prefix, server) => validateIPAddressName(name, server.release.minor),
  validate: (_ctx, object) => [
    ...metaOnCreate(object),
    ...validateParentReference(parentOf(object), parentPath),
  ],
  validateUpdate(ctx, object, old) {
    const { minor } = ctx.server.release
    const name = (n: string): string[] => validateIPAddressName(n, minor)
    return [
      ...metaAgain(ctx, object, false, name),
      ...validateParentReference(parentOf(object), parentPath),
      ...metaChange(ctx, object, old),
      ...validateParentUnchanged(parentOf(object), parentOf(old), minor),
    ]
  },
}

/** The strategy of IPAddresses. */
export const ipAddressRules: ResourceRules = {
  strategy,
}
