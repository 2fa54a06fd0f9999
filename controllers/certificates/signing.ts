// Upstream: pkg/controller/certificates/signer/signer.go
import type { ReadRequest } from '../../component-base/certificate-signing.ts'
import { toTime } from '../../component-base/clock.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { type IssuingOptions, signerNames } from '../issuing.ts'
import {
  hasCondition,
  requestsPath,
  requestText,
  type StoredRequest,
  startForRequests,
} from './certificate-requests.ts'
import { clientRequestError, servingRequestError } from './kubelet-requests.ts'

type RequestCheck = (request: ReadRequest, usages: readonly string[]) => string | undefined

/** The checks of each signer. Whoever asks the legacy signer gets what it asks for. */
const checks: ReadonlyMap<string, RequestCheck> = new Map([
  [signerNames['kubelet-serving'], servingRequestError],
  [signerNames['kubelet-client'], clientRequestError],
  [signerNames['kube-apiserver-client'], (_request, usages) => clientUsageError(usages)],
])

function clientUsageError(usages: readonly string[]): string | undefined {
  const possible = ['digital signature', 'key encipherment', 'client auth']
  const bad = usages.find((usage) => !possible.includes(usage))
  if (bad !== undefined) return `invalid usage for client certificate: ${bad}`
  return usages.includes('client auth')
    ? undefined
    : 'missing required usage for client certificate: client auth'
}

/** Gives approved requests of the cluster's own signers their certificates, or says why they get none. */
export function startCertificateSigning(context: ControllerContext, options: IssuingOptions): Controller {
  const { client, clock } = context
  return startForRequests(context, 'csrsigning', async (request) => {
    const { signerName, usages = [] } = request.spec
    const authority = options.signers.get(signerName)
    if (authority === undefined || !hasCondition(request, 'Approved') || hasCondition(request, 'Failed'))
      return
    const { readCertificateRequest, signRequest } = await import(
      '../../component-base/certificate-signing.ts'
    )
    const read = readCertificateRequest(requestText(request))
    const error = checks.get(signerName)?.(read, usages)
    const change =
      error === undefined
        ? {
            certificate: base64(
              await signRequest(authority, read, { ...policyOf(request, options), usages }),
            ),
          }
        : { conditions: [...(request.status?.conditions ?? []), failed(error, toTime(clock.now()))] }
    const status = { ...request.status, ...change }
    await client.update(`${requestsPath}/${request.metadata.name}/status`, { ...request, status })
  })
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const failed = (message: string, lastUpdateTime: string) => ({
  type: 'Failed',
  status: 'True',
  reason: 'SignerValidationFailure',
  message,
  lastUpdateTime,
})

/** The shortest duration of a certificate in milliseconds, whatever the request asks for. */
const leastDuration = 10 * 60_000

function policyOf({ spec }: StoredRequest, { signingDuration, certificateTime }: IssuingOptions) {
  const wanted = (spec.expirationSeconds ?? Number.POSITIVE_INFINITY) * 1000
  const duration = wanted > signingDuration ? signingDuration : Math.max(wanted, leastDuration)
  return { duration, now: certificateTime() }
}
