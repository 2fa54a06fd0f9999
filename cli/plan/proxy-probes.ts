// What the kube-proxy of a run does with its flags.
import type { ClientConfig } from '../../client/kubeconfig.ts'
import { silentLogger } from '../../component-base/klog.ts'
import { parseRelease } from '../../component-base/release.ts'
import { KubeProxyStartError } from '../../kube-proxy-sim/options/kube-proxy-start-error.ts'
import { prepareKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { releasePlan } from '../../plans/extend.ts'
import type { FeaturePlan } from '../../plans/feature-plan.ts'
import { programmedModes } from './programmed.ts'
import type { Run } from './runs.ts'

/** The answers of a phase's kube-proxy, for the table of the walk. */
export interface ProxyAnswers {
  /** Why it does not start with the run's flags. */
  refused?: string
  /** Modes in which rules for the external IP are programmed. */
  programmed?: readonly string[]
  /** Configuration files of the plan's versions: whether they are read. */
  config: Readonly<Record<string, string>>
  /** Modes that the plan ends: whether they start. */
  modes: Readonly<Record<string, string>>
}

interface Probe {
  plan: FeaturePlan
  run: Run
  /** The server of the run, where it runs and Services are asked for. */
  server: ClientConfig | undefined
}

/** Undefined where it starts; else why not. */
async function start(
  { plan, run }: Probe,
  args: readonly string[],
  file?: string,
): Promise<string | undefined> {
  try {
    await prepareKubeProxy([...args, ...run.node], {
      release: parseRelease(run.release, releasePlan(plan)),
      logger: silentLogger,
      notice: () => {},
      readText: () => (file === undefined ? Promise.reject(new Error('no file')) : Promise.resolve(file)),
    })
    return undefined
  } catch (error) {
    if (error instanceof KubeProxyStartError) return error.message
    throw error
  }
}

/** Starts the simulated kube-proxy of the run's release with the run's flags, and reports on it. */
export async function probeProxy(probe: Probe): Promise<ProxyAnswers> {
  const release = parseRelease(probe.run.release, releasePlan(probe.plan))
  const programmed =
    probe.server === undefined ? undefined : await programmedModes(release, probe.run.node, probe.server)
  const refused = programmed === undefined ? await start(probe, []) : programmed.refused
  const config: Record<string, string> = {}
  for (const { group, version } of probe.plan.configVersions.filter((c) => c.component === 'kube-proxy')) {
    const text = `apiVersion: ${group}/${version}\nkind: KubeProxyConfiguration\n`
    config[`${group}/${version}`] = (await start(probe, ['--config=/config.yaml'], text)) ?? ''
  }
  const modes: Record<string, string> = {}
  for (const { mode } of probe.plan.endedModes.filter((c) => c.component === 'kube-proxy'))
    modes[mode] = (await start(probe, [`--proxy-mode=${mode}`])) ?? ''
  return {
    ...(refused === undefined ? {} : { refused }),
    ...(programmed === undefined || refused !== undefined ? {} : { programmed: programmed.modes }),
    config,
    modes,
  }
}
