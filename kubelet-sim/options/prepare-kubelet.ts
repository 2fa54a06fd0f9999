// Upstream: cmd/kubelet/app/server.go (NewKubeletCommand), cmd/kubelet/app/options
import { gateLogTo, newComponentGates } from '../../component-base/component-gates.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { flagDefinitions } from '../../component-base/flags/flag-definitions.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import type { KubeletSettings } from '../kubelet-options.ts'
import { type ConfigFile, loadConfigFile } from './config-file.ts'
import { kubeletSettings } from './kubelet-settings.ts'
import { KubeletStartError } from './kubelet-start-error.ts'

export interface PrepareKubeletOptions {
  release: Release
  logger: Logger
  /** Takes pflag's notices, without klog's header. */
  notice: (line: string) => void
  /** Reads a file that the command line names; rejects where there is none. */
  readText: (path: string) => Promise<string>
}

/** What a command line of the kubelet comes to. */
export interface PreparedKubelet {
  flags: ParsedFlags
  gates: FeatureGate
  settings: KubeletSettings
  /** --hostname-override in lower case, or undefined: the host's name. */
  nodeName: string | undefined
  kubeconfig: string | undefined
  bootstrapKubeconfig: string | undefined
}

/** Reads a command line (without kepsim's own flags). Throws KubeletStartError. */
export async function prepareKubelet(
  args: readonly string[],
  options: PrepareKubeletOptions,
): Promise<PreparedKubelet> {
  const flags = readFlags(args, options)
  const gates = newComponentGates(
    options.release,
    'kubelet',
    gateLogTo(options.logger, () => flags.values.number('v')),
  )
  // The command line's gates are applied before the file is read, and again over it.
  setGates(gates, flags.values.boolMap('feature-gates'))
  const path = flags.values.string('config')
  const file = path === '' ? undefined : await loadConfigFile(path, options)
  if (file !== undefined) applyFileGates(gates, file, flags, options)
  return {
    flags,
    gates,
    settings: kubeletSettings(flags.values, flags.set, file),
    nodeName: flags.values.string('hostname-override').trim().toLowerCase() || undefined,
    kubeconfig: flags.values.string('kubeconfig') || undefined,
    bootstrapKubeconfig: flags.values.string('bootstrap-kubeconfig') || undefined,
  }
}

function readFlags(args: readonly string[], { release, notice }: PrepareKubeletOptions): ParsedFlags {
  try {
    const flags = parseFlags(flagDefinitions(release.facts, 'kubelet'), args)
    for (const line of flags.notices) notice(line)
    if (flags.positional.length > 0) throw new KubeletStartError(`unknown command ${flags.positional[0]}`)
    return flags
  } catch (error) {
    if (error instanceof FlagError)
      throw new KubeletStartError(`failed to parse kubelet flag: ${error.message}`)
    throw error
  }
}

function setGates(gates: FeatureGate, values: ReadonlyMap<string, boolean>): void {
  if (values.size === 0) return
  const errors = gates.setFromMap(values)
  if (errors.length > 0)
    throw new KubeletStartError(
      `failed to set feature gates from initial flags-based config: ${aggregate(errors)}`,
    )
}

/** @note From 1.32 on the kubelet panics (exit code 2) when its file names a gate that cannot be set: defaults are merged with it first. */
function applyFileGates(
  gates: FeatureGate,
  file: ConfigFile,
  flags: ParsedFlags,
  { release }: PrepareKubeletOptions,
): void {
  const own = Object.entries((file.value['featureGates'] ?? {}) as Record<string, boolean>)
  const merged = new Map([...own, ...flags.values.boolMap('feature-gates')])
  if (merged.size === 0) return
  const errors = gates.setFromMap(merged)
  if (errors.length === 0) return
  if (release.minor < 32)
    throw new KubeletStartError(
      `failed to set feature gates from initial flags-based config: ${aggregate(errors)}`,
    )
  throw new KubeletStartError(
    `panic: failed to merge global and in-flight KubeletConfiguration while setting defaults, error: ${aggregate(errors)}`,
    { exitCode: 2, plain: true },
  )
}
