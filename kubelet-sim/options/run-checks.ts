// Upstream: cmd/kubelet/app/server.go (Run, run), up to the connection to the container runtime

import { isIP } from 'node:net'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { bundleError } from '../../component-base/secure-serving.ts'
import { refusedBy } from '../../component-base/start-refusal.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { configurationError } from '../config/validation/validate-configuration.ts'
import { checkMachine } from './check-machine.ts'
import { cloudProviderError } from './cloud-provider.ts'
import { kubeletStartDialect } from './dialect.ts'
import { hostnameError } from './hostname-error.ts'
import { checkKubeconfig } from './kubeconfig-check.ts'
import { KubeletStartError } from './kubelet-start-error.ts'
import { nodeIPsError } from './node-ips.ts'
import { runtimeEndpointError } from './runtime-endpoint.ts'
import { flagsError } from './validate-flags.ts'

/** The flags and configuration of a kubelet about to run. */
export interface RunChecks {
  release: Release
  logger: Logger
  gates: FeatureGate
  flags: ParsedFlags
  config: KubeletConfiguration
  verbosity: number
  readText: (path: string) => Promise<string>
  /** The caller brings clients of its own: kubeconfigs, standalone mode and their errors are not looked at. */
  clientsGiven: boolean
}

/** Checks and logs what a kubelet does before it first speaks to a container runtime. Throws KubeletStartError. */
export async function checkRun(run: RunChecks): Promise<void> {
  const { release, logger, gates, config } = run
  logger.logS('I', 'Kubelet version', { kubeletVersion: release.text })
  logger.logS('I', 'Golang settings', { GOGC: '', GOMAXPROCS: '', GOTRACEBACK: '' })
  if (kubeletStartDialect(release.minor).tellsWatchdog && gateEnabled(gates, 'SystemdWatchdog')) {
    logger.logS('I', 'Systemd watchdog is not enabled')
    logger.logS(
      'I',
      'Systemd watchdog is not enabled or the interval is invalid, so health checking will not be started.',
    )
  }
  const errors = gates.setFromMap(new Map(Object.entries(config.featureGates ?? {})))
  if (errors.length > 0) throw failed(aggregate(errors), refusedBy(gates, errors))
  fail(configurationError(config, release.minor, gates))
  fail(flagsError(run.flags.values, { minor: release.minor, gates }))
  lockFile(run)
  fail(cloudProviderError(run.flags.values, release.minor, logger))
  fail(hostnameError(run.flags.values.string('hostname-override')))
  if (!run.clientsGiven) await clients(run)
  if (!kubeletStartDialect(release.minor).asksRuntimeFirst) checkMachine(run, failed)
  if (run.verbosity >= 3)
    logger.logS('I', 'Connecting to runtime service', { endpoint: config.containerRuntimeEndpoint })
  if (kubeletStartDialect(release.minor).makesKubeletFirst) fail(madeKubeletError(run))
  fail(runtimeEndpointError(config.containerRuntimeEndpoint ?? '', release.minor, logger))
  if (!kubeletStartDialect(release.minor).makesKubeletFirst)
    fail(nodeIPsError(run.flags.values, { minor: release.minor, gates }))
}

/** Upstream: pkg/kubelet/kubelet.go (NewMainKubelet), cmd/kubelet/app/server.go (RunKubelet) */
function madeKubeletError({ flags, logger, verbosity, release, gates }: RunChecks): string | undefined {
  const [root, ip] = [flags.values.string('root-dir'), flags.values.string('node-ip')]
  const error = nodeIPsError(flags.values, { minor: release.minor, gates })
  if (error !== undefined) return error
  if (ip !== '' && !ip.includes(',') && isIP(ip) === 0)
    logger.logS('I', 'Could not parse --node-ip ignoring', { IP: ip })
  if (verbosity >= 2) logger.logS('I', 'Using root directory', { path: root })
  return root === '' ? 'failed to create kubelet: invalid root directory ""' : undefined
}

const failed = (why: string, options?: ErrorOptions): KubeletStartError =>
  new KubeletStartError(`failed to run Kubelet: ${why}`, options)

function fail(why: string | undefined): void {
  if (why !== undefined) throw failed(why)
}

function lockFile({ flags, logger }: RunChecks): void {
  const path = flags.values.string('lock-file')
  if (flags.values.bool('exit-on-lock-contention') && path === '')
    throw failed('cannot exit on lock file contention: no lock file specified')
  if (path === '') return
  logger.logS('I', 'Acquiring file lock', { path })
  if (flags.values.bool('exit-on-lock-contention')) logger.logS('I', 'Watching for inotify events', { path })
}

async function clients(run: RunChecks): Promise<void> {
  const { config, logger } = run
  const standalone = run.flags.values.string('kubeconfig') === ''
  if (standalone) logger.logS('I', 'Standalone mode, no API client')
  else fail(await checkKubeconfig(run))
  await clientCA(run)
  if (config.authentication?.webhook?.enabled === true && standalone)
    throw failed('no client provided, cannot use webhook authentication')
  const mode = config.authorization?.mode ?? ''
  if (mode === 'Webhook' && standalone) throw failed('no client provided, cannot use webhook authorization')
  if (mode === '') throw failed('no authorization mode specified')
  if (mode !== 'Webhook' && mode !== 'AlwaysAllow') throw failed(`unknown authorization mode ${mode}`)
}

async function clientCA({ config, readText }: RunChecks): Promise<void> {
  const path = config.authentication?.x509?.clientCAFile ?? ''
  if (path === '') return
  const read = await readText(path).catch((error: Error) => error)
  fail(
    bundleError('client-ca-bundle', path, () => {
      if (read instanceof Error) throw read
      return read
    }),
  )
}
