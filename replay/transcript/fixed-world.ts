// Time, chance and the order of things, the same in every run: what clusters of transcripts live in.

import type { RunningComponent, RunningServer, Started } from '../../cluster/component-start.ts'
import type { Clock } from '../../component-base/clock.ts'
import { type Random, seededRandom } from '../../component-base/random.ts'
import type { KubectlRunner } from '../machine/machine.ts'
import type { ComponentRuntime } from '../runtime.ts'
import { TranscriptClock } from './transcript-clock.ts'
import { Turns } from './turns.ts'

/** What components are given. */
export interface Fixed {
  clock: Clock
  random: Random
  advertise: { address: string; port: number }
  /** Of requests: one after the other. */
  turns: Turns['request']
  /** What the starts of components wait by. */
  startClock: Clock
}

type Work = <T>(work: () => Promise<T>) => Promise<T>

/** Where servers say that they are; what they listen on differs from run to run. */
const advertise = { address: '10.0.2.15', port: 6443 }

/** The clock, random source and order of requests of a transcript's clusters, the same in every run. */
export class FixedWorld {
  readonly random: Random
  readonly runtime: ComponentRuntime
  private readonly transcriptClock: TranscriptClock
  private readonly turns: Turns
  private readonly servers = new Set<RunningServer>()
  /** Of the server that was started last. */
  serverUrl: string | undefined

  /** @param start milliseconds since the epoch */
  constructor(start: number, seed: number, runtime: (fixed: Fixed) => ComponentRuntime) {
    const clock = new TranscriptClock(start)
    this.transcriptClock = clock
    this.random = seededRandom(seed)
    this.turns = new Turns({
      activity: () => this.activity(),
      hurry: () => clock.hurry(),
      step: () => clock.step(),
    })
    clock.onTimer = this.turns.wake
    this.runtime = this.orderly(
      runtime({
        clock,
        random: this.random,
        advertise,
        turns: this.turns.request,
        startClock: clock.foreground,
      }),
    )
  }

  /** Of components. */
  get clock(): Clock {
    return this.transcriptClock
  }

  /** Of commands. */
  get waits(): Clock {
    return this.transcriptClock.foreground
  }

  /** Lets time pass after the clusters have come to rest, and waits until they rest again. */
  async advance(ms: number): Promise<void> {
    await this.turns.rest()
    await new Promise<void>((resolve) => void this.waits.setTimeout(resolve, ms))
    await this.turns.rest()
  }

  /** What it set off is done before the next command of a line reads a log or a rule. */
  resting(kubectl: KubectlRunner): KubectlRunner {
    return async (...call) => {
      const result = await kubectl(...call)
      await this.turns.rest()
      return result
    }
  }

  private activity(): { revision: number; inFlight: number } {
    const sum = { revision: 0, inFlight: 0 }
    for (const server of this.servers) {
      const { revision, inFlight } = server.activity()
      sum.revision += revision
      sum.inFlight += inFlight
    }
    return sum
  }

  /** Components start and end only when all rests: where they come in does not depend on how long a command takes. */
  private orderly(runtime: ComponentRuntime): ComponentRuntime {
    const atRest: Work = async (work) => {
      await this.turns.rest()
      return work()
    }
    // Its clients do not look for it while it comes or goes.
    const alone: Work = (work) => atRest(() => this.turns.hold(work))
    return {
      ...runtime,
      rest: this.turns.rest,
      startApiserver: changing((start) => this.serving(runtime.startApiserver(start)), alone),
      startControllers: changing(runtime.startControllers, atRest),
      startKubelet: changing(runtime.startKubelet, atRest),
      startKubeProxy: changing(runtime.startKubeProxy, atRest),
    }
  }

  private async serving(start: Promise<Started<RunningServer>>): Promise<Started<RunningServer>> {
    const started = await start
    if (!started.ok) return started
    const { component } = started
    const stop = component.stop.bind(component)
    this.servers.add(component)
    this.serverUrl = component.url
    component.stop = async () => {
      this.servers.delete(component)
      await stop()
    }
    return started
  }
}

const changing =
  <S, T extends RunningComponent>(start: (start: S) => Promise<Started<T>>, when: Work) =>
  async (given: S): Promise<Started<T>> => {
    const started = await when(() => start(given))
    if (started.ok) {
      const { component } = started
      const stop = component.stop.bind(component)
      component.stop = () => when(stop)
    }
    return started
  }
