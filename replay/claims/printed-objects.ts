// What a command printed about a field: objects in YAML or JSON, or the bare value of a jsonpath or jq expression.

import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import { parseAllDocuments } from '../../component-base/yaml.ts'
import type { FieldName } from './claim.ts'
import { targetOf } from './command-target.ts'
import { fieldInText, unquote } from './field-in-text.ts'
import { fieldValues, foldName } from './object-fields.ts'
import type { SeenCommand } from './world.ts'

/** What it shows of the field, for each object; undefined: it does not show whether there is one. */
function printedValues(
  command: SeenCommand,
  field: FieldName,
  resource: string | undefined,
): unknown[][] | undefined {
  const target = targetOf(command)
  if (resource !== undefined && target !== undefined && target.resource !== resource) return undefined
  if (target !== undefined && target.verb !== 'get' && target.verb !== 'describe') return undefined
  const expression = expressionOf(command.text)
  if (expression !== undefined)
    return counts.test(command.text) ? undefined : expressed(command, expression, field)
  if (target?.piped !== undefined || command.stdout.trim() === '') return undefined
  const objects = objectsIn(command.stdout)
  if (objects.length > 0) {
    // "The value", where whole objects are printed: of which field is not said.
    if (field.name === '') return undefined
    const shown = objects.map((object) => fieldValues(object, field))
    return target !== undefined || shown.some(({ found }) => found)
      ? shown.map(({ values }) => values)
      : undefined
  }
  const text = fieldInText(field.name, command.stdout)
  return text === undefined ? undefined : [[text]]
}

/** Programs behind a pipe that print something else beside, or in place of, the values. */
const counts = /\|\s*(?:uniq\s+-\w*c|wc|nl|paste|column)\b/
/** The path that jsonpath or jq was asked for. */
function expressionOf(text: string): string | undefined {
  const match =
    /jsonpath=(['"]?)([^'"]*(?:'[^']*'[^']*)?)\1|\|\s*jq\s+(?:-\w+\s+)*(['"]?)(\.[^'"|]*)\3\s*$/.exec(text)
  return match?.[2] ?? match?.[4]
}

/** The path of the one value that an expression prints: `status.phase`; '' where it is no plain path, undefined for several. */
function pathPrinted(expression: string): string | undefined {
  const paths = [...expression.matchAll(/[.[]'?([\w./-]+)'?\]?(?=\s*(?:\}|$|\|))/g)].map(([, path]) => path!)
  // Several values in a row are none of them.
  const values = [...expression.matchAll(/\{([^{}"]*)\}/g)].filter(
    ([, inside]) => !/^(?:range\b.*|end)$/.test(inside!.trim()),
  )
  return values.length > 1 ? undefined : (paths.at(-1) ?? '')
}

function expressed(command: SeenCommand, expression: string, field: FieldName): unknown[][] | undefined {
  const path = pathPrinted(expression)
  if (path === undefined) return undefined
  if (command.exitCode !== 0 || (field.name !== '' && !isSameField(path, field.name))) return undefined
  // Of one element by its index, what is printed of others or of all says nothing.
  if (/\[\d+\]/.test(field.name) && !expression.includes(field.name)) return undefined
  const text = withoutAround(command.stdout.trim(), expression)
  if (text === undefined) return undefined
  if (text === '') return [[undefined]]
  return text.split(/\n/).map((line) => [parsed(line)])
}

/** What is printed of the value in `[{.spec.x}]`, of which the brackets are the author's; undefined where it does not stand between them. */
function withoutAround(text: string, expression: string): string | undefined {
  const [, before = '', after = ''] = /^'?([^{}]*)\{[^{}]*\}([^{}']*)/.exec(expression) ?? []
  if (!expression.includes('{') || /\{\s*range\b/.test(expression) || before + after === '') return text
  const [start, end] = [before.trimStart(), after.trimEnd()]
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)
    ? text.slice(start.length, text.length - end.length).trim()
    : undefined
}

function isSameField(path: string, name: string): boolean {
  const last = path.split('.').at(-1) ?? ''
  return last !== '' && foldName(last) === foldName(name.slice(name.lastIndexOf('.') + 1))
}

/** A name with what is around it is told apart from its likes: `spec.replicas` is not `status.replicas`. */
const isNamed = (path: string, field: string): boolean =>
  field.includes('.') ? path === field || path.endsWith(`.${field}`) : isSameField(path, field)

/** The field that a command's jsonpath or jq names in full and prints alone: `status.phase`; undefined where it does not. */
export const fieldPrinted = (text: string): string | undefined =>
  /^\{?\s*\.?(\w+(?:\.\w+)+)\s*\}?(?:\{"[^"]*"\})*$/.exec(expressionOf(text)?.trim() ?? '')?.[1]

/** What a command printed of a field through jsonpath or jq: '' for nothing, undefined where it asked for something else. */
export function printedThroughPath(
  { text, stdout, exitCode }: Pick<SeenCommand, 'text' | 'stdout' | 'exitCode'>,
  field: string,
): string | undefined {
  const expression = expressionOf(text)
  const path = expression === undefined ? undefined : pathPrinted(expression)
  return path === undefined || exitCode !== 0 || !isNamed(path, field) ? undefined : unquote(stdout.trim())
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line.trim()
  }
}

/** The objects of a YAML or JSON text, a List as its items, each with metadata; none where it is no such text. */
export function objectsIn(text: string): KubeObject[] {
  if (!/^\s*(?:\{|apiVersion:|kind:|---|- apiVersion)/.test(text)) return []
  return parseAllDocuments(text, { logLevel: 'silent' }).flatMap((document) => {
    if (document.errors.length > 0) return []
    const value = dataOf(document)
    if (!isObject(value)) return []
    const items = value['items']
    return (Array.isArray(items) ? items : [value]).filter(isObject).flatMap(withMetadata)
  })
}

/** A configuration of kind's or a component's has none, which nobody misses of it. */
function withMetadata(value: JsonObject): KubeObject[] {
  const metadata = value['metadata'] ?? {}
  return isObject(metadata) ? [{ ...value, metadata } as unknown as KubeObject] : []
}

/** A text that repeats itself by references is none of a cluster's. */
export function dataOf(document: { toJS(options: { maxAliasCount: number }): unknown }): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    return undefined
  }
}

/** Whether a command asks for objects by name, and not for those alone. */
function isOfOthers(command: SeenCommand, names: readonly string[]): boolean {
  const target = targetOf(command)
  return (
    target !== undefined && target.names.length > 0 && !target.names.every((name) => names.includes(name))
  )
}

/**
 * What the step's commands printed of a field, the last that shows it; `value` is what was printed last at all.
 * @param names of the objects that are meant; none: any
 */
export function lastPrinted(
  commands: readonly SeenCommand[],
  step: number,
  field: FieldName,
  resource: string | undefined,
  names: readonly string[] = [],
): { command: SeenCommand; values: unknown[][] } | undefined {
  for (const command of commands.filter((one) => one.step === step).reverse()) {
    if (names.length > 0 && isOfOthers(command, names)) continue
    const values = printedValues(command, field, resource)
    if (values !== undefined) return { command, values }
  }
  return undefined
}
