// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/{rest,get}.go (ConnectResource, getRequestOptions)

import type { KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { RequestAdmission } from '../../admission/request-admission.ts'
import { apiVersionOf, type GroupVersionKind } from '../../registry/generic/runtime.ts'
import type { ApiCall } from '../api-call.ts'
import { boolOf, int64sOf, textOf } from '../options/query.ts'
import type { SpecialHandler } from '../resource-router.ts'
import { methodNotAllowed } from '../respond.ts'
import { requestOf } from '../scope.ts'

/** Method → the verb of discovery that it needs. HEAD and OPTIONS are for proxies, which take every verb. */
const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'update',
  OPTIONS: 'update',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** An endpoint that connects (exec, attach, portforward, proxy): admission sees its options before `connect` does anything. */
export const connecting =
  (connect: SpecialHandler): SpecialHandler =>
  async (apiserver, resource, subresource, call) => {
    const verb = verbs[call.req.method ?? '']
    if (subresource === undefined || verb === undefined || !subresource.verbs.includes(verb))
      throw methodNotAllowed()
    if (call.query.has('dryRun')) throw newBadRequest('dryRun is not supported')
    const options = optionsOf(subresource.kind, call)
    const request = requestOf({ apiserver, resource, subresource }, call, { dryRun: false })
    await new RequestAdmission(apiserver.admission, request, subresource.kind).connect(options)
    await connect(apiserver, resource, subresource, call)
  }

/** The query as an object of the subresource's kind. Throws 400. */
function optionsOf(kind: GroupVersionKind, call: ApiCall): KubeObject {
  const read = Object.hasOwn(readers, kind.kind) ? readers[kind.kind]! : pathOf
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {}, ...read(call) }
}

type Reader = (call: ApiCall) => Record<string, unknown>

/** The stream options of a query as Go encodes them: false and empty ones are left out. */
const streams: Reader = ({ query }) => ({
  ...Object.fromEntries(
    ['stdin', 'stdout', 'stderr', 'tty'].flatMap((name) =>
      boolOf(query, name) === true ? [[name, true]] : [],
    ),
  ),
  ...(textOf(query, 'container') === '' ? {} : { container: textOf(query, 'container') }),
})

const pathOf: Reader = ({ info }) => {
  const path = info.parts.slice(3).join('/')
  return path === '' ? {} : { path: `/${path}` }
}

const readers: Readonly<Record<string, Reader>> = {
  PodExecOptions: (call) => {
    const command = call.query.getAll('command')
    return { ...streams(call), ...(command.length === 0 ? {} : { command }) }
  },
  PodAttachOptions: streams,
  PodPortForwardOptions: ({ query }) => {
    const ports = int64sOf(query, 'ports')
    return ports.length === 0 ? {} : { ports }
  },
}
