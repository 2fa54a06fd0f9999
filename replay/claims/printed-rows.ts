// The rows of what kubectl printed of objects.
import { targetOf } from './command-target.ts'
import { entryOfKind } from './kinds.ts'
import { objectsIn } from './printed-objects.ts'
import type { SeenCommand } from './world.ts'

const states: Readonly<Record<string, RegExp>> = {
  running: /^Running$/,
  pending: /^Pending$/,
  terminating: /^Terminating$/,
  succeeded: /^(?:Completed?|Succeeded)$/,
  failed: /^(?:Failed|Error)$/,
  bound: /^Bound$/,
}

/** How many, of a kind and in a state where these are said; a text says why that cannot be told. */
export function countRows(
  command: SeenCommand,
  { kind, state }: { kind?: string; state?: string },
): number | string {
  const { text, stdout, stderr } = command
  const target = targetOf(command)
  if (target === undefined || target.verb !== 'get') return 'the command lists no objects'
  if (kind !== undefined && entryOfKind(kind)?.resource !== target.resource)
    return `the command lists no objects of kind ${kind}`
  if (/\bget\s+\S*,/.test(text)) return 'the command lists objects of several kinds'
  if (target.piped !== undefined && !/^grep\b(?!.*\s-\w*c)/.test(target.piped))
    return 'what the command lists goes elsewhere'
  if (stdout.trim() === '')
    return /^No resources found/.test(stderr) || stderr.trim() === '' ? 0 : 'the command listed nothing'
  const lines = stdout.trimEnd().split('\n')
  if (target.output === 'name') return state === undefined ? lines.length : 'names tell no state'
  if (target.output === undefined || target.output === 'wide') return inTable(lines, state)
  const objects = objectsIn(stdout)
  return state === undefined && objects.length > 0 ? objects.length : 'the command prints no list'
}

function inTable([head = '', ...rest]: readonly string[], state: string | undefined): number | string {
  const headed = /^(?:NAMESPACE|NAME|LAST SEEN)\b/.test(head)
  if (state === undefined) return headed ? rest.length : rest.length + 1
  const fits = Object.hasOwn(states, state) ? states[state] : undefined
  const column = head.trim().split(/\s+/).indexOf('STATUS')
  if (!headed || column < 0 || fits === undefined) return `the table does not tell what is ${state}`
  return rest.filter((line) => fits.test(line.trim().split(/\s+/)[column] ?? '')).length
}
