// Upstream: pkg/registry/core/serviceaccount/strategy.go

import type { ServiceAccount } from '../../../api/core-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { metaOnCreate, metaOnUpdateAndAgain } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'

const annotation = 'kubernetes.io/enforce-mountable-secrets'

/** References to secrets keep nothing but the name. */
function cleanSecrets(object: KubeObject): void {
  const account = object as unknown as ServiceAccount
  if (account.secrets) account.secrets = account.secrets.map(({ name }) => (name ? { name } : {}))
}

function warnings(minor: number, object: KubeObject, old?: KubeObject): string[] {
  const has = (o: KubeObject | undefined): boolean =>
    getOwn(o?.metadata.annotations, annotation) !== undefined
  if (!registryDialect(minor).warnsOfMountableSecrets || has(old) || !has(object)) return []
  return [
    `${FieldPath.of('metadata', 'annotations').key(annotation)}: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ]
}

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  prepareForCreate: (_ctx, object) => cleanSecrets(object),
  prepareForUpdate: (_ctx, object) => cleanSecrets(object),
  validate: (_ctx, object) => metaOnCreate(object),
  validateUpdate: (ctx, object) => metaOnUpdateAndAgain(ctx, object),
  warningsOnCreate: (ctx, object) => warnings(ctx.server.release.minor, object),
  warningsOnUpdate: (ctx, object, old) => warnings(ctx.server.release.minor, object, old),
}

/** The strategy of ServiceAccounts. */
export const serviceAccountRules: ResourceRules = {
  strategy,
}
