// Output formats.
import type { KubeObject } from '../server/apimachinery/json.ts'
import { emitYaml } from '../server/apimachinery/yaml-emitter.ts'
import { evaluateJsonPath, select } from './jsonpath.ts'
import { KubectlError } from './usage-error.ts'

/** A structured format, or undefined for tables (`''`, `wide`). */
export function formatter(output: string): ((value: unknown) => string) | undefined {
  if (output === '' || output === 'wide') return undefined
  if (output === 'yaml') return (value) => emitYaml(value)
  if (output === 'json') return (value) => `${JSON.stringify(sorted(value), null, 4)}\n`
  if (output.startsWith('jsonpath=') || output.startsWith('jsonpath-as-json=')) {
    const template = output.slice(output.indexOf('=') + 1)
    return (value) => evaluateJsonPath(template, value)
  }
  if (output.startsWith('custom-columns=')) return (value) => customColumns(output.slice(15), value)
  throw new KubectlError(
    `unable to match a printer suitable for the output format "${output}", allowed formats are: custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,template,templatefile,wide,yaml`,
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const map = value as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((k) => [k, sorted(map[k])]),
  )
}

/** kubectl hides managedFields unless asked. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata?.managedFields === undefined) return object
  const { managedFields: _hidden, ...metadata } = object.metadata
  return { ...object, metadata }
}

function customColumns(spec: string, value: unknown): string {
  const columns = spec
    .split(',')
    .map((c) => [c.slice(0, c.indexOf(':')), c.slice(c.indexOf(':') + 1)] as const)
  const items = isList(value) ? value.items : [value]
  const cell = (path: string, item: unknown): string => {
    const values = select(path.replace(/^\{|\}$/g, ''), item)
    return values.length === 0
      ? '<none>'
      : values.map((v) => (typeof v === 'object' ? JSON.stringify(v) : String(v))).join(',')
  }
  return columnsText([
    columns.map(([title]) => title),
    ...items.map((item) => columns.map(([, path]) => cell(path, item))),
  ])
}

const isList = (value: unknown): value is { items: unknown[] } =>
  typeof value === 'object' && value !== null && Array.isArray((value as { items?: unknown }).items)

/** Rows aligned as kubectl's tab writer does: three spaces between columns. */
export function columnsText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_c, i) => Math.max(...rows.map((r) => (r[i] ?? '').length)))
  return rows
    .map(
      (row) =>
        `${row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]! + 3))).join('')}\n`,
    )
    .join('')
}
