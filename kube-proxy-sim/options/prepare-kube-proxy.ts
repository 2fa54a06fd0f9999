// Upstream: cmd/kube-proxy/app/server.go (NewProxyCommand) and options.go; component-base/cli/run.go

import { aggregateText, FieldPath } from '../../apimachinery/field-error.ts'
import { flushMilliseconds, validateLogging } from '../../apimachinery/scheme/logging.ts'
import { gateLogTo, newComponentGates } from '../../component-base/component-gates.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import { usageText } from '../../component-base/flags/usage-text.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { formatStructured, type Logger } from '../../component-base/klog.ts'
import { type PlanExtension, planExtension } from '../../component-base/plan-extension.ts'
import type { Release } from '../../component-base/release.ts'
import { refusedBy } from '../../component-base/start-refusal.ts'
import { versionFlagText } from '../../component-base/version-flag.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import { appendPortIfNeeded } from '../config/address.ts'
import { proxyConfigDialect } from '../config/dialect.ts'
import { type DroppedField, droppedText } from '../config/dropped-fields.ts'
import { applyLoggingFlags } from '../config/logging-flags.ts'
import { applyPlatformDefaults } from '../config/platform-defaults.ts'
import { configGroup, readConfig } from '../config/read-config.ts'
import type { InternalConfiguration } from '../config/types.ts'
import { startupDialect } from '../startup/dialect.ts'
import { type ConfigForm, configForm, emptyConfig } from './config-form.ts'
import { flagText } from './flag-text.ts'
import { jsonLogger } from './json-logger.ts'
import { KubeProxyStartError } from './kube-proxy-start-error.ts'
import { proxyFlagChecks, proxyFlags } from './proxy-flags.ts'
import { type ProxyPlan, proxyPlanOf } from './proxy-plan.ts'
import { readTextFile } from './read-text-file.ts'

/** The release of the kube-proxy to prepare, its log, and the access to files that its command line names. */
export interface PrepareKubeProxyOptions {
  release: Release
  /** klog's text form; where the configuration asks for JSON, lines go to `notice`. */
  logger: Logger
  /** Takes lines for stderr without klog's header and without their line break. */
  notice: (line: string) => void
  /** Reads a file that the command line names; rejects where there is none. */
  readText: (path: string) => Promise<string>
  /** Takes what is for stdout, where the configuration splits the log (default: it goes to `notice`). */
  stdout?: (text: string) => void
  now?: () => number
}

/** The gates, configuration and logger that a command line of kube-proxy results in. */
export interface PreparedKubeProxy {
  release: Release
  gates: FeatureGate
  /** The changes of the release's plan, with these gates and flags. */
  extension: PlanExtension
  config: InternalConfiguration
  /** The configuration as `--write-config-to` writes it; made when it is first asked for, since few ask. */
  readonly configText: string
  /** The fields that the written configuration lacks of the one that was read. */
  dropped: DroppedField[]
  writeConfigTo: string | undefined
  configFile: string | undefined
  cleanup: boolean
  initOnly: boolean
  /** --master, or empty. */
  master: string
  /** Follows the configuration's format. */
  logger: Logger
  /** klog's V level. */
  verbosity: number
  /** The version of the written configuration: `v1alpha1`. */
  writes: string
}

/** The text that a command line only asks to print. */
export interface Printed {
  print: string
  of: 'help' | 'version'
}

/** Reads a command line (without kepsim's own flags). Throws KubeProxyStartError. */
export async function prepareKubeProxy(
  args: readonly string[],
  options: PrepareKubeProxyOptions,
): Promise<PreparedKubeProxy | Printed> {
  const flags = readFlags(args, options)
  const { loggingSection, breaksInJSON } = proxyConfigDialect(options.release.minor)
  // Before there was a section for it, logging began with the command line.
  if (!loggingSection) checkFlush(flags.values.duration('log-flush-frequency'))
  const printed = printRequested(flags, options.release)
  if (printed !== undefined) return printed
  let verbosity = 0
  let logger = flags.values.bool('skip-headers') ? withoutHeaders(options) : options.logger
  const current: Logger = { log: (...a) => logger.log(...a), logS: (...a) => logger.logS(...a) }
  let detailed = current
  const gates = newComponentGates(options.release, 'kube-proxy', (entry) =>
    gateLogTo(entry.verbosity > 0 ? detailed : current, () => verbosity)(entry),
  )
  const extension = planExtension(options.release, 'kube-proxy', gates, flags.values)
  const plan = proxyPlanOf(extension)
  if (!loggingSection) {
    verbosity = flags.values.number('v')
    printFlags(flags, undefined, options.release, detailed, verbosity)
  }
  const form = await complete(flags, gates, options, plan)
  if (loggingSection) applyLogging(form, gates, options)
  verbosity = form.common.logging.verbosity
  if (form.common.logging.format === 'json') {
    const { now = Date.now } = options
    const write = jsonOutput(form, options)
    logger = jsonLogger({ write, now, breaks: breaksInJSON, caller: 'app/options.go:436' })
    detailed = jsonLogger({ write, now, breaks: breaksInJSON, caller: 'flag/flags.go:64', v: 1 })
  }
  try {
    if (loggingSection) printFlags(flags, form, options.release, detailed, verbosity)
    validate(form, gates, plan)
  } catch (error) {
    if (!(error instanceof KubeProxyStartError) || error instanceof KubeProxyPanic) throw error
    current.logS('E', 'command failed', { err: error.message })
    throw new LoggedStartError(error.message)
  }
  const text = (flag: string): string => flags.values.string(flag)
  let written: string | undefined
  return {
    release: options.release,
    gates,
    extension,
    config: form.effective(),
    get configText(): string {
      written ??= form.text()
      return written
    },
    dropped: form.dropped(),
    writeConfigTo: text('write-config-to') || undefined,
    configFile: text('config') || undefined,
    cleanup: flags.values.bool('cleanup'),
    initOnly: flags.values.bool('init-only'),
    master: text('master'),
    logger: current,
    verbosity,
    writes: plan.configVersions.at(-1)!,
  }
}

/** A start error whose message has been logged already, in the format of the configuration. */
export class LoggedStartError extends KubeProxyStartError {}

/** The end of a kube-proxy by a panic of Go. */
class KubeProxyPanic extends KubeProxyStartError {
  override readonly exitCode = 2
}

/** Prints the lines of real kube-proxy about a failed start, and returns the exit code. */
export function reportStartError(
  error: KubeProxyStartError,
  { logger, notice }: Pick<PrepareKubeProxyOptions, 'logger' | 'notice'>,
): number {
  if (error instanceof LoggedStartError) return error.exitCode
  if (error instanceof KubeProxyPanic) notice(`panic: ${error.message}\n\ngoroutine 1 [running]:`)
  else if (error.plain === undefined) logger.logS('E', 'command failed', { err: error.message })
  else notice(`${error.plain.usage}Error: ${error.message}`)
  return error.exitCode
}

function readFlags(args: readonly string[], { release, notice }: PrepareKubeProxyOptions): ParsedFlags {
  const definitions = proxyFlags(release)
  try {
    const flags = parseFlags(definitions, args, { check: proxyFlagChecks(release) })
    for (const line of flags.notices) notice(line)
    if (flags.positional.some((a) => a !== '') && !flags.values.bool('help'))
      throw new KubeProxyStartError(
        `"kube-proxy" does not take any arguments, got [${flags.positional.map((a) => goQuote(a)).join(' ')}]`,
        { usage: '' },
      )
    return flags
  } catch (error) {
    if (error instanceof FlagError)
      throw new KubeProxyStartError(
        error.message,
        { usage: usageText('kube-proxy', definitions) },
        { cause: error },
      )
    throw error
  }
}

function printRequested({ values }: ParsedFlags, release: Release): Printed | undefined {
  if (values.bool('help')) {
    const usage = usageText('kube-proxy', proxyFlags(release))
    const about = "kube-proxy watches Services and EndpointSlices and programs the node's network for them."
    return { print: `${about}\n\n${usage}`, of: 'help' }
  }
  const print = versionFlagText(values.string('version'), release)
  return print === undefined ? undefined : { print, of: 'version' }
}

const flagsDeprecated =
  'Warning, all flags other than --config, --write-config-to, and --cleanup are deprecated, please begin using a config file ASAP'

/** Upstream: Options.Complete. */
async function complete(
  flags: ParsedFlags,
  gates: FeatureGate,
  options: PrepareKubeProxyOptions,
  plan: ProxyPlan,
): Promise<ConfigForm> {
  const { release, logger } = options
  const fail = (why: string, options?: ErrorOptions): never => {
    throw new KubeProxyStartError(`failed complete: ${why}`, undefined, options)
  }
  const { configVersions: versions } = plan
  const writes = versions.at(-1)!
  const path = flags.values.string('config')
  let form: ConfigForm
  if (path === '') {
    form = configForm(emptyConfig(release), release, writes)
    form.applyFlags(flags)
    if (flags.values.string('write-config-to') === '') {
      if (startupDialect(release.minor).earlyStart) logger.logS('I', flagsDeprecated)
      applyDeprecatedPorts(form.common, flags)
    }
  } else {
    try {
      const text = await readTextFile(path, options.readText)
      form = configForm(readConfig(text, { release, logger, versions }), release, writes)
    } catch (error) {
      return fail((error as Error).message)
    }
    applyLoggingFlags(form.common.logging, flags, release.minor)
  }
  if (applyPlatformDefaults(form.common, release.minor)) logger.logS('I', 'Using iptables proxy')
  applyHostname(form.common, flags, fail)
  const errors = gates.setFromMap(new Map(Object.entries(form.common.featureGates ?? {})))
  if (errors.length > 0) fail(aggregate(errors), refusedBy(gates, errors))
  return form
}

type Common = ConfigForm['common']

/** --healthz-port and --metrics-port: zero disables the server. */
function applyDeprecatedPorts(config: Common, { values }: ParsedFlags): void {
  const address = (text: string, port: number): string => (port === 0 ? '' : appendPortIfNeeded(text, port))
  config.healthzBindAddress = address(config.healthzBindAddress, values.number('healthz-port'))
  config.metricsBindAddress = address(config.metricsBindAddress, values.number('metrics-port'))
}

/** The flag wins over the file. */
function applyHostname(config: Common, { values }: ParsedFlags, fail: (why: string) => never): void {
  const given = values.string('hostname-override')
  if (given === '') return
  const name = given.trim()
  if (name === '') fail('empty hostname-override is invalid')
  config.hostnameOverride = name.toLowerCase()
}

function applyLogging(form: ConfigForm, gates: FeatureGate, { release }: PrepareKubeProxyOptions): void {
  const { logging } = form.common
  const errors = validateLogging(logging, FieldPath.of('logging'), { gates, minor: release.minor })
  if (errors.length > 0) throw new KubeProxyStartError(`initialize logging: ${aggregateText(errors)}`)
  checkFlush(flushMilliseconds(logging))
}

/** @note klog's daemon makes a ticker of it. */
function checkFlush(ms: number): void {
  if (ms <= 0) throw new KubeProxyPanic('non-positive interval for NewTicker')
}

/** The log with klog's --skip-headers. */
const withoutHeaders = ({ notice }: PrepareKubeProxyOptions): Logger => ({
  log: (_severity, message) => notice(message),
  logS: (_severity, message, values) => notice(formatStructured(message, values)),
})

/** Where JSON lines go: with splitStream those that are no errors to stdout. */
function jsonOutput(
  { common }: ConfigForm,
  { notice, stdout }: PrepareKubeProxyOptions,
): (line: string, isError: boolean) => void {
  const splits = common.logging.options?.json?.splitStream === true
  return (line, isError) => {
    if (splits && !isError && stdout !== undefined) stdout(line)
    else notice(line.trimEnd())
  }
}

function printFlags(
  { values }: ParsedFlags,
  form: ConfigForm | undefined,
  release: Release,
  logger: Logger,
  verbosity: number,
): void {
  if (verbosity < 1) return
  // Flags are bound to the configuration, which a file replaces.
  const bound: Readonly<Record<string, string>> =
    values.string('config') === '' && form !== undefined
      ? { 'proxy-mode': form.common.mode, 'detect-local-mode': form.common.detectLocalMode }
      : {}
  for (const flag of proxyFlags(release).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    logger.log('I', `FLAG: --${flag.name}=${goQuote(bound[flag.name] ?? flagText(flag, values))}`)
}

const nilPointer =
  'runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x0]'

/** Sets the gates once more on a copy, as upstream does: what that warns of stands in the log twice. */
function validate(form: ConfigForm, gates: FeatureGate, plan: ProxyPlan): void {
  const { tcpEstablishedTimeout, tcpCloseWaitTimeout } = form.effective().linux.conntrack
  // @note Their defaults are those of v1alpha1: a file of the internal version may lack them.
  if (tcpEstablishedTimeout === null || tcpCloseWaitTimeout === null) throw new KubeProxyPanic(nilPointer)
  const copy = gates.deepCopy()
  copy.setFromMap(new Map(Object.entries(form.common.featureGates ?? {})))
  const errors = form.validate(copy, plan.endedModes)
  if (errors.length > 0) throw new KubeProxyStartError(`failed validate: ${aggregateText(errors)}`)
}

/** Logs that the configuration was written to a file. */
export const logWritten = ({ logger, release }: PreparedKubeProxy, file: string): void =>
  logger.logS('I', 'Wrote configuration', { [proxyConfigDialect(release.minor).writtenKey]: file })

/** The lines for stderr about fields that a conversion to a newer version leaves out. */
export const droppedLines = (dropped: readonly DroppedField[], version: string): string[] =>
  dropped.map((field) => `${droppedText(field)} (${configGroup}/${version})`)
