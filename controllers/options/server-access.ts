// The server that kube-controller-manager and kube-scheduler speak to, by --kubeconfig and --master.
// Upstream: client-go/tools/clientcmd/client_config.go (BuildConfigFromFlags)

import { nothingProvided } from '../../apimachinery/scheme/kubeconfig-file.ts'
import { type ClientConfig, parseKubeconfig } from '../../client/kubeconfig.ts'
import { kubeconfigError } from '../../client/kubeconfig-error.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { urlError } from '../../component-base/go/parse-url.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { unreadable } from '../../component-base/secure-serving.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { type AccessOptions, checkServing, refusal } from './delegated-access.ts'
import { controllerOptionsDialect } from './dialect.ts'
import { withLeaderElectionFlags } from './leader-election-options.ts'
import {
  defaultSchedulerConfiguration,
  readSchedulerFile,
  type SchedulerConfiguration,
  type SchedulerFile,
  withDefaults,
} from './scheduler-configuration.ts'
import { schedulerFileErrors } from './scheduler-configuration-errors.ts'

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
    throw refusal(options, nothingProvided)
  }
  if (options.component !== 'kube-scheduler') checkAddress(values, options)
  if (path === '') return { server: master }
  const error = kubeconfigError(path, options.readFile, options.release.minor)
  if (error !== undefined) throw refusal(options, error)
  const config = parseKubeconfig(options.readFile(path), { readText: options.readFile })
  return master === '' ? config : { ...config, server: master }
}

/** Refuses a --master that is no address. kube-scheduler looks at it when it has all else. Throws ControllerManagerStartError. */
export function checkAddress(values: FlagValues, options: AccessOptions): void {
  const master = values.string('master')
  const bad = master === '' ? undefined : addressError(master)
  if (bad !== undefined) throw refusal(options, bad)
}

/** Go's error on an address that is neither a URL nor a host and a port. Upstream: client-go/rest/url_utils.go (DefaultServerURL) */
function addressError(address: string): string | undefined {
  if (urlError(address, false) === undefined && /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(address)) return undefined
  const path = address.replace(/^[^/]*/, '')
  return (
    urlError(`http://${address}`, false) ??
    (path === '' || path === '/' ? undefined : `host must be a URL or a host:port pair: ${goQuote(address)}`)
  )
}

/** The configuration of a scheduler, with the file of --config where there is one. */
interface ReadScheduler extends SchedulerConfiguration {
  file: SchedulerFile | undefined
}

/**
 * What kube-scheduler reads before it looks for its server. Deviates: of its configuration file little is used.
 * Upstream: cmd/kube-scheduler/app/options/options.go (ApplyTo)
 */
export function readSchedulerFiles(parsed: ParsedFlags, options: AccessOptions): ReadScheduler {
  const { values } = parsed
  const configuration = schedulerConfiguration(parsed, options)
  const { authenticatesFirst } = controllerOptionsDialect(options.release.minor)
  if (authenticatesFirst) checkServing(values, options)
  return configuration
}

/** The flags of leader election count before the file; beside a file, that of the kubeconfig says nothing. */
function schedulerConfiguration(parsed: ParsedFlags, options: AccessOptions): ReadScheduler {
  const file = parsed.values.string('config')
  const own = file === '' ? undefined : fileOf(file, options)
  const read = own === undefined ? defaultSchedulerConfiguration : withDefaults(own)
  const leaderElection = withLeaderElectionFlags(read.leaderElection, parsed)
  const errors = own === undefined ? [] : schedulerFileErrors(own, leaderElection, options.release.minor)
  if (errors.length > 0) throw refusal(options, aggregate(errors))
  const kubeconfig = own === undefined ? parsed.values.string('kubeconfig') : read.kubeconfig
  return { ...read, leaderElection, kubeconfig, file: own }
}

function fileOf(file: string, options: AccessOptions): SchedulerFile {
  const unread = unreadable(file, options.readFile)
  if (unread !== undefined) throw refusal(options, unread)
  try {
    return readSchedulerFile(options.readFile(file), options.release)
  } catch (error) {
    throw refusal(options, (error as Error).message)
  }
}
