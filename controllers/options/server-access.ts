// The server that kube-controller-manager and kube-scheduler speak to, by --kubeconfig and --master.
// Upstream: client-go/tools/clientcmd/client_config.go (BuildConfigFromFlags)
import { type ClientConfig, parseKubeconfig } from '../../client/kubeconfig.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { cipherError, tlsVersionError } from '../../component-base/tls-names.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { ControllerManagerStartError, type ControlPlaneComponent } from './control-plane-flags.ts'
import { controllerOptionsDialect } from './dialect.ts'
import { leaderElectionErrors, withLeaderElectionFlags } from './leader-election-options.ts'
import {
  defaultSchedulerConfiguration,
  parseSchedulerConfiguration,
  type SchedulerConfiguration,
} from './scheduler-configuration.ts'

/** What the search for a server needs. */
export interface AccessOptions {
  component: ControlPlaneComponent
  release: Release
  logger: Logger
  /** The text of a file; throws where it cannot be read. */
  readFile: (path: string) => string
}

const notThere = (path: string): string => `stat ${path}: no such file or directory`

/**
 * The server, and what to say to it. Throws ControllerManagerStartError, after warnings in the log.
 * @param path of the kubeconfig
 */
export function serverAccess(
  values: FlagValues,
  options: AccessOptions,
  path: string = values.string('kubeconfig'),
): ClientConfig {
  const master = values.string('master')
  if (path === '' && master === '') {
    options.logger.log(
      'W',
      'Neither --kubeconfig nor --master was specified.  Using the inClusterConfig.  This might not work.',
    )
    options.logger.log(
      'W',
      'error creating inClusterConfig, falling back to default config: unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    )
    throw refusal(
      options,
      'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable',
    )
  }
  if (path === '') return { server: master }
  const config = parseKubeconfig(textOf(path, options), { readText: options.readFile })
  return master === '' ? config : { ...config, server: master }
}

const refusal = ({ component, release }: AccessOptions, message: string): ControllerManagerStartError =>
  new ControllerManagerStartError(message, {
    plain: component === 'kube-controller-manager' && controllerOptionsDialect(release.minor).tellsErrorAlone,
  })

function textOf(path: string, options: AccessOptions): string {
  try {
    return options.readFile(path)
  } catch {
    throw refusal(options, notThere(path))
  }
}

/**
 * What kube-scheduler reads before it looks for its server. Deviates: of its configuration file little is used.
 * Upstream: cmd/kube-scheduler/app/options/options.go (ApplyTo)
 */
export function readSchedulerFiles(parsed: ParsedFlags, options: AccessOptions): SchedulerConfiguration {
  const { values } = parsed
  const configuration = schedulerConfiguration(parsed, options)
  const { authenticatesFirst } = controllerOptionsDialect(options.release.minor)
  if (!authenticatesFirst || values.number('secure-port') === 0) return configuration
  checkServing(values, options)
  checkAuthentication(values, options)
  checkAuthorization(values, options)
  return configuration
}

/** The flags of leader election count before the file, that of the kubeconfig where the file names none. */
function schedulerConfiguration(parsed: ParsedFlags, options: AccessOptions): SchedulerConfiguration {
  const file = parsed.values.string('config')
  const read = file === '' ? defaultSchedulerConfiguration : configurationOf(file, options)
  const leaderElection = withLeaderElectionFlags(read.leaderElection, parsed)
  const errors = file === '' ? [] : leaderElectionErrors(leaderElection, options.release.minor)
  if (errors.length > 0) throw refusal(options, aggregate(errors))
  const kubeconfig = read.kubeconfig === '' ? parsed.values.string('kubeconfig') : read.kubeconfig
  return { ...read, leaderElection, kubeconfig }
}

function configurationOf(file: string, options: AccessOptions): SchedulerConfiguration {
  if (!readable(file, options)) throw refusal(options, `open ${file}: no such file or directory`)
  try {
    return parseSchedulerConfiguration(options.readFile(file))
  } catch (error) {
    throw refusal(options, `${file}: ${(error as Error).message.split('\n')[0]}`)
  }
}

function checkAuthorization(values: FlagValues, options: AccessOptions): void {
  const path = values.string('authorization-kubeconfig')
  if (path !== '' && !readable(path, options))
    throw refusal(options, `failed to get delegated authorization kubeconfig: ${notThere(path)}`)
  const allowed = values.strings('authorization-always-allow-paths').map((one) => one.replace(/^\//, ''))
  const bad = allowed.find((one) => one.slice(0, -1).includes('*'))
  if (bad !== undefined) throw refusal(options, `only trailing * allowed in ${goQuote(bad)}`)
  if (path === '')
    warn(
      options,
      "No authorization-kubeconfig provided, so SubjectAccessReview of authorization tokens won't work.",
    )
}

function readable(path: string, { readFile }: AccessOptions): boolean {
  try {
    readFile(path)
    return true
  } catch {
    return false
  }
}

const warn = ({ logger }: AccessOptions, line: string): void => logger.log('W', line)

function checkServing(values: FlagValues, options: AccessOptions): void {
  const [cert, key] = [values.string('tls-cert-file'), values.string('tls-private-key-file')]
  const error =
    (cert === '') !== (key === '')
      ? 'missing filename for serving cert'
      : (cipherError(values.strings('tls-cipher-suites')) ??
        tlsVersionError(values.string('tls-min-version')))
  if (error !== undefined) throw refusal(options, error)
}

/** The files of authentication: the flag, what is missing without it, and what it is for. */
const authorities = [
  ['client-ca-file', 'client certificate', 'unable to load client CA provider'],
  [
    'requestheader-client-ca-file',
    'request-header client certificate',
    'unable to create request header authentication config',
  ],
] as const

function checkAuthentication(values: FlagValues, options: AccessOptions): void {
  const path = values.string('authentication-kubeconfig')
  const title = 'failed to get delegated authentication kubeconfig'
  if (path !== '' && !readable(path, options)) throw refusal(options, `${title}: ${title}: ${notThere(path)}`)
  for (const [flag, kind, failure] of authorities) {
    const file = values.string(flag)
    if (file !== '' && !readable(file, options))
      throw refusal(options, `${failure}: open ${file}: no such file or directory`)
    if (file === '' && path === '')
      warn(
        options,
        `No authentication-kubeconfig provided in order to lookup ${flag} in configmap/extension-apiserver-authentication in kube-system, so ${kind} authentication won't work.`,
      )
  }
}
