// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/{errors,status}.go
import { DecodeError, isStackOverflow, tooDeep } from '../../apimachinery/scheme/decode-error.ts'
import { newBadRequest, newInternalError, StatusError } from '../../apimachinery/status-error.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Auditing } from '../audit/auditing.ts'
import { StoreTimeoutError, TransformError, WriteFailedError } from '../storage/interface.ts'
import type { ApiCall } from './api-call.ts'
import { auditUnauthenticated } from './auditing.ts'
import { sendError } from './respond.ts'

/** What a store that does not answer comes to: a write is told of its own deadline, a read of that of all requests. */
const timedOut = ({ info }: ApiCall, { message }: Error): StatusError =>
  new StatusError(
    504,
    'Timeout',
    `Timeout: request did not complete within ${isRead(info.verb) ? 'the allotted timeout' : `requested timeout - ${message}`}`,
    {},
  )

const lists = ({ info }: ApiCall): boolean => ['list', 'deletecollection'].includes(info.verb)

const isRead = (verb: string): boolean => ['get', 'list', 'watch'].includes(verb)

/** Answers a request whose handler threw. Faults of our own are told without their text; the log has it. */
export function answerFailed(
  { logger, auditing }: { logger: Logger; auditing?: Auditing | undefined },
  call: ApiCall,
  error: unknown,
): void {
  // The client is gone: nobody waits for an answer.
  if (call.res.destroyed || call.req.errored !== null) return
  if (isStackOverflow(error)) {
    sendError(call, newBadRequest(tooDeep))
    return
  }
  if (error instanceof WriteFailedError || error instanceof DecodeError) {
    logger.logS('E', 'apiserver received an error that is not an metav1.Status', {
      err: error.message,
    })
    // Told without a reason, as are the errors of etcd and those about what is stored.
    sendError(call, new StatusError(500, '', error.message))
    return
  }
  if (error instanceof StoreTimeoutError) {
    sendError(call, timedOut(call, error))
    return
  }
  if (error instanceof TransformError) {
    logger.logS('E', 'failed to decrypt data', { err: error.message })
    // A list names the object that it cannot show.
    sendError(call, newInternalError(lists(call) ? error.message : error.why))
    return
  }
  if (
    error instanceof StatusError &&
    error.code === 401 &&
    call.audit === undefined &&
    auditing !== undefined
  )
    auditUnauthenticated(auditing, call)
  if (!(error instanceof StatusError)) {
    logger.logS('E', 'Request failed', {
      URI: call.info.path,
      verb: call.info.verb,
      err: (error as Error)?.stack ?? String(error),
    })
    sendError(call, newInternalError((error as Error)?.message ?? 'unknown'))
    return
  }
  sendError(call, error)
}
