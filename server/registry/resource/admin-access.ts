// Upstream: pkg/registry/resource/utils.go (AuthorizedForAdmin, AuthorizedForAdminStatus)
import type { ResourceClaimSpec, ResourceClaimStatus } from '../../../api/resource-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { nothingBegun, type RequestContext, type Transaction } from '../generic/strategy.ts'
import { deviceDialect } from './dialect.ts'

/** Where a claim asks for a device that others use, where the release looks at that. */
export function requestedAdminPath(
  { server }: RequestContext,
  { devices }: ResourceClaimSpec,
): FieldPath | undefined {
  if (!gateEnabled(server.gates, 'DRAAdminAccess')) return undefined
  const index = (devices?.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true)
  return index < 0 ? undefined : FieldPath.of('spec', 'devices', 'requests').index(index).child('adminAccess')
}

const grantedIndex = ({ allocation }: ResourceClaimStatus): number =>
  (allocation?.devices?.results ?? []).findIndex(({ adminAccess: granted }) => granted === true)

/** Where a status gives a device that others use, which the stored one did not give. */
export function grantedAdminPath(
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
): FieldPath | undefined {
  const index = grantedIndex(status)
  if (index < 0 || grantedIndex(old) >= 0) return undefined
  return FieldPath.of('status', 'allocation', 'devices', 'results').index(index).child('adminAccess')
}

/** Asks the namespace of an object before its validation, which can then tell what is wrong. */
class AdminAccess {
  readonly #errors = new WeakMap<KubeObject, FieldError[]>()

  /** @param path where access is asked for; undefined: it is not */
  async ask(ctx: RequestContext, object: KubeObject, path: FieldPath | undefined): Promise<Transaction> {
    const { adminNamespaceLabel: label } = deviceDialect(ctx.server.release.minor)
    if (path === undefined || label === undefined) return nothingBegun
    const record = await ctx.server.storage.get(`/registry/namespaces/${ctx.namespace}`)
    if (record?.object.metadata.labels?.[label] === 'true') return nothingBegun
    const text = `admin access to devices requires the \`${label}: true\` label on the containing namespace`
    this.#errors.set(object, [field.forbidden(path, text)])
    return nothingBegun
  }

  errors(object: KubeObject): FieldError[] {
    return this.#errors.get(object) ?? []
  }
}

/** Whether namespaces allow claims to use devices of others. */
export const adminAccess = new AdminAccess()
