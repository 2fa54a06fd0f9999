// Upstream: apimachinery/pkg/apis/meta/internalversion/{defaults,validation/validation}.go
import { type FieldError, field } from '../../../apimachinery/field-error.ts'
import { newInvalid } from '../../../apimachinery/status-error.ts'
import type { ListOptions } from '../../registry/generic/options.ts'
import { parseSelectors } from '../../registry/generic/selection.ts'
import { endpointsDialect } from '../dialect.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { boolOf, int64Of, textOf } from './query.ts'

/** ListOptions from a query. Throws 400 for values and selectors that do not parse, then 422 for combinations that are not allowed. */
export function parseListOptions(
  query: URLSearchParams,
  { watchList, context }: Pick<GenericAPIServer, 'watchList' | 'context'>,
): ListOptions {
  const { minor } = context.release
  const { knowsInitialEvents } = endpointsDialect(minor)
  const values = {
    watch: boolOf(query, 'watch') ?? false,
    allowWatchBookmarks: boolOf(query, 'allowWatchBookmarks') ?? false,
    resourceVersion: textOf(query, 'resourceVersion'),
    resourceVersionMatch: textOf(query, 'resourceVersionMatch'),
    timeoutSeconds: int64Of(query, 'timeoutSeconds'),
    limit: int64Of(query, 'limit') ?? 0,
    continue: textOf(query, 'continue'),
    sendInitialEvents: knowsInitialEvents ? boolOf(query, 'sendInitialEvents') : undefined,
  }
  const selectors = parseSelectors(textOf(query, 'labelSelector'), textOf(query, 'fieldSelector'), minor)
  const options: ListOptions = { selectors, ...values }
  setDefaults(options, watchList)
  const errors = options.watch && knowsInitialEvents ? watchErrors(options, watchList) : listErrors(options)
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors)
  return options
}

/** With the WatchList gate, a watch from "0" or nothing is one that asks for initial events. */
function setDefaults(options: ListOptions, watchList: boolean): void {
  if (
    !watchList ||
    !options.watch ||
    options.sendInitialEvents !== undefined ||
    options.resourceVersionMatch !== ''
  )
    return
  if (options.resourceVersion !== '' && options.resourceVersion !== '0') return
  options.sendInitialEvents = true
  options.resourceVersionMatch = 'NotOlderThan'
}

function listErrors(options: ListOptions): FieldError[] {
  const errors: FieldError[] = []
  const match = options.resourceVersionMatch
  const path = 'resourceVersionMatch'
  if (match !== '') {
    if (options.watch) errors.push(field.forbidden(path, 'resourceVersionMatch is forbidden for watch'))
    if (options.resourceVersion === '')
      errors.push(
        field.forbidden(path, 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
      )
    if (options.continue !== '')
      errors.push(field.forbidden(path, 'resourceVersionMatch is forbidden when continue is provided'))
    if (match !== 'Exact' && match !== 'NotOlderThan')
      errors.push(field.notSupported(path, match, ['Exact', 'NotOlderThan', '']))
    if (match === 'Exact' && options.resourceVersion === '0')
      errors.push(field.forbidden(path, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'))
  }
  if (options.sendInitialEvents !== undefined)
    errors.push(field.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  return errors
}

function watchErrors(options: ListOptions, watchList: boolean): FieldError[] {
  const errors: FieldError[] = []
  const match = options.resourceVersionMatch
  const path = 'resourceVersionMatch'
  if (options.sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan')
      errors.push(
        field.forbidden(path, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
      )
    if (!watchList)
      errors.push(
        field.forbidden(
          'sendInitialEvents',
          'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
        ),
      )
  }
  if (match !== '') {
    if (options.sendInitialEvents === undefined)
      errors.push(
        field.forbidden(
          path,
          'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
        ),
      )
    if (match !== 'NotOlderThan') errors.push(field.notSupported(path, match, ['NotOlderThan']))
    if (options.continue !== '')
      errors.push(field.forbidden(path, 'resourceVersionMatch is forbidden when continue is provided'))
  }
  return errors
}
