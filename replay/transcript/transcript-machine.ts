// The machine of a transcript: its clock and seed are fixed, and it waits after each command until the cluster rests.
import type { Clock } from '../../component-base/clock.ts'
import { type Random, seededRandom } from '../../component-base/random.ts'
import { prepareAuthorsPaths } from '../machine/authors-paths.ts'
import { builtinKubectl } from '../machine/builtin-kubectl.ts'
import type { CommandResult } from '../machine/command-result.ts'
import { machineCommands } from '../machine/commands.ts'
import { Machine, type MachineCommand } from '../machine/machine.ts'
import { shim } from '../machine/shim.ts'
import type { ComponentRuntime, GateFacts } from '../runtime.ts'
import { date } from './date.ts'
import { kepsimCommand, type RunKepsim } from './kepsim-command.ts'
import { restingRuntime } from './resting-runtime.ts'
import { TranscriptClock } from './transcript-clock.ts'
import { Turns } from './turns.ts'

/** What is the same in every run. */
export interface Fixed {
  clock: Clock
  random: Random
  advertise: { address: string; port: number }
  /** Of requests: one after the other. */
  turns: Turns['request']
  /** What the starts of components wait by. */
  startClock: Clock
}

export interface TranscriptParts {
  runtime(fixed: Fixed): ComponentRuntime
  facts: GateFacts & { full(release: string): string }
  kepsim: RunKepsim
  seed: number
  /** Milliseconds since the epoch: when the document begins. */
  start: number
}

/** How far the clock moves with each command. */
const stepMs = 1000
/** Where the servers of a transcript say that they are; what they listen on differs from run to run. */
const advertise = { address: '10.0.2.15', port: 6443 }
const needsCluster = /(^|[\s|;&(])(kubectl|k|cluster\/kubectl\.sh|curl)\s/
const startsCluster = /local-up-cluster\.sh|kube-apiserver|kind create|kepsim up/

export class TranscriptMachine {
  private readonly parts: TranscriptParts
  private readonly clock: TranscriptClock
  private readonly turns: Turns
  private readonly machine: Machine
  private everStarted = false

  constructor(parts: TranscriptParts) {
    this.parts = parts
    this.clock = new TranscriptClock(parts.start)
    this.turns = new Turns({
      activity: () => this.machine.cluster.apiserver?.activity() ?? { revision: 0, inFlight: 0 },
      hurry: () => this.clock.hurry(),
      step: () => this.clock.step(),
    })
    this.clock.onTimer = this.turns.wake
    const random = seededRandom(parts.seed)
    const { facts } = parts
    const runtime = parts.runtime({
      clock: this.clock,
      random,
      advertise,
      turns: this.turns.request,
      startClock: this.clock.foreground,
    })
    this.machine = new Machine({
      runtime: restingRuntime(runtime, this.turns.rest),
      kubectl: builtinKubectl,
      clock: this.clock,
      waits: this.clock.foreground,
      random,
      hostname: 'localhost',
      commands: [
        ...machineCommands,
        { name: 'sleep', run: this.sleep },
        { name: 'date', run: (_machine, args, context) => date(this.clock.now(), args, context) },
        {
          name: 'kepsim',
          run: (machine, args, context) => kepsimCommand(machine, args, context, parts.kepsim),
        },
      ],
      prepare: prepareAuthorsPaths,
      checkout: {
        branch: `v${facts.full(facts.newest)}`,
        named: new Map(),
        newest: facts.newest,
        known: (release) => facts.known(release),
        full: (release) => facts.full(release),
      },
    })
  }

  get serverUrl(): string | undefined {
    return this.machine.cluster.apiserver?.url
  }

  /** Runs a command as a reader would: with a cluster of the newest release where none has been started. */
  async run(command: string): Promise<CommandResult> {
    await this.machine.writeFile(`${this.machine.workingDirectory}/bin/kepsim`, shim('kepsim'), 0o755)
    if (startsCluster.test(command)) this.everStarted = true
    else if (!this.everStarted && needsCluster.test(`${command} `)) await this.startCluster(undefined, '')
    const result = await this.machine.run(command)
    await this.advance(stepMs)
    return result
  }

  /** Throws with what was printed where the cluster does not start. */
  async startCluster(release: string | undefined, gates: string): Promise<void> {
    this.everStarted = true
    if (release !== undefined) await this.machine.run(`git checkout v${this.parts.facts.full(release)}`)
    const environment = gates === '' ? '' : `FEATURE_GATES=${gates} `
    const result = await this.machine.run(`${environment}hack/local-up-cluster.sh`)
    if (result.exitCode !== 0) throw new Error(`the cluster does not start: ${errorsIn(result.stderr)}`)
    await this.advance(stepMs)
  }

  /** Lets time pass after the cluster has come to rest, and waits until it rests again. */
  async advance(ms: number): Promise<void> {
    await this.turns.rest()
    await new Promise<void>((resolve) => void this.clock.foreground.setTimeout(resolve, ms))
    await this.turns.rest()
  }

  close(): Promise<void> {
    return this.machine.close()
  }

  private readonly sleep: MachineCommand['run'] = async (_machine, args) => {
    await this.advance(args.reduce((ms, arg) => ms + durationMs(arg), 0))
    return { stdout: '', stderr: '', exitCode: 0 }
  }
}

/** What a component says of its failure, without what it says of its start. */
const errorsIn = (stderr: string): string =>
  stderr
    .trim()
    .split('\n')
    .filter((line) => !/^[IW]\d{4} /.test(line))
    .join('\n')

function durationMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(text)
  const unit = { '': 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[match?.[2] ?? ''] ?? 1000
  return match === null ? 0 : Number(match[1]) * unit
}
