// What kube-controller-manager and kube-scheduler serve with, and whom they ask about those who ask them.
// Upstream: apiserver/pkg/server/options/{authentication,authorization}.go (Delegating…Options.ApplyTo)
import { kubeconfigError } from '../../client/kubeconfig-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import {
  bundleError,
  http2Error,
  ownCertificateError,
  type ReadText,
  tlsFlagsError,
  warnOfCiphers,
} from '../../component-base/secure-serving.ts'
import { ControllerManagerStartError, type ControlPlaneComponent } from './control-plane-flags.ts'
import { controllerOptionsDialect } from './dialect.ts'

/** The component, release, log and files that access to it is set up with. */
export interface AccessOptions {
  component: ControlPlaneComponent
  release: Release
  logger: Logger
  /** Reads a file as text; throws where it cannot be read. */
  readFile: ReadText
}

/** The error that ends the start of a component. */
export const refusal = (
  { component, release }: AccessOptions,
  message: string,
): ControllerManagerStartError =>
  new ControllerManagerStartError(message, {
    plain: component === 'kube-controller-manager' && controllerOptionsDialect(release.minor).tellsErrorAlone,
  })

/** Reads the files of serving, where the component serves at all. Throws ControllerManagerStartError. */
export function checkServing(values: FlagValues, options: AccessOptions): void {
  if (values.number('secure-port') === 0) return
  const error = tlsFlagsError(values, options.readFile)
  if (error !== undefined) throw refusal(options, error)
  checkAuthentication(values, options)
  checkAuthorization(values, options)
}

/** Refuses a --cert-dir in which the component could put no certificate. Throws ControllerManagerStartError. */
export function checkOwnCertificate(values: FlagValues, options: AccessOptions): void {
  const error = ownCertificateError(values, options.readFile)
  if (error !== undefined) throw refusal(options, error)
}

/** The checks that the component makes only when its server starts, after all others. Throws a start error. */
export function checkStart(values: FlagValues, options: AccessOptions): void {
  if (values.number('secure-port') === 0) return
  warnOfCiphers(values, options.logger)
  const error = http2Error(values)
  if (error === undefined) return
  throw refusal(
    options,
    options.component === 'kube-scheduler' ? `failed to start secure server: ${error}` : error,
  )
}

/** Refuses rates at which no request would be sent. Upstream: client-go/kubernetes/clientset.go (NewForConfigAndClient) */
export function checkRates(values: FlagValues, options: AccessOptions): void {
  if (!values.defined('kube-api-burst') || values.number('kube-api-burst') > 0) return
  if (values.number('kube-api-qps') > 0)
    throw refusal(
      options,
      'burst is required to be greater than 0 when RateLimiter is not set and QPS is set to greater than 0',
    )
}

/** The files of authentication: the flag, how its certificates are called, what is missing without it, and what it is for. */
const authorities = [
  ['client-ca-file', 'client-ca-bundle', 'client certificate', 'unable to load client CA provider'],
  [
    'requestheader-client-ca-file',
    'request-header',
    'request-header client certificate',
    'unable to create request header authentication config',
  ],
] as const

function checkAuthentication(values: FlagValues, options: AccessOptions): void {
  const path = values.string('authentication-kubeconfig')
  const title = 'failed to get delegated authentication kubeconfig'
  const why = path === '' ? undefined : kubeconfigError(path, options.readFile, options.release.minor)
  if (why !== undefined) throw refusal(options, `${title}: ${title}: ${why}`)
  for (const [flag, purpose, kind, failure] of authorities) {
    const file = values.string(flag)
    const error = file === '' ? undefined : bundleError(purpose, file, options.readFile)
    if (error !== undefined) throw refusal(options, `${failure}: ${error}`)
    if (file === '' && path === '' && !values.bool('authentication-skip-lookup'))
      options.logger.log(
        'W',
        `No authentication-kubeconfig provided in order to lookup ${flag} in configmap/extension-apiserver-authentication in kube-system, so ${kind} authentication won't work.`,
      )
  }
}

function checkAuthorization(values: FlagValues, options: AccessOptions): void {
  const path = values.string('authorization-kubeconfig')
  const why = path === '' ? undefined : kubeconfigError(path, options.readFile, options.release.minor)
  if (why !== undefined) throw refusal(options, `failed to get delegated authorization kubeconfig: ${why}`)
  const allowed = values.strings('authorization-always-allow-paths').map((one) => one.replace(/^\//, ''))
  const bad = allowed.find((one) => one.slice(0, -1).includes('*'))
  if (bad !== undefined) throw refusal(options, `only trailing * allowed in ${goQuote(bad)}`)
  if (path === '')
    options.logger.log(
      'W',
      "No authorization-kubeconfig provided, so SubjectAccessReview of authorization tokens won't work.",
    )
}
