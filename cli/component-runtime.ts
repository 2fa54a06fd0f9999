// Binds the replay's machine to the simulators: every component in this process.
import type { ComponentsOptions } from '../cluster/component-start.ts'
import { Components } from '../cluster/components.ts'
import { SharedStores } from '../cluster/shared-stores.ts'
import { startTogether } from '../cluster/start-together.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import type { ComponentRuntime } from '../replay/runtime.ts'
import { restoreDirectory } from '../server/storage/lowdb/restore-directory.ts'
import { MemoryStores } from '../server/storage/memory-stores.ts'
import { openStorage } from '../server/storage/open-storage.ts'

/** The releases of the servers that stand behind one address for one that is asked for. @param release that is asked for */
export type ServersFor = (release: string) => readonly string[]

/**
 * Starts components in this process, with one CA for all servers of the run. In a fixed world nothing waits for a
 * disk: the contents of `dataDir` are kept in memory.
 * @param plan lets its releases be started
 * @param servers undefined: one server alone is started
 */
export function createComponentRuntime(
  plan?: ReleasePlan,
  fixed: Pick<ComponentsOptions, 'clock' | 'random' | 'advertise' | 'turns' | 'startClock'> = {},
  servers?: ServersFor,
): ComponentRuntime {
  const components = new Components({
    ownServersOnly: true,
    // Several servers stand behind a front, which decides who answers.
    calls: servers === undefined,
    ...fixed,
    ...(plan === undefined ? {} : { plan }),
  })
  const stores = fixed.turns === undefined ? undefined : new MemoryStores()
  const runtime: ComponentRuntime = {
    connect: components.connect(false),
    startApiserver: ({ dataDir, ...start }) =>
      components.startApiserver({
        ...start,
        args: [...start.args, '--bind-address=127.0.0.1'],
        ...(stores === undefined || dataDir === undefined
          ? { dataDir }
          : { openStorage: stores.named(dataDir) }),
      }),
    openStore: (dataDir, writtenBy) =>
      stores === undefined
        ? openStorage({ dataDir, writtenBy, logger: { log() {}, logS() {} } })
        : stores.named(dataDir)(writtenBy),
    restoreStore: async (dataDir, state) => {
      if (stores === undefined) await restoreDirectory(dataDir, state)
      else stores.restore(dataDir, state)
    },
    startControllers: (start) => components.startControllers(start),
    startKubelet: (start) => components.startKubelet(start),
    startKubeProxy: (start) => components.startKubeProxy(start),
    answer: (component, node, path) => components.answer(component, node, path),
    askKubelet: (...asked) => components.askKubelet(...asked),
    journal: (component, node) => components.journal.all(component, node),
    runKubeProxy: (start) => components.runKubeProxy(start),
  }
  return servers === undefined ? runtime : { ...runtime, ...together(components, servers, fixed) }
}

/** Several servers, which share an etcd of the process: nothing is kept in `dataDir` itself. */
function together(
  components: Components,
  servers: ServersFor,
  { clock }: Pick<ComponentsOptions, 'clock'>,
): Pick<ComponentRuntime, 'inTurn' | 'startApiserver' | 'openStore' | 'restoreStore'> {
  const stores = new SharedStores(clock)
  return {
    inTurn: true,
    startApiserver: (start) =>
      startTogether(
        components,
        { ...start, connectEtcd: stores.access(start.dataDir) },
        servers(start.release),
      ),
    openStore: (dataDir, writtenBy) => stores.open(dataDir, writtenBy),
    restoreStore: async (dataDir, state) => stores.restore(dataDir, state),
  }
}
