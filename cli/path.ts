// `kepsim path "1.30 → 1.36 → 1.30" SCENARIO`: one live store through releases.
import { writeFileSync } from 'node:fs'
import { CommanderError, Option, Command as Program } from 'commander'
import { InputError } from '../replay/input-error.ts'
import type { FieldChange } from '../replay/path/changes.ts'
import { explainField } from '../replay/path/explain-field.ts'
import { loadPathScenario, type PathScenario } from '../replay/path/path-scenario.ts'
import { everyOrder, type Mover, releasesOfPath } from '../replay/path/path-spec.ts'
import { type HopResult, runPath } from '../replay/path/run-path.ts'
import { gateAxis } from '../replay/skew/axes.ts'
import type { Command } from './command.ts'
import { recordedGateFacts } from './gate-facts.ts'

interface Flags {
  orders: string
  gates: string[]
  explain?: boolean
  json?: string
  html?: string
}

export const run: Command = async (args) => {
  try {
    return await pathCommand(args)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const message =
      error instanceof InputError ? error.located() : error instanceof Error ? error.message : String(error)
    process.stderr.write(`kepsim path: ${message}\n`)
    return 2
  }
}

function program(): Program {
  return new Program('kepsim path')
    .description(
      'Takes one live store up and down through releases and says what each hop hid, dropped, defaulted and warned of.',
    )
    .argument('<releases>', 'as "1.30 → 1.31 → 1.30 → 1.36"; "->" and "," do too')
    .argument(
      '[scenario]',
      'manifests to follow (.yaml), or a module with setup() and a default export that runs after each hop',
    )
    .addOption(
      new Option('--orders <which>', 'of the components in a hop')
        .choices(['prescribed', 'all'])
        .default('prescribed'),
    )
    .addOption(
      new Option('--gates <gate=value>', 'of all components, as Gate=true; repeatable')
        .default([])
        .argParser((value: string, all: string[]) => [...all, value]),
    )
    .option('--explain', 'name the release that a field came with')
    .option('--html <file>', 'write the results as one HTML page that needs nothing else')
    .option('--json <file>', 'write the results as JSON ("-": to stdout)')
    .exitOverride()
}

const nothing: PathScenario = {
  setup: async () => {},
  check: async () => ({ holds: true, outcome: '' }),
}

async function pathCommand(args: string[]): Promise<number> {
  const parsed = program().parse(args, { from: 'user' })
  const flags = parsed.opts<Flags>()
  const facts = recordedGateFacts()
  const releases = releasesOfPath(parsed.args[0]!, (release) => facts.known(release))
  const scenario = parsed.args[1] === undefined ? nothing : await loadPathScenario(parsed.args[1])
  const orders: (readonly Mover[] | undefined)[] = flags.orders === 'all' ? [...everyOrder] : [undefined]
  const screen = flags.json === '-' ? process.stderr : process.stdout
  const runs: { order: readonly Mover[] | undefined; hops: HopResult[] }[] = []
  for (const order of orders) {
    if (order !== undefined) screen.write(`== ${order.join(', then ')}\n\n`)
    const onHop = (hop: HopResult): void => void screen.write(hopText(hop, flags.explain === true))
    runs.push({ order, hops: await runPath({ releases, scenario, order, gates: gates(flags), onHop }) })
  }
  if (flags.html !== undefined) {
    const [{ htmlReport }, { pathModel }] = await Promise.all([
      import('../replay/report/html/html-report.ts'),
      import('../replay/report/html/path-model.ts'),
    ])
    writeFileSync(flags.html, htmlReport(pathModel(releases, runs)))
  }
  const json = `${JSON.stringify({ releases, runs }, undefined, 2)}\n`
  if (flags.json === '-') process.stdout.write(json)
  else if (flags.json !== undefined) writeFileSync(flags.json, json)
  return runs.every(({ hops }) => hops.every((hop) => hop.holds)) ? 0 : 1
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

function hopText(hop: HopResult, explained: boolean): string {
  const lines = [`${hop.from} → ${hop.to}   ${hop.order.join(', ')}`]
  for (const problem of hop.unsupported) lines.push(`  skew       on the way ${problem}`)
  for (const change of hop.changes) lines.push(...changeLines(change, explained))
  for (const warning of hop.warnings) lines.push(`  warned     ${warning}`)
  if (hop.outcome !== '') lines.push(`  ${hop.holds ? 'holds     ' : 'FAILED    '} ${hop.outcome}`)
  if (lines.length === 1) lines.push('  nothing changes')
  return `${lines.join('\n')}\n\n`
}

function changeLines(change: FieldChange, explained: boolean): string[] {
  const { kind, object, field, before, after } = change
  const what = field === '' ? object : `${object} ${field}`
  const values =
    field === ''
      ? ''
      : kind === 'changed'
        ? `: ${short(before)} → ${short(after)}`
        : `: ${short(after ?? before)}`
  const why = explained ? explainField(object.split(' ')[0]!, field) : undefined
  const name = field === '' && kind === 'defaulted' ? 'added' : kind
  return [`  ${name.padEnd(10)} ${what}${values}`, ...(why === undefined ? [] : [`             ${why}`])]
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 70 ? `${text.slice(0, 67)}...` : text
}
