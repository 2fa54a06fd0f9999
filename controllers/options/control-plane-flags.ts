// The command line of kube-controller-manager and kube-scheduler, up to what only one of them has.
// Upstream: cmd/kube-controller-manager/app/controllermanager.go, cmd/kube-scheduler/app/server.go, component-base/cli
import { flushPanic, loggingFlagErrors } from '../../apimachinery/scheme/logging-flags.ts'
import { gateLogTo } from '../../component-base/component-gates.ts'
import { versionCheck } from '../../component-base/dynamic-version.ts'
import { type FlagDefinition, FlagError } from '../../component-base/flags/flag-definition.ts'
import { hasFlagDefinitions, releaseFlags } from '../../component-base/flags/flag-definitions.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import type { Logger } from '../../component-base/klog.ts'
import { type KubeGlobals, newKubeGlobals } from '../../component-base/kube-globals.ts'
import type { Release } from '../../component-base/release.ts'
import { refusedBy } from '../../component-base/start-refusal.ts'
import { logReported, versionFlagText } from '../../component-base/version-flag.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { controllersDialect } from '../dialect.ts'
import { controllerOptionsDialect } from './dialect.ts'
import { simulatedArguments, simulatedFlags } from './unrecorded-flags.ts'

/** The components whose command lines these are. */
export type ControlPlaneComponent = 'kube-controller-manager' | 'kube-scheduler'

/** The component does not start. The message follows `"command failed" err=` in the log, or stands alone. */
export class ControllerManagerStartError extends Error {
  /** The message is printed alone, and not within a log line. */
  readonly plain: boolean
  constructor(message: string, { cause, plain = false }: { cause?: unknown; plain?: boolean } = {}) {
    super(message, { cause })
    this.plain = plain
  }
}

/** Go's runtime ends the component: printed as `panic: MESSAGE`, exit code 2. */
export class ControllerManagerPanic extends ControllerManagerStartError {}

/** A command line is wrong: the usage stands before the error. */
export class UsageError extends FlagError {}

/** The release whose component reads the command line, its log, and the receiver of pflag's notices. */
export interface ReadOptions {
  release: Release
  logger: Logger
  notice?: (line: string) => void
}

/** A command line that was read; `print`: it asks for no more than this text. */
export interface ReadControlPlane {
  globals: KubeGlobals
  parsed: ParsedFlags
  verbosity: number
  /** The errors of emulated versions, which are told with those of other options. */
  versionErrors: readonly string[]
  print?: string
}

/** The flags of a component in a release, sorted: all of them, where they are recorded. */
export const controlPlaneFlags = (component: ControlPlaneComponent, release: Release): FlagDefinition[] =>
  (hasFlagDefinitions(release.facts, component)
    ? releaseFlags(release, component)
    : simulatedFlags(component, release)
  ).toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Reads a command line and sets the gates. Throws FlagError or ControllerManagerStartError. */
export function readControlPlane(
  component: ControlPlaneComponent,
  args: readonly string[],
  { release, logger, notice = () => {} }: ReadOptions,
): ReadControlPlane {
  let verbosity = 0
  const defaults = component === 'kube-scheduler' ? {} : controllersDialect(release.minor).gateDefaults
  const globals = newKubeGlobals(
    release,
    component,
    gateLogTo(logger, () => verbosity),
    defaults,
  )
  const parsed = parsedFlags(component, args, { release, logger, notice }, globals)
  const { values, positional } = parsed
  verbosity = values.number('v')
  const read = { globals, parsed, verbosity, versionErrors: [] }
  if (values.bool('help')) return { ...read, print: 'help' }
  if (positional.some((arg) => arg !== ''))
    throw new FlagError(
      `"${component}" does not take any arguments, got [${positional.map(goQuote).join(' ')}]`,
    )
  const step = (errors: readonly string[]): void => fail(component, release, globals, errors)
  step(globals.apply(values))
  const version = values.string('version', 'false')
  const print = versionFlagText(version, release)
  if (print !== undefined) return { ...read, print }
  logReported(version, release, logger)
  checkLogging(component, release, globals, values)
  return { ...read, versionErrors: globals.validate(values) }
}

function parsedFlags(
  component: ControlPlaneComponent,
  args: readonly string[],
  { release, notice }: Required<ReadOptions>,
  { check }: KubeGlobals,
): ParsedFlags {
  try {
    const definitions = controlPlaneFlags(component, release)
    const known = hasFlagDefinitions(release.facts, component) ? args : simulatedArguments(args, definitions)
    return parseFlags(definitions, known, {
      check: { ...check, ...versionCheck(release) },
      onNotice: notice,
    })
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    throw new UsageError(error.message, { cause: error.cause })
  }
}

/** Whether the component prints its error alone. */
const tellsAlone = (component: ControlPlaneComponent, { minor }: Release): boolean =>
  component === 'kube-controller-manager' && controllerOptionsDialect(minor).tellsErrorAlone

/** Throws for errors in options, if there are any. */
export function fail(
  component: ControlPlaneComponent,
  release: Release,
  { gates }: KubeGlobals,
  errors: readonly string[],
): void {
  if (errors.length === 0) return
  const plain = tellsAlone(component, release)
  throw new ControllerManagerStartError(aggregate(errors), { plain, ...refusedBy(gates, errors) })
}

/** kube-scheduler prints these errors alone, in all releases. Upstream: component-base/logs/api/v1/options.go */
function checkLogging(
  component: ControlPlaneComponent,
  release: Release,
  { gates }: KubeGlobals,
  values: FlagValues,
): void {
  const errors = loggingFlagErrors(values, { gates, minor: release.minor })
  const panic = flushPanic(values, release.minor)
  if (errors.length === 0 && panic !== undefined) throw new ControllerManagerPanic(panic)
  if (errors.length === 0) return
  const plain = component === 'kube-scheduler' || tellsAlone(component, release)
  throw new ControllerManagerStartError(aggregate(errors), { plain })
}

/** The errors that upstream's SecureServingOptions.Validate finds. */
export function servingErrors(values: FlagValues): string[] {
  const port = values.names().includes('secure-port') ? values.number('secure-port') : 0
  if (port > 65535)
    return [`--secure-port ${port} must be between 1 and 65535, inclusive. It cannot be turned off with 0`]
  return port < 0
    ? [`--secure-port ${port} must be between 0 and 65535, inclusive. 0 for turning off secure port`]
    : []
}
