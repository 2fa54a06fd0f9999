// Upstream: staging/src/k8s.io/apiserver/pkg/server/config.go (DefaultBuildHandlerChain)
import { randomUUID } from 'node:crypto'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type { Logger } from '../../component-base/klog.ts'
import { newInternalError } from '../apimachinery/status-error.ts'
import { type ApiCall, callOf, formOf, newApiCall, setCall } from './api-call.ts'
import type { Impersonate } from './authentication/access-control.ts'
import { type AccessControl, PlainError } from './authentication/access-control.ts'
import type { EndpointAnswer, EndpointRequest } from './discovery/endpoint-answer.ts'
import { parseRequestInfo } from './request-info.ts'
import { deprecationWarnings } from './deprecation.ts'
import { routeResource, type SpecialHandlers } from './resource-router.ts'
import { notAcceptable } from './negotiation.ts'
import { notFoundResource, sendBytes, sendData, sendError } from './respond.ts'
import type { Machinery } from './scope.ts'

/** Answers paths that name no resource: discovery, OpenAPI, health, metrics, version. Throws StatusErrors. */
export interface NonResourceAnswers {
  answer(request: EndpointRequest): EndpointAnswer
}

export interface AppOptions {
  machinery: Machinery
  logger: Logger
  authenticator: Authenticator
  authorizer: Authorizer
  /** The user to go on as where the request impersonates one. Throws 400 and 403. */
  impersonate?: Impersonate | undefined
  special: SpecialHandlers
  extensions: readonly AppExtension[]
}

/** The whole chain of one server as an Express application. */
export function buildApp(options: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(withCall(options))
  app.use(guarded(options, async (call) => {
    call.user = await options.accessControl.admit(call.req, call.info, (text) => call.warn(text))
  }))
  app.use((_req, res) => {
    const call = callOf(res)
    answer(options, call).catch((error: unknown) => fail(options, call, error))
  })
  return app
}

type Middleware = (req: Request, res: Response, next: NextFunction) => void

function withCall(options: AppOptions): Middleware {
  return (req, res, next) => {
    const question = req.url.indexOf('?')
    const rawPath = question < 0 ? req.url : req.url.slice(0, question)
    const query = new URLSearchParams(question < 0 ? '' : req.url.slice(question + 1))
    let path: string
    try {
      path = decodeURIComponent(rawPath)
    } catch {
      res.status(400).end()
      return
    }
    const call = newApiCall(req, res, parseRequestInfo(req.method, path, query), query)
    setCall(call)
    res.setHeader('Audit-Id', String(req.headers['audit-id'] ?? randomUUID()))
    res.setHeader('Cache-Control', 'no-cache, private')
    res.setHeader('X-Kubernetes-Pf-Flowschema-Uid', options.machinery.priority?.flowSchemaUid ?? '')
    res.setHeader('X-Kubernetes-Pf-Prioritylevel-Uid', options.machinery.priority?.priorityLevelUid ?? '')
    next()
  }
}

function guarded(options: AppOptions, step: (call: ApiCall) => Promise<void> | void): Middleware {
  return (_req, res, next) => {
    const call = callOf(res)
    Promise.resolve()
      .then(() => step(call))
      .then(() => next(), (error: unknown) => fail(options, call, error))
  }
}

async function answer(options: AppOptions, call: ApiCall): Promise<void> {
  const { info } = call
  if (!info.isResourceRequest) return answerPath(options, call)
  const { registry } = options.machinery
  if (info.apiPrefix === 'apis' && !registry.hasGroup(info.apiGroup)) return plainNotFound(call)
  if (info.apiPrefix === 'api' && info.apiVersion !== 'v1') throw notFoundResource()
  for (const text of deprecationWarnings(options.machinery, info)) call.warn(text)
  await routeResource(options.machinery, options.special, call)
}

function answerPath(options: AppOptions, call: ApiCall): void {
  if (options.paths === undefined) return plainNotFound(call)
  const { info, req, query } = call
  const result = options.paths.answer({ method: req.method, path: info.path, query, headers: req.headers })
  for (const [name, value] of Object.entries(result.headers ?? {})) call.res.setHeader(name, value)
  if (result.object === undefined) return sendBytes(call, result.status, result.contentType ?? 'text/plain; charset=utf-8', Buffer.from(result.body ?? ''))
  const form = formOf(call)
  if (form === undefined) throw notAcceptable()
  sendData(call, result.status, form, () => result.object, undefined, result.contentTypeSuffix)
}

function plainNotFound(call: ApiCall): void {
  call.res.setHeader('X-Content-Type-Options', 'nosniff')
  sendBytes(call, 404, 'text/plain; charset=utf-8', Buffer.from('404 page not found\n'))
}

/** Faults of our own are told without their text; the log has it. */
function fail(options: AppOptions, call: ApiCall, error: unknown): void {
  if (error instanceof PlainError) return sendBytes(call, error.code, 'text/plain; charset=utf-8', Buffer.from(error.text))
  const status = (error as { status?: unknown })?.status
  if (status === undefined) {
    options.logger.logS('E', 'Request failed', { URI: call.info.path, verb: call.info.verb, err: (error as Error)?.stack ?? String(error) })
    sendError(call, newInternalError((error as Error)?.message ?? 'unknown'))
    return
  }
  sendError(call, error)
}
