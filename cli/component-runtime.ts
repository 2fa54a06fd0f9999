// Binds the replay's machine to the simulators: every component in this process.
import { Components } from '../cluster/components.ts'
import type { Clock } from '../component-base/clock.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import type { Random } from '../component-base/random.ts'
import type { ComponentRuntime } from '../replay/runtime.ts'

/** One CA for all servers of the run. @param plan lets its releases be started */
export function createComponentRuntime(
  plan?: ReleasePlan,
  fixed: { clock?: Clock; random?: Random; advertise?: { address: string; port: number } } = {},
): ComponentRuntime {
  const components = new Components({ ...fixed, ...(plan === undefined ? {} : { plan }) })
  return {
    startApiserver: (start) =>
      components.startApiserver({ ...start, args: [...start.args, '--bind-address=127.0.0.1'] }),
    startControllers: (start) => components.startControllers(start),
    startKubelet: (start) => components.startKubelet(start),
    startKubeProxy: (start) => components.startKubeProxy(start),
    runKubeProxy: (start) => components.runKubeProxy(start),
  }
}
