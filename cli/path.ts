// `kepsim path "1.30 → 1.36 → 1.30" SCENARIO`: one live store through releases.
import { writeFileSync } from 'node:fs'
import { InputError } from '../replay/input-error.ts'
import { hopText, setupText } from '../replay/path/hop-text.ts'
import { loadPathScenario } from '../replay/path/load-path-scenario.ts'
import type { HopResult } from '../replay/path/path-result.ts'
import type { Checked } from '../replay/path/path-scenario.ts'
import { releasesOfPath } from '../replay/path/path-spec.ts'
import { type OrderedRun, ordersOf, pathJson, verdictOf } from '../replay/path/path-verdict.ts'
import { type PathOptions, runPath } from '../replay/path/run-path.ts'
import { onGithub, withCommandsStopped, withoutCommands } from '../replay/report/github.ts'
import { gateAxis } from '../replay/skew/axes.ts'
import { allowUncheckedOption, exitCodesHelp, moduleHelp } from './allow-unchecked.ts'
import type { Command } from './command.ts'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { recordedGateFacts } from './gate-facts.ts'
import { kubectlOption, kubectlRunner } from './kubectl-option.ts'
import { checkOutputFiles } from './output-files.ts'
import { planErrorText, planOption, readPlanOption } from './plan-option.ts'
import { isStoredPath, type StoredObjects, storedPath } from './stored-path.ts'
import { wholeNumber } from './whole-number.ts'

interface Flags extends StoredObjects {
  orders: 'prescribed' | 'all'
  gates: string[]
  plan?: string
  section?: string
  kubectl: string
  timeout: string
  explain?: boolean
  allowUnchecked?: boolean
  etcdPrefix: string
  json?: string
  html?: string
}

// What a module has left running does not keep the process.
/** `kepsim path`. Ends the process itself, since a scenario's module may keep it running. */
export const run: Command = async (args) => process.exit(await statusOf(args))

async function statusOf(args: string[]): Promise<number> {
  // The first signal lets the cluster end, and take its files with it; a second one ends the process.
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => process.exit(143))
  try {
    return await pathCommand(args, stop.signal)
  } catch (error) {
    if (stop.signal.aborted) return 130
    const message =
      error instanceof InputError ? error.located() : error instanceof Error ? error.message : String(error)
    process.stderr.write(planErrorText('path', error) ?? `kepsim path: ${withoutCommands(message)}\n`)
    return 2
  }
}

const commandLine: CommandLine = {
  name: 'path',
  about:
    'Takes one live store up and down through releases and says what each hop hid, dropped, defaulted and warned of.',
  words: [
    ['<releases>', 'as "1.30 → 1.31 → 1.30 → 1.36"; "->" and "," do too'],
    [
      '[scenario]',
      'manifests to follow (.yaml); a Markdown script, whose first step runs at the first release and the others after each hop; or a module with setup() and a default export that runs after each hop',
    ],
  ],
  options: [
    {
      form: '--orders <which>',
      about: 'of the components in a hop; "all": the prescribed one, then every one',
      choices: ['prescribed', 'all'],
      default: 'prescribed',
    },
    { form: '--gates <gate=value>', about: 'of all components, as Gate=true; repeatable', many: true },
    planOption,
    { form: '--section <text>', about: 'of a Markdown script: a heading (part of its text)' },
    kubectlOption,
    {
      form: '--etcd-snapshot <file>',
      about:
        "in place of a scenario: the objects of a cluster's etcd, as 'etcdctl snapshot save' writes them, or a member's snap/db; it is only read, and values of Secrets are never told",
    },
    {
      form: '--etcd-servers <url>',
      about:
        'the same of an etcd that runs, best of a copy: it is read at one revision, and nothing is written; several, with commas, are members of one',
    },
    { form: '--etcd-cafile <file>', about: 'of --etcd-servers: who signed its certificate' },
    { form: '--etcd-certfile <file>', about: 'of --etcd-servers: the certificate to show it' },
    { form: '--etcd-keyfile <file>', about: 'of --etcd-servers: the key of that certificate' },
    {
      form: '--etcd-prefix <prefix>',
      about: 'of its keys, as kube-apiserver was given it',
      default: '/registry',
    },
    { form: '--timeout <seconds>', about: "of a module's function at one hop", default: '120' },
    { form: '--explain', about: 'name the gate, its KEP, and the release that a field came with' },
    allowUncheckedOption,
    { form: '--html <file>', about: 'write the results as one HTML page that needs nothing else' },
    { form: '--json <file>', about: 'write the results as JSON ("-": to stdout)' },
  ],
  more: exitCodesHelp + moduleHelp,
}

async function pathCommand(args: string[], signal: AbortSignal): Promise<number> {
  const line = readCommandLine<Flags>(commandLine, args)
  if (line === undefined) return 0
  const { flags, words } = line
  checkOutputFiles({ html: flags.html, json: flags.json })
  const facts = recordedGateFacts(await readPlanOption(flags.plan))
  const releases = releasesOfPath(words[0]!, (release) => facts.known(release))
  const file = words[1]
  if (isStoredPath(flags))
    return storedPath({ ...flags, scenario: file, gates: gates(flags) }, releases, { facts, signal })
  const scenario = file === undefined ? undefined : await loadPathScenario(file, flags.section)
  const timeoutMs = wholeNumber(flags.timeout, 'timeout') * 1000
  const screen = flags.json === '-' ? process.stderr : process.stdout
  const write = (text: string): void => void screen.write(text)
  const kubectl = await kubectlRunner(flags.kubectl)
  if (kubectl.note !== undefined) process.stderr.write(`kepsim path: ${kubectl.note}\n`)
  const given = { releases, scenario, gates: gates(flags), facts, kubectl: kubectl.run, timeoutMs, signal }
  const walk = (): Promise<OrderedRun[]> => walkAll(given, flags, write)
  const runs = await (onGithub() ? withCommandsStopped(write, walk) : walk())
  await writeReports(releases, runs, file, flags)
  return verdictOf(runs, flags.allowUnchecked).exitCode
}

async function walkAll(
  given: PathOptions,
  { explain, orders }: Flags,
  write: (text: string) => void,
): Promise<OrderedRun[]> {
  const onSetup = (setup: Checked): void => write(setupText(given.releases[0]!, setup))
  const onHop = (hop: HopResult): void => write(hopText(hop, explain === true))
  const runs: OrderedRun[] = []
  for (const order of ordersOf(given.releases, orders)) {
    if (orders === 'all') write(`== ${order?.join(', then ') ?? 'as prescribed'}\n\n`)
    runs.push({ order, ...(await runPath({ ...given, order, onSetup, onHop })) })
  }
  write(`${verdictOf(runs).text}\n`)
  return runs
}

async function writeReports(
  releases: readonly string[],
  runs: readonly OrderedRun[],
  file: string | undefined,
  { allowUnchecked, html, json }: Flags,
): Promise<void> {
  if (html !== undefined) {
    const [{ htmlReport }, { pathModel }] = await Promise.all([
      import('../replay/report/html/html-report.ts'),
      import('../replay/report/html/path-model.ts'),
    ])
    writeFileSync(html, htmlReport(pathModel(releases, runs, file)))
  }
  if (json === undefined) return
  const text = pathJson(releases, runs, allowUnchecked === true)
  if (json === '-') process.stdout.write(text)
  else writeFileSync(json, text)
}

function gates(flags: Flags): Record<string, boolean> {
  const settings: Record<string, boolean> = Object.create(null)
  for (const text of flags.gates) {
    const [setting, ...more] = gateAxis(text)
    if (setting?.value === undefined || setting.component !== undefined || more.length > 0)
      throw new InputError('', undefined, `--gates ${text}: on a path a gate has one value, as Gate=true`)
    settings[setting.gate] = setting.value
  }
  return settings
}
