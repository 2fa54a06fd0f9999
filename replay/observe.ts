// What a step leaves behind, for the timeline of reports.
import { fieldInText } from './claims/field-in-text.ts'
import { fieldPrinted, printedThroughPath } from './claims/printed-objects.ts'
import { gateIn, type MachineCluster } from './machine/cluster.ts'
import type { CommandRecord, ComponentState, FieldValue } from './outcome.ts'
import type { GateFacts } from './runtime.ts'
import { commandsOf, type Step } from './step.ts'
import { isWarning } from './warning-line.ts'

/**
 * The fields that the prose of the steps makes claims about, after those that were asked for; then those that commands of several
 * steps print alone.
 */
export function watchedFields(steps: readonly Step[], asked: readonly string[] = []): string[] {
  const claimed = steps.flatMap((step) =>
    step.actions.flatMap((action) =>
      action.kind === 'claim' && action.claim.kind === 'field' && action.claim.field.plain === undefined
        ? [action.claim.field.name]
        : [],
    ),
  )
  const watched = [...new Set([...asked, ...claimed])]
  const names = new Set(watched.map(lastName))
  return [...watched, ...printedAgain(steps).filter((field) => !names.has(lastName(field)))]
}

/** Who has a field printed in several steps compares what they print. */
function printedAgain(steps: readonly Step[]): string[] {
  const counts = new Map<string, number>()
  for (const step of steps)
    for (const field of new Set(commandsOf(step).flatMap(({ text }) => fieldPrinted(text) ?? [])))
      counts.set(field, (counts.get(field) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 1).map(([field]) => field)
}

const lastName = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

/** Each field as the step's commands showed it last; fields that none showed are left out. */
export function fieldValues(fields: readonly string[], commands: readonly CommandRecord[]): FieldValue[] {
  return fields.flatMap((field) => {
    const value = commands.map((command) => shownOf(command, field)).findLast((found) => found !== undefined)
    return value === undefined ? [] : [{ field, value }]
  })
}

/** An expression for the field alone shows it, whatever the document compares; other outputs do where they are compared. */
const shownOf = (command: CommandRecord, field: string): string | undefined =>
  printedThroughPath(command, field) ?? (command.asserted ? fieldInText(field, command.stdout) : undefined)

/** What runs, in the order it was first started. @param named gates that the document names */
export function componentStates(
  cluster: MachineCluster,
  named: readonly string[],
  facts: GateFacts,
  full: (release: string) => string,
): ComponentState[] {
  return [...cluster.records]
    .filter(([name]) => cluster.running.has(name))
    .map(([name, record]) => ({
      name,
      release: full(record.release),
      gates: gateStates(record.gates, named, (gate) => gateIn(record, gate, facts)),
      versionFlags: versionFlagsIn(record.args),
    }))
}

/** The flags of a command line that set the versions to emulate and to be compatible with. */
export const versionFlagsIn = (args: readonly string[]): string[] =>
  [...args.join(' ').matchAll(/(--(?:emulated|min-compatibility)-version)[= ](\S+)/g)].map(
    ([, flag, value]) => `${flag}=${value}`,
  )

/** Gates that are set, and the defaults of others that are named. */
export function gateStates(
  set: Readonly<Record<string, boolean>>,
  named: readonly string[],
  defaultOf: (gate: string) => boolean | undefined,
): ComponentState['gates'] {
  const given = Object.entries(set).map(([gate, value]) => ({ gate, value, from: 'set' as const }))
  const others = named.flatMap((gate) => {
    const value = Object.hasOwn(set, gate) ? undefined : defaultOf(gate)
    return value === undefined ? [] : [{ gate, value, from: 'default' as const }]
  })
  return [...given, ...others]
}

/**
 * What of a command's output is held against the document, in the order of the document: warnings and errors beside it where they are
 * shown. @param warnings warnings in any case, since the document tells of them
 */
export function comparedText(
  record: Pick<CommandRecord, 'stdout' | 'stderr' | 'exitCode' | 'asserted'>,
  shown: readonly string[],
  warnings = false,
): string {
  const { stdout, stderr } = record
  const said = new Set(linesOf(stderr))
  const showsErrors = shown.some((line) => /^(?:Warning:|[Ee]rror)/.test(line) || said.has(line.trim()))
  if (record.asserted && record.exitCode === 0 && stdout !== '' && !showsErrors)
    return warnings ? stderr.split(/^/m).filter(isWarning).join('') + stdout : stdout
  const first = shown.find((line) => line.trim() !== '')?.trim() ?? ''
  const outputFirst = !said.has(first) && linesOf(stdout).includes(first)
  if (outputFirst) return `${stdout.replace(/\n?$/, '\n')}${stderr}`
  const [before, after] = aroundOutput(record, shown)
  return after === '' ? stderr + stdout : `${before}${stdout.replace(/\n?$/, '\n')}${after}`
}

/** What is written as errors, where the document shows its last lines after the output: a warning before it, what ended the command after it. */
function aroundOutput(
  { stdout, stderr }: Pick<CommandRecord, 'stdout' | 'stderr'>,
  shown: readonly string[],
): readonly [before: string, after: string] {
  const [first] = linesOf(stdout)
  const places = shown.map((line) => line.trim())
  const below = first === undefined ? -1 : places.indexOf(first)
  const lines = stderr.split(/^/m)
  let at = lines.length
  while (at > 0 && below >= 0 && places.lastIndexOf(lines[at - 1]!.trim()) > below) at--
  return [lines.slice(0, at).join(''), lines.slice(at).join('')]
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
