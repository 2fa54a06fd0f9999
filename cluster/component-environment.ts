// What the components of one set share: time, chance, releases, logs and the way to their servers.
import type { ClientConfig } from '../client/kubeconfig.ts'
import { RestClient } from '../client/rest-client.ts'
import { type Clock, realClock } from '../component-base/clock.ts'
import type { OpenDirect } from '../component-base/direct-line.ts'
import { type Connect, connectionRefused } from '../component-base/in-process-connection.ts'
import type { Logger } from '../component-base/klog.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { type Random, realRandom } from '../component-base/random.ts'
import { loadRelease, type Release } from '../component-base/release.ts'
import { ComponentJournal } from './component-journal.ts'
import type { ComponentStart, ComponentsOptions, NodeStart } from './component-start.ts'
import { Stderr } from './component-stderr.ts'
import type { Reachable } from './front.ts'
import { OwnNodes } from './node-backend.ts'
import { ownUrl } from './own-url.ts'

/** The clock, random source, plan and journal of a set of components, and the servers that they reach. */
export class ComponentEnvironment {
  readonly clock: Clock
  readonly random: Random
  readonly plan: ReleasePlan | undefined
  /** The clock that measures how long a start waits. */
  readonly startClock: Clock
  /** Opens the components' connections; undefined: sockets, to whatever their kubeconfigs name. */
  readonly connectComponent: Connect | undefined
  /** Sends requests without connections, where the server that is asked for runs here. */
  readonly direct: OpenDirect | undefined
  /** The lines that the components have logged. */
  readonly journal = new ComponentJournal()
  /** The kubelets that run, for what a server asks of nodes. */
  readonly nodes = new OwnNodes(this.journal)
  /** The servers that run and the fronts of several, by their {@link ownUrl}. */
  readonly servers = new Map<string, Reachable>()
  private readonly log: (component: string, line: string) => void

  constructor(options: ComponentsOptions) {
    this.clock = options.clock ?? realClock
    this.random = options.random ?? realRandom
    this.plan = options.plan
    this.startClock = options.startClock ?? this.clock
    this.log = options.log ?? (() => {})
    this.connectComponent = options.ownServersOnly === true ? this.connect(true) : undefined
    this.direct =
      (options.calls ?? options.ownServersOnly !== true)
        ? (url, client) => this.servers.get(ownUrl(url))?.directLine?.(client)
        : undefined
  }

  /** Connections within the process, to the servers that run. @param component of a component, not of a command */
  connect(component: boolean): Connect {
    return (url, client) => {
      const running = this.servers.get(ownUrl(url))
      if (running === undefined) throw connectionRefused(url)
      return running.connect({ component }, client)
    }
  }

  clientOf(config: ClientConfig, userAgent: string): RestClient {
    return new RestClient(config, userAgent, undefined, this.connectComponent, this.direct)
  }

  /** @param start Without a release: the newest. */
  releaseOf({ release, version }: Partial<Pick<ComponentStart, 'release' | 'version'>>): Release {
    return reporting(loadRelease(release, this.plan), version)
  }

  /** Begins the log of a component. @param node of a node's program @returns where its lines go */
  lines(
    component: string,
    log: (line: string) => void = (line) => this.log(component, line),
    node = '',
  ): (line: string) => void {
    const keep = this.journal.begin(component, node, () => this.clock.now())
    return (line) => {
      keep(line)
      log(line)
    }
  }

  /** As {@link lines}, with a logger that writes klog's form. */
  logging(
    component: string,
    log?: (line: string) => void,
    node?: string,
  ): { logger: Logger; stderr: Stderr } {
    const stderr = new Stderr(this.clock, this.lines(component, log, node))
    return { logger: stderr.logger, stderr }
  }
}

/** The release, with `version` as the version that it reports where one is given. */
export const reporting = (release: Release, version: string | undefined): Release =>
  version === undefined ? release : { ...release, text: version }

/** The name of the node that a kubelet or kube-proxy is started for, before its command line is read. */
export function nodeNameOf({ args, node, hostname }: NodeStart): string {
  const flag = args.find((arg) => arg.startsWith('--hostname-override='))?.slice(20)
  return node ?? flag ?? hostname ?? 'localhost'
}
