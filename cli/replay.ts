// `kepsim replay FILE.md`: runs a document's commands on a simulated machine.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import { besideDocument } from '../replay/beside-document.ts'
import type { Alteration } from '../replay/challenge/alteration.ts'
import { InputError } from '../replay/input-error.ts'
import type { KubectlRunner } from '../replay/machine/machine.ts'
import { exitCodeOf, type ReplayResult } from '../replay/outcome.ts'
import { readInput } from '../replay/read-input.ts'
import type { ReplayOptions } from '../replay/replay.ts'
import { onGithub, withCommandsStopped } from '../replay/report/github.ts'
import { type Screen, TerminalReport } from '../replay/report/terminal.ts'
import type { SelectedSection } from '../replay/select-sections.ts'
import { branchReleases, unusedBranches } from './branch-option.ts'
import type { Command } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { errorText } from './error-text.ts'
import { beGuarded, beginAgain, endLimits, type GuardFlags, limitsOf, mayGuard, tellEnd } from './guard.ts'
import { guardedReplay } from './guarded-replay.ts'
import { kubectlRunner } from './kubectl-option.ts'
import { replayLine } from './lines/replay.ts'
import { checkOutputFiles } from './output-files.ts'
import { readPlanOption } from './plan-option.ts'
import { type ReportFlags, tellGithub, writeReports } from './replay-reports.ts'
import {
  tellMayWrite,
  tellNotes,
  tellReasons,
  tellSection,
  tellSections,
  tellStep,
  tellToken,
} from './told-so-far.ts'
import { kindOf } from './writable-place.ts'

interface Flags extends GuardFlags, ReportFlags {
  section?: string
  branch: string[]
  plan?: string
  kubectl: string
  watch: string[]
  list?: boolean
  altered?: boolean
  update?: boolean
  keep?: boolean
  shell?: boolean
}

/** `kepsim replay FILE.md`. Input that cannot be used is told as one line, exit code 2. */
export const run: Command = async (args) => {
  const exitCode = await replayCommand(args).catch((error: unknown) => {
    process.stderr.write(errorText('replay', error))
    return 2
  })
  tellEnd()
  return exitCode
}

async function replayCommand(args: string[]): Promise<number> {
  const line = readCommandLine<Flags>(replayLine, args)
  if (line === undefined) return 0
  const flags: Flags = { ...line.flags, alterations: [] }
  const file = line.words[0]!
  refuseTogether(flags)
  const outputs = { junit: flags.junit, html: flags.html, svg: flags.svg, json: flags.json }
  checkOutputFiles(outputs, [file, flags.plan])
  if (!flags.keep && !flags.shell && !flags.list) exitOnSignals()
  const quiet = flags.json === '-'
  const screen = {
    write: (text: string) => void (quiet ? process.stderr : process.stdout).write(text),
    terminal: process.stdout.isTTY === true && !quiet,
    columns: process.stdout.columns ?? 110,
  }
  const github = onGithub(flags.github)
  const limits = limitsOf(flags)
  if (flags.guarded) beGuarded()
  const shown = <T>(work: () => Promise<T>): Promise<T> => {
    if (!github) return work()
    const token = randomUUID()
    tellToken(token)
    return withCommandsStopped(screen.write, work, token)
  }
  if (flags.altered) {
    const { serveCourses } = await import('../replay/challenge/serve-courses.ts')
    const replayed = (altered: number) => replayOn(screen, file, flags, altered)
    await serveCourses(process.stdin, replayed, (line) => void process.stdout.write(line))
    return 0
  }
  if (flags.list) {
    await shown(() => list(file, flags, screen))
    return 0
  }
  if (!flags.guarded && mayGuard()) return guardedReplay(args, file, flags, limits, screen)
  // Which files the document is read with is found by reading it, for which its limits hold too.
  if (Object.values(outputs).some((one) => one !== undefined && kindOf(one) === 'file'))
    checkOutputFiles(outputs, await filesBeside(file, flags))
  tellMayWrite()
  const result = await shown(() => replayOn(screen, file, flags))
  const unnoticed = flags.challenge === true && (await shown(() => challenge(file, flags, screen, result)))
  await writeReports(flags, result)
  if (github) tellGithub(result, screen)
  return unnoticed ? 1 : exitCodeOf(result, flags.allowUnchecked)
}

/** A challenge replays the document many times, and changes nothing; a list runs nothing. */
function refuseTogether(flags: Flags): void {
  const one = (['challenge', 'list'] as const).find((name) => flags[name] === true)
  const other = (['list', 'update', 'keep', 'shell'] as const).find(
    (name) => name !== one && flags[name] === true,
  )
  if (one !== undefined && other !== undefined)
    throw new InputError('', undefined, `--${one} and --${other} do not go together: leave one out`)
}

/** Whether there is something that the document would not notice. */
async function challenge(file: string, flags: Flags, screen: Screen, result: ReplayResult): Promise<boolean> {
  const [sections, { alteredSteps }, { runCourses }, { challengeText }] = await Promise.all([
    sectionsOf(file, flags),
    import('../replay/challenge/altered-steps.ts'),
    import('../replay/challenge/run-courses.ts'),
    import('../replay/report/challenge.ts'),
  ])
  const courses = sections.flatMap(({ steps }, at) =>
    alteredSteps(steps).map((course) => ({
      ...course,
      outcomes: result.sections[at]!.steps.map(({ outcome }) => outcome),
    })),
  )
  beginAgain()
  const own = ['--kubectl', flags.kubectl, ...flags.branch.flatMap((branch) => ['--branch', branch])]
  if (flags.section !== undefined) own.push('--section', flags.section)
  if (flags.plan !== undefined) own.push('--plan', flags.plan)
  await runCourses(courses, {
    command: [
      process.execPath,
      ...process.execArgv,
      process.argv[1]!,
      'replay',
      file,
      ...own,
      '--altered',
      '--json=-',
    ],
    workers: availableParallelism(),
    onAlteration: (one) => {
      flags.alterations.push(one)
      beginAgain()
    },
  })
  flags.alterations.sort((a, b) => a.line - b.line)
  screen.write(`\n${challengeText(file, flags.alterations)}`)
  return flags.alterations.some(({ noticed }) => !noticed)
}

async function list(file: string, flags: Flags, screen: Screen): Promise<void> {
  const [sections, { listing }] = await Promise.all([
    sectionsOf(file, flags),
    import('../replay/report/listing.ts'),
    // How lines are read does not depend on it; that it is wrong is told before it is run.
    readPlanOption(flags.plan),
  ])
  screen.write(listing(file, sections))
}

/** What is read beside a document, by its steps or of the KEP. */
async function filesBeside(file: string, flags: Flags): Promise<string[]> {
  const found = ['kep.yaml']
  const read = besideDocument(file)
  await sectionsOf(file, flags, (path) => {
    found.push(path)
    return read(path)
  })
  return found.map((path) => join(dirname(file), path))
}

async function sectionsOf(
  file: string,
  { section }: Flags,
  beside = besideDocument(file),
): Promise<SelectedSection[]> {
  const [{ parseDocument }, { selectSections }] = await Promise.all([
    import('../replay/document.ts'),
    import('../replay/select-sections.ts'),
  ])
  return selectSections(parseDocument(file, readInput(file), beside), section)
}

/** @param altered see ReplayOptions */
async function replayOn(screen: Screen, file: string, flags: Flags, altered?: number): Promise<ReplayResult> {
  const [{ replay }, { recordedGateFacts }, kubectl] = await Promise.all([
    import('../replay/replay.ts'),
    import('./gate-facts.ts'),
    kubectlRunner(flags.kubectl),
  ])
  const plan = await readPlanOption(flags.plan)
  const facts = recordedGateFacts(plan)
  const report = new TerminalReport(file, screen)
  const beside = besideDocument(file)
  const real = flags.keep === true || flags.shell === true || flags.kubectl !== 'builtin'
  const around = await surroundings(plan, kubectl.run, real)
  const text = readInput(file)
  const named = branchReleases(flags.branch, facts.known)
  const options: ReplayOptions = {
    file,
    text,
    kepYaml: beside('kep.yaml'),
    beside,
    section: flags.section,
    watch: flags.watch,
    branches: named,
    given: [...(kubectl.note === undefined ? [] : [kubectl.note]), ...unusedBranches(named, text)],
    ...around(),
    // Of an altered document only the outcomes are looked at.
    ...(real || altered !== undefined
      ? {}
      : { again: { surroundings: around, milliseconds: timeForReasons(flags) } }),
    facts,
    ...(flags.challenge ? { challenge: (one: Alteration) => void flags.alterations.push(one) } : {}),
    altered,
    onNotes: (notes) => {
      report.notes(notes)
      tellNotes(notes)
    },
    onSections: tellSections,
    onSection: ({ section, steps }) => {
      report.section(section.title, section.line, steps)
      tellSection()
    },
    onStep: (step) => report.stepStarts(step),
    onStepDone: (step) => {
      report.stepDone(step)
      tellStep(step)
    },
    onReasons: (findings, steps) => {
      report.reasons(findings)
      tellReasons(steps)
    },
  }
  if (flags.keep || flags.shell) {
    const { stay } = await import('../replay/stay.ts')
    options.onMachine = (machine) => {
      endLimits()
      return stay(machine, flags.shell === true)
    }
  }
  const { document, result } = await replay(options)
  report.summary(result)
  if (flags.update) {
    const { updatedDocument } = await import('../replay/report/update.ts')
    writeFileSync(file, updatedDocument(document, result))
  }
  return result
}

/**
 * What clusters run in: a world in which time passes only while a command waits, so that a grace period or a `sleep` costs nothing
 * and what is seen does not depend on the host. SOURCE_DATE_EPOCH (seconds, see reproducible-builds.org) fixes when it begins.
 * @returns makes new ones, which begin alike
 * @param real time passes as it does for whoever looks on: a kubectl of the host, a shell
 */
async function surroundings(
  plan: ReleasePlan | undefined,
  kubectl: KubectlRunner,
  real: boolean,
): Promise<
  () => Pick<ReplayOptions, 'runtime' | 'kubectl' | 'clock' | 'random' | 'waits' | 'pauses' | 'now'>
> {
  const epoch = process.env['SOURCE_DATE_EPOCH'] ?? ''
  if (epoch !== '' && !/^\d+$/.test(epoch))
    throw new InputError('', undefined, `SOURCE_DATE_EPOCH=${epoch}: write seconds since 1970`)
  if (real && epoch === '') {
    const { createComponentRuntime } = await import('./component-runtime.ts')
    return () => ({ runtime: createComponentRuntime(plan), kubectl })
  }
  const { fixedSurroundings } = await import('./fixed-surroundings.ts')
  const start = epoch === '' ? Date.now() : Number(epoch) * 1000
  const now = epoch === '' ? () => performance.now() : undefined
  return () => ({ ...fixedSurroundings(start, kubectl, plan), now })
}

/** What turns a gate to see whether it is why takes at most half of the time that the document has left, and never long. */
function timeForReasons(flags: GuardFlags): () => number {
  const end = performance.now() + limitsOf(flags).time
  return () => Math.min(longestForReasons, (end - performance.now()) / 2)
}

/** Milliseconds, of one run. */
const longestForReasons = 30_000

/** By an exit, so that the machine's private directory goes with it. */
function exitOnSignals(): void {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}
