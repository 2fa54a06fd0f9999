// Upstream: staging/src/k8s.io/apiserver/pkg/server/config.go (DefaultBuildHandlerChain)
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import express, { type Express } from 'express'
import { goQuote } from '../../apimachinery/field-error.ts'
import { newBadRequest, newUnauthorized } from '../../apimachinery/status-error.ts'
import { ofSeconds } from '../../component-base/clock.ts'
import { parseDuration } from '../../component-base/go/duration.ts'
import { afterAuthority, decodePath, originForm, parseQuery } from '../../component-base/go/url.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Auditing } from '../audit/auditing.ts'
import { type ApiCall, newApiCall } from './api-call.ts'
import { auditCall, auditImpersonation } from './auditing.ts'
import { type Impersonate, ImpersonationError } from './authentication/access-control.ts'
import type { Authenticator } from './authentication/authenticator.ts'
import { clientCertificate } from './authentication/client-certificate.ts'
import {
  type Attributes,
  type Authorizer,
  type AuthorizerAnswer,
  asPlainText,
  forbiddenError,
  requestAttributes,
  whenAnswered,
} from './authorization/attributes.ts'
import type { ReadSelectors } from './authorization/selectors.ts'
import { answerFailed } from './failed-request.ts'
import type { FlowMetrics } from './flowcontrol/flow-metrics.ts'
import {
  type InFlightLimits,
  isLongRunning,
  MaxInFlight,
  retryAfterSeconds,
  tooManyRequests,
} from './flowcontrol/max-in-flight.ts'
import type { StoredFlowSchemas } from './flowcontrol/stored-flow-schemas.ts'
import type { GenericAPIServer } from './generic-apiserver.ts'
import {
  closeConnection,
  isDirect,
  isHttp2,
  type Request,
  type RequestListener,
  type Response,
} from './http-message.ts'
import type { AccessMetrics, AuthenticationResult, AuthorizationResult } from './metrics/access-metrics.ts'
import { dryRunLabel, labelsOf } from './metrics/request-labels.ts'
import type { RequestMetrics } from './metrics/request-metrics.ts'
import { parseRequestInfo } from './request-info.ts'
import { routeResource, type SpecialHandlers } from './resource-router.ts'
import { notFoundResource, sendErrorText } from './respond.ts'
import { headersWithToken } from './websocket/protocol-token.ts'

/** Answers a path that names no resource; false where it is not its own. */
export type AppExtension = (call: ApiCall) => Promise<boolean> | boolean

/** The machinery, users and limits of the handlers of requests. */
export interface AppOptions {
  apiserver: GenericAPIServer
  logger: Logger
  authenticator: Authenticator
  authorizer: Authorizer
  /** Reads the selectors of lists for the authorizer; undefined: it is not told of them. */
  readSelectors?: ReadSelectors | undefined
  /** The user to go on as where the request impersonates one. Throws 400 and 403. */
  impersonate?: Impersonate | undefined
  /** Says which flow schema a request belongs to; without it answers do not name any. */
  flowSchemas?: Pick<StoredFlowSchemas, 'classify'> | undefined
  /** Counts requests by their flow schemas. */
  flows?: FlowMetrics | undefined
  /** The limits of requests that are answered at once; default: no limits. */
  inFlight?: InFlightLimits | undefined
  /** Counts the places of requests, and those that found none. */
  requests: RequestMetrics
  /** Counts authentications and authorizations. */
  access: AccessMetrics
  /** Keeps a record of requests; default: none. */
  auditing?: Auditing | undefined
  /** Large answers are compressed where the client takes that; default: yes. */
  compresses?: boolean
  /** A connection over HTTP/2 ends after a request that nobody is known to have made. */
  endsAnonymousHttp2?: boolean
  special: SpecialHandlers
  /** Answers what is no resource of the release; false where it is none of its own either. */
  customResources?: { handle(call: ApiCall): Promise<boolean> } | undefined
  extensions: readonly AppExtension[]
}

/**
 * What every request of a server passes; what names no resource as Express applications. Called by createServer. Upstream:
 * DefaultBuildHandlerChain
 */
export function buildHandlerChain(options: AppOptions): RequestListener {
  const { requests } = options
  const places = new MaxInFlight(options.inFlight ?? { readOnly: 0, mutating: 0 }, (mutating, by) =>
    requests.entered(mutating, by),
  )
  const handle: RequestListener = (req, res) => {
    const call = callOf(options, req as Request, res)
    if (call !== undefined)
      passed(options, places, call)
        .catch((error: unknown) => answerFailed(options, call, error))
        .catch((error: unknown) => {
          // Also the error cannot be told: a webhook gave it a status that is none of HTTP. Upstream: http.ErrAbortHandler
          logPanic(options, req, error)
          res.destroy()
        })
  }
  const app = newApp(handle)
  let overHttp2: Express | undefined
  return (req, res) => {
    // No handler asks for what Express makes of a message, and to make it takes longer than all that a small write does of its own: a
    // message with another prototype is slow in all of node:http.
    // An application does not know the target of a CONNECT, which is no path.
    if (isDirect(req) || namesResources(req.url ?? '') || req.method === 'CONNECT') return handle(req, res)
    if (!isHttp2(req)) return app(req, res)
    overHttp2 ??= ontoPrototypes(newApp(handle), req, res)
    overHttp2(req, res)
  }
}

const namesResources = (url: string): boolean => url.startsWith('/api/') || url.startsWith('/apis/')

function newApp(handle: RequestListener): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // One layer: each of them costs a request as much as a small step of its own.
  app.use(handle)
  return app
}

/** An application gives messages its own prototypes, which stand on those of HTTP/1.1; here they stand on those of `req` and `res`. */
function ontoPrototypes(app: Express, req: object, res: object): Express {
  const onto = <T extends object>(own: T, message: object): T =>
    Object.create(Object.getPrototypeOf(message), {
      ...Object.getOwnPropertyDescriptors(Object.getPrototypeOf(own)),
      ...Object.getOwnPropertyDescriptors(own),
    })
  app.request = onto(app.request, req)
  app.response = onto(app.response, res)
  return app
}

/** The steps that a request passes through in order, each of which may throw its error. */
async function passed(options: AppOptions, places: MaxInFlight, call: ApiCall): Promise<void> {
  const { info, req, res } = call
  if (info.isResourceRequest && info.parts.length === 0) {
    res.removeHeader('Cache-Control')
    const why = `unable to determine kind and namespace from url, ${req.url}`
    return sendInternalError(call, `failed to create RequestInfo: ${why}`)
  }
  checkTimeout(call)
  if (!(await authenticate(options, call))) return
  if (!hasPlace(options, places, call)) return
  const decided = authorize(options, call)
  // Nothing is waited for where the answer is there.
  if (!(decided instanceof Promise ? await decided : decided)) return
  await answer(options, call)
}

/** The call of a request; undefined: there is none, and the client has been told so. A fault of ours ends this request only. */
function callOf(options: AppOptions, req: Request, res: Response): ApiCall | undefined {
  try {
    return newCall(options, req, res)
  } catch (error) {
    logPanic(options, req, error)
    if (res.headersSent) res.destroy(error as Error)
    else sendPlain(res, 500, 'This request caused apiserver to panic. Look in the logs for details.\n')
    return undefined
  }
}

function logPanic({ logger }: AppOptions, { method, url: URI }: IncomingMessage, error: unknown): void {
  logger.logS('E', "apiserver panic'd", { method, URI, err: (error as Error).stack })
}

/** The call of a request; undefined: it is no request for the API, and has been answered. */
function newCall(options: AppOptions, req: Request, res: Response): ApiCall | undefined {
  if (req.method === 'OPTIONS' && req.url === '*') {
    // Go's server answers what is asked of the server as a whole. Upstream: net/http globalOptionsHandler
    if (res.shouldKeepAlive && req.httpVersion === '1.1') res.removeHeader('Connection')
    res.writeHead(200, { 'Content-Length': 0 }).end()
    return undefined
  }
  const target = req.method === 'CONNECT' ? afterAuthority(req.url) : originForm(req.url)
  const [path, query] = target === undefined ? [] : pathAndQuery(target)
  if (path === undefined || query === undefined) {
    res.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('400 Bad Request')
    return undefined
  }
  const info = parseRequestInfo(req.method, path, query)
  if (res.shouldKeepAlive && req.httpVersion === '1.1') res.removeHeader('Connection')
  res.setHeader('Audit-Id', String(req.headers['audit-id'] ?? randomUUID()))
  res.setHeader('Cache-Control', 'no-cache, private')
  res.setHeader('Date', dateOf(options.apiserver.context.clock.now()))
  // Node asks for it once, and only while the connection is open; the audit event may be made later.
  if (options.auditing !== undefined) void req.socket.remoteAddress
  const { scheme } = options.apiserver
  return newApiCall(req, res, info, query, { scheme, compresses: options.compresses })
}

function pathAndQuery(target: string): [path: string | undefined, query: URLSearchParams] {
  const question = target.indexOf('?')
  const query = parseQuery(question < 0 ? '' : target.slice(question + 1))
  return [decodePath(question < 0 ? target : target.slice(0, question)), query]
}

/** As {@link sendErrorText}, for a request that has no call yet. */
function sendPlain(res: Response, code: number, text: string): void {
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.statusCode = code
  res.end(text)
}

const dateOf = ofSeconds((ms) => new Date(ms).toUTCString())

/** Takes a place for the request until its answer has been sent, or tells it to come later. */
function hasPlace({ requests }: AppOptions, places: MaxInFlight, call: ApiCall): boolean {
  const { res, info } = call
  // Thousands of watches would keep their calls until they end.
  if (isLongRunning(info)) return true
  const leave = places.enter(call.user, info)
  if (leave !== undefined) {
    res.on('close', () => {
      leave()
      call.ended?.()
    })
    return true
  }
  requests.dropped(labelsOf(call), info.path, 429, dryRunLabel(call.query))
  res.setHeader('Retry-After', retryAfterSeconds)
  sendErrorText(call, 429, tooManyRequests)
  return false
}

/** Upstream: apiserver/pkg/endpoints/filters/request_deadline.go. No request lasts long enough here to run into its deadline. */
function checkTimeout({ info, query }: ApiCall): void {
  const text = query.get('timeout') ?? ''
  if (text === '' || isLongRunning(info)) return
  try {
    parseDuration(text)
  } catch (error) {
    throw newBadRequest(`invalid timeout specified in the request URL - ${(error as Error).message}`)
  }
}

/** Whether the request goes on; where not, it has been answered. */
async function authenticate(options: AppOptions, call: ApiCall): Promise<boolean> {
  const { req } = call
  const started = performance.now()
  const certificate = clientCertificate(req)
  const authenticated = await options.authenticator.authenticate({
    headers: headersWithToken(req),
    distinctHeaders: () => req.headersDistinct,
    path: call.info.path,
    ...certificate,
    warn: (text) => call.warn(text),
  })
  const { access } = options
  access.authenticated(resultOfAttempt(call, authenticated), authenticated?.user.name, started)
  if (certificate.expires !== undefined && authenticated !== undefined)
    access.certificate((certificate.expires - options.apiserver.context.clock.now()) / 1000)
  const isAnonymous = authenticated === undefined || authenticated.user.name === 'system:anonymous'
  if (isAnonymous && isHttp2(req) && options.endsAnonymousHttp2) closeConnection(req, call.res)
  if (authenticated === undefined) throw newUnauthorized()
  call.user = authenticated.user
  if (options.auditing !== undefined && !(await auditCall(options.auditing, call))) {
    options.access.auditRefused()
    sendInternalError(call, 'failed to store audit event')
    return false
  }
  const asked = options.impersonate?.(authenticated.user, req, call.info)
  if (asked === undefined) return true
  const impersonated = await asked.catch((error: unknown) => refuseImpersonation(call, error))
  if (impersonated === undefined) return false
  auditImpersonation(call, impersonated)
  call.user = impersonated
  return true
}

/** Who shows nothing fails; what is shown and says nothing is an error. */
function resultOfAttempt({ req }: ApiCall, found: object | undefined): AuthenticationResult {
  if (found !== undefined) return 'success'
  return req.headers.authorization === undefined ? 'failure' : 'error'
}

/** Upstream: apiserver/pkg/server/filters/priority-and-fairness.go (headers) */
function classify(options: AppOptions, call: ApiCall): void {
  const found = options.flowSchemas?.classify(call.user, call.info)
  if (found === undefined) return
  call.res.setHeader('X-Kubernetes-Pf-Flowschema-Uid', found.flowSchemaUid)
  call.res.setHeader('X-Kubernetes-Pf-Prioritylevel-Uid', found.priorityLevelUid)
  if (options.flows !== undefined && !isLongRunning(call.info)) call.ended = options.flows.begin(found)
}

/** Whether the request goes on; where it does not, it has been answered. Throws 403. */
function authorize(options: AppOptions, call: ApiCall): boolean | Promise<boolean> {
  classify(options, call)
  const attributes = requestAttributes(call.user, call.info, options.readSelectors)
  const started = performance.now()
  return whenAnswered(options.authorizer.authorize(attributes), (result) => {
    options.access.authorized(resultOf(result), started)
    return heed(call, attributes, result)
  })
}

const resultOf = ({ decision, error }: AuthorizerAnswer): AuthorizationResult =>
  decision === 'allow'
    ? 'allowed'
    : error !== undefined
      ? 'error'
      : decision === 'deny'
        ? 'denied'
        : 'no-opinion'

/** An authorizer that meets an error may allow a request nevertheless. */
function heed(call: ApiCall, attributes: Attributes, { decision, reason, error }: AuthorizerAnswer): boolean {
  const { audit, res } = call
  if (decision === 'allow') {
    audit?.annotate('authorization.k8s.io/decision', 'allow')
    audit?.annotate('authorization.k8s.io/reason', reason)
    return true
  }
  if (error !== undefined) {
    audit?.annotate('authorization.k8s.io/reason', 'internal error')
    sendInternalError(call, error)
    return false
  }
  audit?.annotate('authorization.k8s.io/decision', 'forbid')
  audit?.annotate('authorization.k8s.io/reason', reason)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  throw forbiddenError(attributes, reason)
}

/** Answers what was no request to impersonate anybody; throws the error that says who may not. */
function refuseImpersonation(call: ApiCall, error: unknown): undefined {
  if (error instanceof ImpersonationError) return sendInternalError(call, error.message)
  call.res.setHeader('X-Content-Type-Options', 'nosniff')
  throw error
}

/** Upstream: apiserver/pkg/endpoints/handlers/responsewriters/errors.go (InternalError) */
function sendInternalError(call: ApiCall, error: string): undefined {
  const text = asPlainText(`Internal Server Error: ${goQuote(call.req.url)}: ${error}`)
  sendErrorText(call, 500, `${text}\n`)
  return undefined
}

async function answer(options: AppOptions, call: ApiCall): Promise<void> {
  for (const extension of options.extensions) {
    const done = extension(call)
    if (done instanceof Promise ? await done : done) return
  }
  const { info } = call
  if (!info.isResourceRequest || info.path.startsWith('//')) return plainNotFound(call)
  const { registry } = options.apiserver
  if (info.apiPrefix === 'apis' && !registry.hasGroup(info.apiGroup)) {
    if (options.customResources === undefined || !(await options.customResources.handle(call)))
      plainNotFound(call)
    return
  }
  if (info.apiPrefix === 'api' && info.apiVersion !== 'v1') throw notFoundResource()
  await routeResource(options.apiserver, options.special, call)
}

const plainNotFound = (call: ApiCall): void => sendErrorText(call, 404, '404 page not found\n')
