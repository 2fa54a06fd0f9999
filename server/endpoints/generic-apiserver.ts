// Upstream: staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go (GenericAPIServer)

import type { FieldManager } from '../../apimachinery/managedfields/field-manager.ts'
import type { SmdSchema } from '../../apimachinery/managedfields/smd-schema.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import type { StatusError } from '../../apimachinery/status-error.ts'
import type { AdmissionChain } from '../admission/chain.ts'
import type { AdmissionMetrics } from '../admission/metrics.ts'
import type { Registry } from '../registry/generic/registry.ts'
import type { Convert } from '../registry/generic/runtime.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import type { Webhooks } from '../webhook/webhooks.ts'
import type { Attributes } from './authorization/attributes.ts'

/** The parts of a server that its handlers share. */
export interface GenericAPIServer {
  readonly context: ServerContext
  readonly scheme: Scheme
  readonly convert: Convert
  readonly registry: Registry
  readonly admission: AdmissionChain
  readonly smdSchema: SmdSchema
  /** Field managers by endpoint, each made at the endpoint's first write. */
  readonly fieldManagers: Map<string, FieldManager>
  readonly watchList: boolean
  /** Runs work that converts objects again until all conversions are there, where others have to be asked for them. */
  readonly settled?: <T>(work: () => Promise<T>) => Promise<T>
  readonly webhooks: Webhooks
  readonly admissionMetrics: AdmissionMetrics
  /**
   * Throws 403 where the user may not do that (create by PUT and apply), or rejects where others have to be asked.
   * @param refusal the error for the authorizer's reason; default: that of a request that is not allowed
   */
  authorize(attributes: Attributes, refusal?: (reason: string) => StatusError): Promise<void> | void
}
