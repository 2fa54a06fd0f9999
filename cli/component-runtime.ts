// Binds the replay's machine to the simulators: every component in this process.
import { parseKubeconfig } from '../client/kubeconfig.ts'
import { Components } from '../cluster/components.ts'
import type { Clock } from '../component-base/clock.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import type { Random } from '../component-base/random.ts'
import { loadRelease, type Release } from '../component-base/release.ts'
import { startKubeProxy, writeKubeProxyConfig } from '../kube-proxy-sim/start-kube-proxy.ts'
import type { ComponentRuntime } from '../replay/runtime.ts'

/** A build without a version stamp reports `version`. */
const releaseOf = (
  start: { release: string; version: string | undefined },
  plan: ReleasePlan | undefined,
): Release => {
  const release = loadRelease(start.release, plan)
  return start.version === undefined ? release : { ...release, text: start.version }
}

/** One CA for all servers of the run. @param plan lets its releases be started */
export function createComponentRuntime(
  plan?: ReleasePlan,
  fixed: { clock?: Clock; random?: Random } = {},
): ComponentRuntime {
  const components = new Components({ ...fixed, ...(plan === undefined ? {} : { plan }) })
  return {
    startApiserver: (start) =>
      components.startApiserver({ ...start, args: [...start.args, '--bind-address=127.0.0.1'] }),
    startControllers: (start) => components.startControllers(start),
    startKubelet: (start) => components.startKubelet(start),
    startKubeProxy: (start) =>
      startKubeProxy({
        release: releaseOf(start, plan),
        args: start.args,
        readFile: start.readFile,
        fallback: parseKubeconfig(start.apiserver.kubeconfig('admin')),
      }),
    runKubeProxy: (start) =>
      writeKubeProxyConfig({ release: releaseOf(start, plan), args: start.args, readFile: start.readFile }),
  }
}
