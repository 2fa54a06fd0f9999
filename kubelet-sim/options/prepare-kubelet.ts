// Upstream: cmd/kubelet/app/server.go (NewKubeletCommand), cmd/kubelet/app/options

import { flushMilliseconds, type LoggingConfiguration } from '../../apimachinery/scheme/logging.ts'
import { flushPanicOf } from '../../apimachinery/scheme/logging-flags.ts'
import { gateLogTo, newComponentGates } from '../../component-base/component-gates.ts'
import { versionCheck } from '../../component-base/dynamic-version.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { releaseFlags } from '../../component-base/flags/flag-definitions.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import type { Logger } from '../../component-base/klog.ts'
import { type GateState, gateStates } from '../../component-base/metrics/component-metrics.ts'
import { planExtension } from '../../component-base/plan-extension.ts'
import type { Release } from '../../component-base/release.ts'
import { refusedBy } from '../../component-base/start-refusal.ts'
import { logReported, versionFlagText } from '../../component-base/version-flag.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { commandLineDefaults, withDefaults } from '../config/defaults.ts'
import { kubeletConfigDialect } from '../config/dialect.ts'
import { withFlags } from '../config/flag-fields.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { loadConfigFile } from '../config/load-config.ts'
import { mergeDropIns } from '../config/merge-drop-ins.ts'
import { loggingErrors } from '../config/validation/logging.ts'
import { configurationError } from '../config/validation/validate-configuration.ts'
import type { KubeletSettings } from '../kubelet-options.ts'
import { construct } from './dependencies.ts'
import { kubeletStartDialect } from './dialect.ts'
import { flagLines } from './flag-lines.ts'
import { kubeletSettings } from './kubelet-settings.ts'
import { KubeletStartError } from './kubelet-start-error.ts'
import { parseTaints } from './parse-taints.ts'
import { checkRun } from './run-checks.ts'
import { flagsError } from './validate-flags.ts'

/** A logger whose format the configuration chooses. */
export interface KubeletLogger extends Logger {
  setFormat?: (format: 'text' | 'json') => void
}

/** The release of the kubelet to prepare, its log, and the access to files that its command line names. */
export interface PrepareKubeletOptions {
  release: Release
  logger: KubeletLogger
  /** Takes pflag's notices, without klog's header. */
  notice: (line: string) => void
  /** Reads a file that the command line names; rejects where there is none. */
  readText: (path: string) => Promise<string>
  /** Files below `--config-dir`, in the order of a walk by name. Default: none can be read. */
  listFiles?: (folder: string) => Promise<string[]>
  /** The environment variables of the kubelet's process. Default: none. */
  environment?: Readonly<Record<string, string | undefined>>
  /** The absolute path of a path. Default: the path itself. */
  absolute?: (path: string) => string
  /** The process form looks at kubeconfigs itself; others bring clients. Default: they are given. */
  clients?: 'own' | 'given'
}

/** The gates, settings and configuration that a command line of the kubelet results in. */
export interface PreparedKubelet {
  flags: ParsedFlags
  gates: FeatureGateReader
  /** The states of all gates as they are now. */
  allGates: () => GateState[]
  config: KubeletConfiguration
  settings: KubeletSettings
  /** --hostname-override in lower case, or undefined: the host's name. */
  nodeName: string | undefined
  kubeconfig: string | undefined
  bootstrapKubeconfig: string | undefined
}

/** A command line that only asks for a text on stdout. */
export interface KubeletQuestion {
  ask: 'help' | 'version'
  /** The text that --version prints. */
  text?: string
}

/** Reads a command line (without kepsim's own flags) and checks everything that the kubelet checks before it speaks to a container runtime. Throws KubeletStartError. */
export async function prepareKubelet(
  args: readonly string[],
  options: PrepareKubeletOptions,
): Promise<PreparedKubelet> {
  const prepared = await readCommandLine(args, options)
  if ('ask' in prepared) throw new KubeletStartError('', { exitCode: 0, plain: true })
  return prepared
}

/** Prepares a kubelet as {@link prepareKubelet} does, for a command line that may ask for help or the version. */
export async function readCommandLine(
  args: readonly string[],
  options: PrepareKubeletOptions,
): Promise<PreparedKubelet | KubeletQuestion> {
  const { release, logger } = options
  const flags = readFlags(args, options)
  const { values } = flags
  if (values.bool('help')) return { ask: 'help' }
  const version = values.string('version', 'false')
  const text = versionFlagText(version, release)
  if (text !== undefined) return { ask: 'version', text }
  logReported(version, release, logger)
  // Until the configuration is known, klog's own default holds.
  let verbosity = 0
  const gates = newComponentGates(
    release,
    'kubelet',
    gateLogTo(logger, () => verbosity),
  )
  // Made before the gates are set, so that no default of a gate that the command line turns on is in it.
  const base = commandLineDefaults(release.minor, gates)
  setGates(gates, Object.fromEntries(values.boolMap('feature-gates')))
  const wrongFlag = flagsError(values, { minor: release.minor, gates })
  if (wrongFlag !== undefined) throw new KubeletStartError(`failed to validate kubelet flags: ${wrongFlag}`)
  if (flags.set.has('pod-infra-container-image'))
    logger.logS(
      'I',
      '--pod-infra-container-image will not be pruned by the image garbage collector in kubelet and should also be set in the remote runtime',
    )
  const config = await loadConfiguration(base, flags, gates, options)
  const logging = config.logging ?? {}
  if (kubeletStartDialect(release.minor).formatWithConfiguration) validate(config, release.minor, gates)
  const wrong = loggingErrors(logging, { minor: release.minor, gates })
  if (wrong.length > 0) throw new KubeletStartError(`initialize logging: ${aggregate(wrong)}`)
  checkFlush(logging, release.minor)
  verbosity = logging.verbosity ?? 0
  logger.setFormat?.(logging.format === 'json' ? 'json' : 'text')
  if (verbosity >= 1) for (const line of flagLines(flags)) logger.log('I', line)
  if (!kubeletStartDialect(release.minor).formatWithConfiguration) validate(config, release.minor, gates)
  if (kubeletStartDialect(release.minor).refusesDynamicConfig) checkDynamicConfig(gates)
  await construct({ ...options, gates, config, hostname: values.string('hostname-override') })
  await checkRun({
    ...options,
    gates,
    flags,
    config,
    verbosity,
    clientsGiven: options.clients !== 'own',
  })
  const extension = planExtension(release, 'kubelet', gates, values)
  for (const line of extension.startLogs({})) logger.log(line.severity, line.message)
  return {
    flags,
    gates: extension.gates,
    allGates: () => gateStates(gates, extension.gates),
    config,
    settings: kubeletSettings(config, values),
    nodeName: values.string('hostname-override').trim().toLowerCase() || undefined,
    kubeconfig: values.string('kubeconfig') || undefined,
    bootstrapKubeconfig: values.string('bootstrap-kubeconfig') || undefined,
  }
}

function readFlags(args: readonly string[], { release, notice }: PrepareKubeletOptions): ParsedFlags {
  try {
    const flags = parseFlags(releaseFlags(release, 'kubelet'), args, {
      check: {
        ...versionCheck(release),
        'register-with-taints': (text) => void parseTaints(text, release.minor),
      },
      onNotice: notice,
    })
    if (flags.positional.length > 0) throw new KubeletStartError(`unknown command ${flags.positional[0]}`)
    return flags
  } catch (error) {
    if (error instanceof FlagError)
      throw new KubeletStartError(`failed to parse kubelet flag: ${error.message}`, { cause: error })
    throw error
  }
}

function setGates(gates: FeatureGate, values: Readonly<Record<string, boolean>>): void {
  const errors = gates.setFromMap(new Map(Object.entries(values)))
  if (errors.length > 0)
    throw new KubeletStartError(
      `failed to set feature gates from initial flags-based config: ${aggregate(errors)}`,
      refusedBy(gates, errors),
    )
}

/** Flags alone, or the file and its drop-ins with the flags laid over. The gates of the outcome are set. */
async function loadConfiguration(
  base: KubeletConfiguration,
  flags: ParsedFlags,
  gates: FeatureGate,
  options: PrepareKubeletOptions,
): Promise<KubeletConfiguration> {
  const { release, logger, readText } = options
  const absolute = options.absolute ?? ((path: string) => path)
  const listFiles = options.listFiles ?? (() => Promise.reject(new Error('no folders')))
  const load = {
    release,
    logger,
    readText,
    absolute,
    listFiles,
    defaulted: (config: KubeletConfiguration) => defaulted(config, release.minor, gates),
  }
  const [file, folder] = [flags.values.string('config'), flags.values.string('config-dir')]
  let config = withFlags(base, flags, release.minor)
  if (file === '' && folder === '') return config
  if (file !== '') config = await loadConfigFile(file, load)
  if (folder !== '') checkDropInVariable(folder, options)
  if (folder !== '') config = await mergeDropIns(config, folder, load)
  config = withFlags(config, flags, release.minor)
  setGates(gates, config.featureGates ?? {})
  return config
}

/** @note klog's daemon makes a ticker of it. */
function checkFlush(logging: LoggingConfiguration, minor: number): void {
  const panic = flushPanicOf(flushMilliseconds(logging), minor)
  if (panic !== undefined)
    throw new KubeletStartError(`panic: ${panic}\n\ngoroutine 1 [running]:`, { exitCode: 2, plain: true })
}

function checkDynamicConfig(gates: FeatureGateReader): void {
  const gate = 'DynamicKubeletConfig'
  if (gateEnabled(gates, gate))
    throw new KubeletStartError(`cannot set feature gate ${gate} to true, feature is locked to false`)
}

function checkDropInVariable(folder: string, { release, environment = {} }: PrepareKubeletOptions): void {
  const name = 'KUBELET_CONFIG_DROPIN_DIR_ALPHA'
  if (!kubeletStartDialect(release.minor).wantsDropInVariable || environment[name] !== undefined) return
  throw new KubeletStartError(
    `flag ${folder} specified but environment variable ${name} not set, cannot start kubelet`,
  )
}

/** @note Where defaults hang on gates, the kubelet panics (exit code 2) when its file names one that cannot be set. */
function defaulted(config: KubeletConfiguration, minor: number, gates: FeatureGate): KubeletConfiguration {
  if (!kubeletConfigDialect(minor).defaultsHangOnGates) return withDefaults(config, minor, gates)
  const local = gates.deepCopy()
  const errors = local.setFromMap(new Map(Object.entries(config.featureGates ?? {})))
  if (errors.length === 0) return withDefaults(config, minor, local)
  throw new KubeletStartError(
    `panic: failed to merge global and in-flight KubeletConfiguration while setting defaults, error: ${aggregate(errors)}\n\ngoroutine 1 [running]:`,
    { exitCode: 2, plain: true, ...refusedBy(local, errors) },
  )
}

function validate(config: KubeletConfiguration, minor: number, gates: FeatureGate): void {
  const wrong = configurationError(config, minor, gates)
  if (wrong !== undefined)
    throw new KubeletStartError(
      `failed to validate kubelet configuration, error: ${wrong}, path: &TypeMeta{Kind:,APIVersion:,}`,
    )
}
