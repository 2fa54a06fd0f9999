// The machine of a transcript: its clock and seed are fixed, and it waits after each command until the cluster rests.
import { prepareAuthorsPaths } from '../machine/authors-paths.ts'
import { builtinKubectl } from '../machine/builtin-kubectl.ts'
import type { CommandResult } from '../machine/command-result.ts'
import { machineCommands } from '../machine/commands.ts'
import { Machine, type MachineCommand } from '../machine/machine.ts'
import { machineNetwork } from '../machine/network.ts'
import { processFile } from '../machine/processes.ts'
import { shim } from '../machine/shim.ts'
import type { ComponentRuntime, GateFacts } from '../runtime.ts'
import { date } from './date.ts'
import { type Fixed, FixedWorld } from './fixed-world.ts'
import { kepsimCommand, type RunKepsim } from './kepsim-command.ts'

/** The seed, start time and components that make two transcripts equal. */
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
const needsCluster = /(^|[\s|;&(])(kubectl|k|cluster\/kubectl\.sh|curl)\s/
const startsCluster = /local-up-cluster\.sh|kube-apiserver|kind create|kepsim up/

/** Runs a transcript's commands, each when the cluster has come to rest. */
export class TranscriptMachine {
  private readonly parts: TranscriptParts
  private readonly world: FixedWorld
  private readonly machine: Machine
  private everStarted = false

  constructor(parts: TranscriptParts) {
    this.parts = parts
    this.world = new FixedWorld(parts.start, parts.seed, parts.runtime)
    const { clock, random, runtime, waits } = this.world
    const { facts } = parts
    this.machine = new Machine({
      runtime,
      kubectl: this.world.resting(builtinKubectl),
      clock,
      waits,
      random,
      hostname: 'localhost',
      commands: [
        ...machineCommands,
        { name: 'sleep', run: this.sleep },
        { name: 'date', run: (_machine, args, context) => date(clock.now(), args, context) },
        {
          name: 'kepsim',
          run: (machine, args, context) => kepsimCommand(machine, args, context, parts.kepsim),
        },
      ],
      prepare: prepareAuthorsPaths,
      network: machineNetwork,
      processFile,
      checkout: {
        branch: `v${facts.full(facts.newest)}`,
        named: new Map(),
        newest: facts.newest,
        known: (release) => facts.known(release),
        full: (release) => facts.full(release),
      },
    })
  }

  /** Where the server listens, or did. */
  get serverUrl(): string | undefined {
    return this.world.serverUrl
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

  advance(ms: number): Promise<void> {
    return this.world.advance(ms)
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
