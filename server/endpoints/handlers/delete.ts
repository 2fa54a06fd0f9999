// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go

import type { DeleteOptions } from '../../../api/meta-v1.ts'
import { newBadRequest, StatusError } from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { RequestAdmission } from '../../admission/request-admission.ts'
import { deleteObject } from '../../registry/generic/delete.ts'
import { list, type ObjectList } from '../../registry/generic/list.ts'
import type { ListOptions } from '../../registry/generic/options.ts'
import { Pace, turns } from '../../registry/generic/pace.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import { predicateOf, type SelectionPredicate } from '../../registry/generic/selection.ts'
import { type ApiCall, readBody } from '../api-call.ts'
import { bodyAs, bodyError, type ParsedBody, parseBody } from '../body-parser.ts'
import { endpointsDialect } from '../dialect.ts'
import { inputMediaType, mediaTypesOf } from '../negotiation.ts'
import { resourceForm, sendList, sendObject } from '../objects-out.ts'
import { parseListOptions } from '../options/list-options.ts'
import { deleteOptionsOfBody, deleteOptionsOfQuery, validateDeleteOptions } from '../options/write-options.ts'
import { sendData } from '../respond.ts'
import { requestOf, type Scope } from '../scope.ts'
import { serializersOf } from '../serializers.ts'
import { optionsKindError } from './kind-of-options.ts'
import { deleteUnsafely, refuseUnsafeCollection } from './unsafe-delete.ts'

/** Answers a DELETE of an object: 200, or 202 where orphanDependents is false and the object stays for now. */
export async function handleDelete(scope: Scope, call: ApiCall): Promise<void> {
  const form = resourceForm(call)
  const options = await deleteOptions(scope, call)
  if (await deleteUnsafely(scope, call, options)) return
  warnOfOrphans(scope, call, options)
  const request = deleteRequest(scope, call, options)
  const { deleteValidation } = new RequestAdmission(scope.apiserver.admission, request, scope.kind, options)
  scope.store.strategy.refuseDeletion?.(call.info.name)
  const result = await deleteObject(scope.store, request, call.info.name, options, deleteValidation)
  const code = !result.deleted && options.orphanDependents === false ? 202 : 200
  if (result.view !== undefined) sendObject(scope, call, code, form, result.view)
  else sendData(call, code, form, () => result.status)
}

/** Upstream: pkg/registry/batch/job/storage (Delete, DeleteCollection) */
function warnOfOrphans(scope: Scope, call: ApiCall, options: DeleteOptions): void {
  if (scope.resource.group !== 'batch' || scope.resource.facts.name !== 'jobs') return
  if (options.propagationPolicy !== undefined || options.orphanDependents !== undefined) return
  call.warn(
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  )
}

/** Answers a DELETE of a collection: each object that the selectors match is deleted, in pages. */
export async function handleDeleteCollection(scope: Scope, call: ApiCall): Promise<void> {
  const { store } = scope
  const form = resourceForm(call)
  const listOptions = parseListOptions(call.query, scope.apiserver)
  const predicate = predicateOf(store, listOptions.selectors, undefined, scope.kind)
  const options = await deleteOptions(scope, call)
  refuseUnsafeCollection(options)
  warnOfOrphans(scope, call, options)
  const found = await listed(scope, call, listOptions, predicate)
  const request = deleteRequest(scope, call, options)
  // Plugins see one request, which names no object.
  const { deleteValidation } = new RequestAdmission(scope.apiserver.admission, request, scope.kind, options)
  const pace = new Pace()
  for (const record of found.records) {
    // A deletion costs as much as reading some kilobytes more.
    if (pace.isDue(record.bytes.length + 16 * 1024)) await turns()
    const { name = '', namespace = '' } = record.object.metadata
    try {
      await deleteObject(store, { ...request, name, namespace }, name, { ...options }, deleteValidation)
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 404) throw error
    }
  }
  sendList(
    scope,
    call,
    form,
    found.records.map((r) => store.view(r)),
    {
      resourceVersion: String(found.revision),
      continue: found.continue,
      ...(found.remaining === undefined ? {} : { remainingItemCount: found.remaining }),
    },
  )
}

/** Upstream reads a collection in pages of so many where the request does not say how many are to be deleted. */
const pageSize = 10_000

/** What is to be deleted. The answer tells what the first page told. */
async function listed(
  { store, apiserver }: Scope,
  call: ApiCall,
  options: ListOptions,
  predicate: SelectionPredicate,
): Promise<ObjectList> {
  const inPages = endpointsDialect(apiserver.context.release.minor).deletesInPages && options.limit === 0
  const limit = inPages ? pageSize : options.limit
  const first = await list(store, call.info.namespace, { ...options, limit }, predicate)
  if (!inPages) return first
  const records = [...first.records]
  for (let next = first.continue; next !== ''; ) {
    const rest = { ...options, limit, continue: next, resourceVersion: '', resourceVersionMatch: '' }
    const page = await list(store, call.info.namespace, rest, predicate)
    records.push(...page.records)
    next = page.continue
  }
  return { ...first, records }
}

const deleteRequest = (scope: Scope, call: ApiCall, options: DeleteOptions): ApiRequest =>
  requestOf(scope, call, { dryRun: (options.dryRun ?? []).length > 0 })

/** Options of the body, or of the query where there is none. Throws 400, 415 and 422. */
async function deleteOptions(scope: Scope, call: ApiCall): Promise<DeleteOptions> {
  const body = await readBody(call)
  const options =
    body.length === 0 ? deleteOptionsOfQuery(call.query) : await decodeOptions(scope, call, body)
  if (body.length > 0)
    call.audit?.requestObject({ kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/__internal', ...options })
  if (!gateEnabled(scope.apiserver.context.gates, 'AllowUnsafeMalformedObjectDeletion'))
    delete options.ignoreStoreReadErrorWithClusterBreakingPotential
  validateDeleteOptions(options, scope.apiserver.context.release.minor)
  return options
}

/** @note In some releases errors of this decoder are told as they are: 500 without a reason. */
async function decodeOptions(scope: Scope, call: ApiCall, body: Buffer): Promise<DeleteOptions> {
  const mediaType = inputMediaType(call.req.headers['content-type'], mediaTypesOf(call.cbor))
  const fixed = endpointsDialect(scope.apiserver.context.release.minor).refusesBadDeleteOptions
  const plain = (why: string): StatusError => (fixed ? newBadRequest(why) : new StatusError(500, '', why))
  let parsed: ParsedBody
  try {
    const wanted = { group: '', version: 'v1', kind: 'DeleteOptions' }
    parsed = await parseBody(body, mediaType, {
      serializers: serializersOf(scope.apiserver.scheme),
      wanted,
    })
  } catch (error) {
    throw plain(bodyError(error, mediaType))
  }
  try {
    const wrong = optionsKindError(parsed.value, () => body.toString('utf8'))
    if (wrong !== undefined) throw plain(wrong)
    const { value } = await bodyAs(parsed, 'v1', 'DeleteOptions')
    return deleteOptionsOfBody(scope.apiserver.scheme.decode('', 'v1', 'DeleteOptions', value).object)
  } catch (error) {
    throw error instanceof StatusError ? error : plain((error as Error).message)
  }
}
