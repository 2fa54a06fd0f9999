// Upstream: cmd/kube-apiserver/app/{server,options/**}.go, component-base/cli/run.go

import { networkInterfaces } from 'node:os'
import { flushPanic, loggingFlagErrors } from '../../apimachinery/scheme/logging-flags.ts'
import { gateLogTo } from '../../component-base/component-gates.ts'
import { versionCheck } from '../../component-base/dynamic-version.ts'
import { type FlagDefinition, FlagError } from '../../component-base/flags/flag-definition.ts'
import { releaseFlags } from '../../component-base/flags/flag-definitions.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import { usageText } from '../../component-base/flags/usage-text.ts'
import type { Logger } from '../../component-base/klog.ts'
import { type KubeGlobals, newKubeGlobals } from '../../component-base/kube-globals.ts'
import { type PlanExtension, planExtension, type ReleasePlan } from '../../component-base/plan-extension.ts'
import { loadRelease, type Release } from '../../component-base/release.ts'
import { http2Error, ownCertificateError, warnOfCiphers } from '../../component-base/secure-serving.ts'
import { refusedBy } from '../../component-base/start-refusal.ts'
import { logReported, versionFlagText } from '../../component-base/version-flag.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { goQuoteList } from '../endpoints/authorization/rbac-rules.ts'
import { resolveResourceSet } from '../endpoints/discovery/resource-set.ts'
import { APIConfigError, completeRuntimeConfig } from '../endpoints/discovery/runtime-config.ts'
import type { Usage } from '../metrics-server/measurements.ts'
import { parseUsage } from '../metrics-server/usage-flag.ts'
import { defaultHistoryMegabytes } from '../storage/history.ts'
import { parseWebhookServices, type WebhookReach } from '../webhook/reach.ts'
import { enabledPlugins, isSimulatedPlugin, type PluginFlags } from './admission-plugins.ts'
import type { ApiserverConfig } from './apiserver-config.ts'
import { authenticationOf } from './authentication-settings.ts'
import { authorizationOf } from './authorization-configuration.ts'
import {
  checkFiles,
  fatalFlag,
  type ReadFileSync,
  readHostFile,
  readHostFolder,
  readNoFolder,
} from './check-files.ts'
import { configureAdmission } from './configure-admission.ts'
import { optionsDialect } from './dialect.ts'
import { ownFlags, ownFlagsHelp, peekFlag } from './own-flags.ts'
import { completeServiceCIDRs, type ServiceCIDR } from './service-cidrs.ts'
import { logIgnoredFlags } from './simulated-flags.ts'
import { FatalError, PanicError, StartupError } from './startup-error.ts'
import { warnOfTokenLife } from './validate-authentication.ts'
import { tokenExpirationError } from './validate-controlplane-options.ts'
import { type OptionsContext, validateOptions } from './validate-options.ts'
import { fatalOrigin } from './validate-run-options.ts'

/** The log, plans and files that a kube-apiserver's command line is read with. */
export interface PrepareOptions {
  readonly logger: Logger
  /** Takes pflag's notices, without klog's header. */
  readonly notice: (line: string) => void
  /** Loads the plan that `--plan` names. */
  readonly loadPlan?: (path: string) => ReleasePlan
  /** The plan without `--plan`. */
  readonly plan?: ReleasePlan
  /** The text of a file that a flag names; throws as node:fs does. Default: files of the host */
  readonly readFile?: ReadFileSync
}

/** The command line only asks for something: print it and exit with 0. */
export interface Printed {
  readonly print: string
}

/**
 * Reads a command line of kube-apiserver. Throws FlagError (printed as `Error: …`), StartupError (logged as `command failed`)
 * or UnknownReleaseError.
 */
export function prepareApiserver(
  args: readonly string[],
  options: PrepareOptions,
): ApiserverConfig | Printed {
  const planPath = peekFlag(args, 'plan')
  const release = loadRelease(
    peekFlag(args, 'release'),
    planPath === undefined ? options.plan : options.loadPlan?.(planPath),
  )
  let verbosity = 0
  const globals = newKubeGlobals(
    release,
    'kube-apiserver',
    gateLogTo(options.logger, () => verbosity),
  )
  const definitions = [...releaseFlags(release, 'kube-apiserver'), ...ownFlags]
  const parsed = parseFlags(definitions, args, {
    check: { ...globals.check, ...versionCheck(release) },
  })
  // Of a command line that is wrong, no notice is printed.
  for (const line of parsed.notices) options.notice(line)
  const { values } = parsed
  if (values.bool('help')) return { print: help(releaseFlags(release, 'kube-apiserver')) }
  if (parsed.positional.some((a) => a !== ''))
    throw new FlagError(`"kube-apiserver" does not take any arguments, got ${goQuoteList(parsed.positional)}`)
  verbosity = values.number('v')
  fail(globals.apply(values), globals)
  const version = values.string('version', 'false')
  const print = versionFlagText(version, release)
  if (print !== undefined) return { print }
  logReported(version, release, options.logger)
  return complete(release, globals, parsed, options)
}

function fail(errors: readonly string[], { gates }: KubeGlobals): void {
  if (errors.length > 0) throw new StartupError(aggregate(errors), refusedBy(gates, errors))
}

function help(definitions: readonly FlagDefinition[]): string {
  const sorted = definitions.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `kube-apiserver validates and stores the objects of the API, and serves them: a simulation.\n\n${ownFlagsHelp}\n${usageText('kube-apiserver', sorted)}`
}

function complete(
  release: Release,
  globals: KubeGlobals,
  parsed: ParsedFlags,
  { logger, readFile = readHostFile }: PrepareOptions,
): ApiserverConfig {
  const { values: flags } = parsed
  const { minor } = release
  const { gates } = globals
  const extension = planExtension(release, 'kube-apiserver', gates, flags)
  fail(loggingFlagErrors(flags, { gates, minor }), globals)
  const panic = flushPanic(flags, minor)
  if (panic !== undefined) throw new PanicError(panic)
  const serviceCIDRs = serviceCIDRsOf(parsed, logger)
  const unmade = ownCertificateError(flags, readFile)
  if (unmade !== undefined) throw new StartupError(unmade)
  const anonymous = mayBeAnonymous(parsed, minor, logger)
  const expiration = tokenExpirationError(flags)
  if (expiration !== undefined) throw new StartupError(expiration)
  warnOfTokenLife(flags, { minor, logger })
  checkFiles.beforeValidation(flags, readFile)
  const advertiseAddress = advertised(flags)
  const context = {
    release,
    globals,
    extension,
    serviceCIDRs,
    advertiseAddress,
    minor,
    gates,
    logger,
    readFile,
  }
  fail(validateOptions(parsed, context), globals)
  const config = built(parsed, anonymous, context)
  checkAtLast(config, context)
  return logged(config, pluginsOf(flags, context), context)
}

function serviceCIDRsOf({ values: flags, set: given }: ParsedFlags, logger: Logger): ServiceCIDR[] {
  const range = flags.string('service-cluster-ip-range')
  if (range === '' && given.has('service-cluster-ip-range'))
    logger.log(
      'W',
      'No CIDR for service cluster IPs specified. Default value which was 10.0.0.0/24 is deprecated and will be removed in future releases. Please specify it using --service-cluster-ip-range on kube-apiserver.',
    )
  return completeServiceCIDRs(range)
}

/** Whether anonymous requests are accepted: AlwaysAllow resets `--anonymous-auth`, which is logged. */
function mayBeAnonymous({ values: flags, set: given }: ParsedFlags, minor: number, logger: Logger): boolean {
  const modes = flags.strings('authorization-mode').filter((mode) => mode !== '')
  const allowsAll =
    modes.includes('AlwaysAllow') || (modes.length === 0 && flags.string('authorization-config') === '')
  const withoutMode =
    optionsDialect(minor).needsAuthorizationMode &&
    given.has('authorization-mode') &&
    flags.strings('authorization-mode').length === 0
  if (!flags.bool('anonymous-auth', true)) return false
  if (!allowsAll || withoutMode) return true
  logger.log(
    'W',
    'AnonymousAuth is not allowed with the AlwaysAllow authorizer. Resetting AnonymousAuth to false. You should use a different authorizer',
  )
  return false
}

/** The plugins that are switched on, and by which flags. */
interface ChosenPlugins {
  readonly enabled: readonly string[]
  readonly flags: PluginFlags
}

function pluginsOf(flags: FlagValues, { minor, extension }: OptionsContext): ChosenPlugins {
  const own = pluginFlagsOf(flags, extension)
  return { enabled: enabledPlugins(minor, own), flags: own }
}

type BuiltConfig = Omit<ApiserverConfig, 'admissionConfiguration'>

/** The configuration of valid flags. Reads the files that say whom to believe. */
function built(parsed: ParsedFlags, anonymous: boolean, context: OptionsContext): BuiltConfig {
  const { values: flags, set: given } = parsed
  const { release, globals, serviceCIDRs, advertiseAddress, minor, gates, readFile } = context
  const emulation = globals.effectiveVersion.emulation.minor
  const minCompatibility = globals.effectiveVersion.minCompatibility.minor
  const { enabled } = pluginsOf(flags, context)
  checkFiles.beforeAuthentication(flags, context)
  const rules = { minor, gates, disallowed: [] }
  const { issuers, audiences } = identity(flags)
  return {
    release,
    emulation,
    minCompatibility,
    gates: globals.gates,
    flags,
    given,
    serviceCIDRs,
    authentication: authenticationOf(flags, { given, anonymous, issuers, rules, readFile }),
    authorization: authorizationOf(flags, context),
    advertiseAddress,
    advertisePort: flags.number('secure-port', 6443),
    set: resources(release, globals, flags, emulation, minCompatibility),
    issuers,
    audiences,
    admissionPlugins: enabled.filter(isSimulatedPlugin),
    bindAddress: given.has('bind-address') ? flags.string('bind-address') || '0.0.0.0' : '127.0.0.1',
    port: flags.number('secure-port', 6443),
    http: flags.bool('http'),
    dataDir: flags.string('data-dir') || undefined,
    watchCacheMegabytes: flags.number('watch-cache-mb', defaultHistoryMegabytes),
    webhooks: webhookReach(flags),
    metricsUsage: metricsUsage(flags),
    certDir: given.has('cert-dir') ? flags.string('cert-dir') || undefined : undefined,
    readFile,
    readFolder: readFile === readHostFile ? readHostFolder : readNoFolder,
  }
}

/** The checks that the real server makes only while it is built. Throws StartupError or FatalError; warns of ciphers. */
function checkAtLast({ flags, authorization }: BuiltConfig, context: OptionsContext): void {
  const { minor, logger, readFile } = context
  checkFiles.afterAuthentication(flags, minor, readFile)
  checkFiles.last(flags, authorization, context)
  const badOrigin = optionsDialect(minor).validatesRunOptions ? undefined : fatalOrigin(flags)
  const fatal = badOrigin ?? fatalFlag(flags, minor, readFile)
  if (fatal !== undefined) throw new FatalError(fatal)
  warnOfCiphers(flags, logger)
  const http2 = http2Error(flags)
  if (http2 !== undefined) throw new StartupError(http2)
}

/** The configuration with that of its admission plugins, after what there is to say of it. */
function logged(config: BuiltConfig, plugins: ChosenPlugins, context: OptionsContext): ApiserverConfig {
  const { minor, logger, extension } = context
  const { enabled } = plugins
  for (const warning of config.set.warnings) logger.log('W', warning)
  logAdmission(enabled, plugins.flags, minor, logger)
  const configured = { ...config, admissionConfiguration: configureAdmission(config, enabled) }
  const { ignored } = configured.admissionConfiguration
  if (ignored.length > 0)
    logger.log(
      'I',
      `Configurations of admission plugins that are accepted and not simulated: ${ignored.join(', ')}`,
    )
  // A plan speaks of plugins by name, also of those that are not simulated.
  const planned = extension.startLogs({ ...configured, admissionPlugins: [...enabled] })
  for (const { severity, message } of planned) logger.log(severity, message)
  const { plan } = config.release
  logIgnoredFlags(configured.given, plan?.flags?.(minor, 'kube-apiserver') ?? [], logger)
  return configured
}

const pluginFlagsOf = (flags: FlagValues, extension: PlanExtension): PluginFlags => ({
  enable: flags.strings('enable-admission-plugins'),
  disable: flags.strings('disable-admission-plugins'),
  legacy: flags.strings('admission-control'),
  removed: extension.removedAdmissionPlugins,
})

function identity(flags: FlagValues): Pick<ApiserverConfig, 'issuers' | 'audiences'> {
  const given = flags.strings('service-account-issuer')
  const issuers = given.length === 0 ? ['https://kubernetes.default.svc'] : given
  const audiences = flags.strings('api-audiences')
  return { issuers, audiences: audiences.length === 0 ? issuers : audiences }
}

/** --webhook and --webhook-addresses. Throws FlagError. */
function webhookReach(flags: FlagValues): WebhookReach {
  const addresses = flags.string('webhook-addresses', 'loopback')
  if (addresses !== 'loopback' && addresses !== 'any')
    throw new FlagError(`--webhook-addresses ${addresses}: write loopback or any`)
  return { services: parseWebhookServices(flags.strings('webhook')), addresses }
}

/** --metrics-server and --metrics-usage. Throws FlagError. */
function metricsUsage(flags: FlagValues): Usage | undefined {
  const text = flags.string('metrics-usage')
  if (flags.bool('metrics-server')) return parseUsage(text)
  if (text !== '') throw new FlagError('--metrics-usage says what --metrics-server tells: give that too')
  return undefined
}

/** --advertise-address, or --bind-address where it is one address, or the first address of the machine. */
function advertised(flags: FlagValues): string {
  const chosen = flags.string('advertise-address')
  if (chosen !== '') return chosen
  const bound = flags.string('bind-address')
  if (bound !== '' && bound !== '0.0.0.0' && bound !== '::' && !/^127\.|^::1$/.test(bound)) return bound
  const outside = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find((a) => !a.internal && a.family === 'IPv4')
  return outside?.address ?? '127.0.0.1'
}

function resources(
  release: Release,
  globals: KubeGlobals,
  flags: FlagValues,
  emulation: number,
  minCompatibility: number,
): ApiserverConfig['set'] {
  try {
    return resolveResourceSet({
      release,
      emulation,
      minCompatibility,
      gates: globals.gates,
      runtimeConfig: completeRuntimeConfig(flags.map('runtime-config')),
      emulationForwardCompatible: flags.bool('emulation-forward-compatible'),
      runtimeConfigEmulationForwardCompatible: flags.bool('runtime-config-emulation-forward-compatible'),
      serveRemovedForOneRelease: process.env['KUBE_APISERVER_SERVE_REMOVED_APIS_FOR_ONE_RELEASE'] === 'true',
    })
  } catch (error) {
    if (error instanceof APIConfigError) throw new StartupError(error.message)
    throw error
  }
}

function logAdmission(enabled: readonly string[], flags: PluginFlags, minor: number, logger: Logger): void {
  const times = optionsDialect(minor).admissionPerServer ? 3 : 1
  for (const name of ['AlwaysAdmit', 'AlwaysDeny'])
    for (let i = 0; i < times && enabled.includes(name); i++)
      logger.log(
        'W',
        `${name} admission controller is deprecated. Please remove this controller from your configuration files and scripts.`,
      )
  const asked = [...flags.enable, ...(flags.legacy ?? [])]
  const ignored = enabled.filter((name) => asked.includes(name) && !isSimulatedPlugin(name))
  if (ignored.length > 0)
    logger.log('I', `Admission plugins that are accepted and not simulated: ${ignored.join(', ')}`)
}
