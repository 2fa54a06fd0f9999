// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/get.go
import { list } from '../../registry/generic/list.ts'
import { predicateOf } from '../../registry/generic/selection.ts'
import type { ApiCall } from '../api-call.ts'
import { endpointsDialect } from '../dialect.ts'
import { listWatchEndpoint } from '../negotiation.ts'
import { resourceForm, sendList, sendObject } from '../objects-out.ts'
import { parseListOptions } from '../options/list-options.ts'
import type { Scope } from '../scope.ts'
import { hasBlueprint, serveWatch } from './watch.ts'

/** Answers a GET of an object. */
export async function handleGet(scope: Scope, call: ApiCall): Promise<void> {
  const form = resourceForm(call)
  const record = await scope.store.get(
    call.info.namespace,
    call.info.name,
    call.query.get('resourceVersion') ?? '',
    { group: call.info.apiGroup, resource: call.info.resource },
  )
  sendObject(scope, call, 200, form, scope.store.view(record))
}

/** Answers a LIST, and a WATCH where the options or the path ask for it. */
export async function handleList(scope: Scope, call: ApiCall, forceWatch = false): Promise<void> {
  const { store } = scope
  const { parsesOptionsFirst } = endpointsDialect(scope.apiserver.context.release.minor)
  const accepted = parsesOptionsFirst ? undefined : resourceForm(call)
  const options = parseListOptions(call.query, scope.apiserver)
  const form = hasBlueprint(scope, options)
    ? resourceForm(call, listWatchEndpoint)
    : (accepted ?? resourceForm(call))
  const name = call.info.name === '' ? undefined : call.info.name
  const predicate = predicateOf(store, options.selectors, name, scope.kind)
  if (options.watch || forceWatch) return serveWatch(scope, call, form, options, predicate)
  const result = await list(store, call.info.namespace, options, predicate)
  sendList(
    scope,
    call,
    form,
    result.records.map((r) => store.view(r)),
    {
      resourceVersion: String(result.revision),
      continue: result.continue,
      ...(result.remaining === undefined ? {} : { remainingItemCount: result.remaining }),
    },
  )
}
