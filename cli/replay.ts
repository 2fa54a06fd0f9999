// `kepsim replay FILE.md`: runs a document's commands on a simulated machine.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { CommanderError, Option, Command as Program } from 'commander'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { InputError } from '../replay/input-error.ts'
import type { KubectlRunner } from '../replay/machine/machine.ts'
import { exitCodeOf, type ReplayResult } from '../replay/outcome.ts'
import type { ReplayOptions } from '../replay/replay.ts'
import { type Screen, TerminalReport } from '../replay/report/terminal.ts'
import type { Command } from './command.ts'
import { kubectlOption, kubectlRunner } from './kubectl-option.ts'
import { planErrorText, readPlanOption } from './plan-option.ts'

interface Flags {
  section?: string
  branch: string[]
  plan?: string
  kubectl: string
  junit?: string
  json?: string
  html?: string
  watch: string[]
  github?: boolean
  update?: boolean
  keep?: boolean
  shell?: boolean
}

export const run: Command = async (args) => {
  try {
    return await replayCommand(args)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const planError = planErrorText('replay', error)
    if (planError !== undefined) process.stderr.write(planError)
    else if (error instanceof InputError) process.stderr.write(`kepsim replay: ${error.located()}\n`)
    else process.stderr.write(`kepsim replay: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
}

function program(): Program {
  return new Program('kepsim replay')
    .description(
      "Runs the commands of a KEP's Markdown on a simulated machine and says where reality and the document differ.",
    )
    .argument('<file>', 'the Markdown document')
    .option('--section <text>', 'a heading (part of its text), "upgrade" (default), "enablement" or "all"')
    .addOption(
      new Option(
        '--branch <name=release>',
        'what a branch stands for, as master=1.31.0; repeatable; master is else the newest release',
      )
        .default([], 'none')
        .argParser((value: string, all: string[]) => [...all, value]),
    )
    .option('--plan <name|file>', 'a plan, so that branches can stand for its releases')
    .option(...kubectlOption)
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--json <file>', 'write the result as JSON ("-": to stdout)')
    .option('--html <file>', 'write the result as one HTML page that needs nothing else')
    .addOption(
      new Option(
        '--watch <field>',
        'a field to follow in the timeline of the page, beside those that the prose makes claims about; repeatable',
      )
        .default([], 'none')
        .argParser((value: string, all: string[]) => [...all, value]),
    )
    .option(
      '--github',
      'print annotations for GitHub and add to the step summary (default where GITHUB_ACTIONS is set)',
    )
    .option('--update', 'write what really happened into the document')
    .option('--keep', 'keep the cluster running after the last step, until Ctrl-C')
    .option('--shell', 'stay in the machine after the last step')
    .exitOverride()
}

async function replayCommand(args: string[]): Promise<number> {
  const parsed = program().parse(args, { from: 'user' })
  const flags = parsed.opts<Flags>()
  const file = parsed.args[0]!
  const [{ replay }, { recordedGateFacts }, kubectl] = await Promise.all([
    import('../replay/replay.ts'),
    import('./gate-facts.ts'),
    kubectlRunner(flags.kubectl),
  ])
  const plan = await readPlanOption(flags.plan)
  const facts = recordedGateFacts(plan)
  const quiet = flags.json === '-'
  const screen = {
    write: (text: string) => void (quiet ? process.stderr : process.stdout).write(text),
    terminal: process.stdout.isTTY === true && !quiet,
    columns: process.stdout.columns ?? 110,
  }
  const report = new TerminalReport(file, screen)
  const options: ReplayOptions = {
    file,
    text: readDocument(file),
    section: flags.section,
    watch: flags.watch,
    branches: branches(flags.branch, facts.known),
    ...(await surroundings(plan, kubectl)),
    facts,
    onSection: ({ section }) => report.section(section.title, section.line),
    onStep: (step) => report.stepStarts(step),
    onStepDone: (step) => report.stepDone(step),
  }
  if (flags.keep || flags.shell) {
    const { stay } = await import('../replay/stay.ts')
    options.onMachine = (machine) => stay(machine, flags.shell === true)
  }
  if (!flags.keep && !flags.shell) exitOnSignals()
  const { document, result } = await replay(options)
  report.summary(result)
  await writeReports(flags, result)
  if (flags.github ?? process.env['GITHUB_ACTIONS'] === 'true') await tellGithub(result, screen)
  if (flags.update) {
    const { updatedDocument } = await import('../replay/report/update.ts')
    writeFileSync(file, updatedDocument(document, result))
  }
  return exitCodeOf(result)
}

/** What clusters run in. SOURCE_DATE_EPOCH (seconds, see reproducible-builds.org) fixes the time, and chance with it. */
async function surroundings(
  plan: ReleasePlan | undefined,
  kubectl: KubectlRunner,
): Promise<Pick<ReplayOptions, 'runtime' | 'kubectl' | 'clock' | 'random' | 'waits'>> {
  const { createComponentRuntime } = await import('./component-runtime.ts')
  const epoch = process.env['SOURCE_DATE_EPOCH'] ?? ''
  if (epoch === '') return { runtime: createComponentRuntime(plan), kubectl }
  if (!/^\d+$/.test(epoch))
    throw new InputError('', undefined, `SOURCE_DATE_EPOCH=${epoch}: write seconds since 1970`)
  const { FixedWorld } = await import('../replay/transcript/fixed-world.ts')
  const world = new FixedWorld(Number(epoch) * 1000, 1, (fixed) => createComponentRuntime(plan, fixed))
  const { clock, random, runtime, waits } = world
  return { clock, random, runtime, waits, kubectl: world.resting(kubectl) }
}

async function tellGithub(result: ReplayResult, screen: Pick<Screen, 'write'>): Promise<void> {
  const { replayAnnotations, replaySummary } = await import('../replay/report/github.ts')
  screen.write(replayAnnotations(result))
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? ''
  if (summary !== '') appendFileSync(summary, replaySummary(result))
}

/** By an exit, so that the machine's private directory goes with it. */
function exitOnSignals(): void {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

async function writeReports(flags: Flags, result: ReplayResult): Promise<void> {
  if (flags.junit !== undefined)
    writeFileSync(flags.junit, (await import('../replay/report/junit.ts')).junitReport(result))
  if (flags.html !== undefined) {
    const [{ htmlReport }, { replayModel }] = await Promise.all([
      import('../replay/report/html/html-report.ts'),
      import('../replay/report/html/replay-model.ts'),
    ])
    writeFileSync(flags.html, htmlReport(replayModel(result)))
  }
  if (flags.json === undefined) return
  const text = (await import('../replay/report/json.ts')).jsonReport(result)
  if (flags.json === '-') process.stdout.write(text)
  else writeFileSync(flags.json, text)
}

function readDocument(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new InputError(
      file,
      undefined,
      code === 'ENOENT'
        ? 'no such file'
        : code === 'EISDIR'
          ? 'this is a directory'
          : (error as Error).message,
    )
  }
}

function branches(values: string[], known: (release: string) => boolean): Map<string, string> {
  const map = new Map<string, string>()
  for (const value of values) {
    const at = value.indexOf('=')
    if (at <= 0)
      throw new InputError('', undefined, `--branch ${value}: write it as BRANCH=RELEASE, as master=1.31.0`)
    const release = value.slice(at + 1).replace(/^v/, '')
    if (!known(release))
      throw new InputError('', undefined, `--branch ${value}: there is no release ${release} to simulate`)
    map.set(value.slice(0, at), release)
  }
  return map
}
