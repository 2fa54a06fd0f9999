// Pieces that many describers print.
// Upstream: kubectl/pkg/describe/describe.go

import type { LabelSelector } from '../../../api/meta-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A time in Go's RFC1123Z: `Sat, 21 Nov 2026 04:16:02 +0000`. */
export function longTime(text: string | null | undefined): string {
  if (text === null || text === undefined) return 'Mon, 01 Jan 0001 00:00:00 +0000'
  const d = new Date(text)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${days[d.getUTCDay()]}, ${two(d.getUTCDate())} ${months[d.getUTCMonth()]} ${d.getUTCFullYear()} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())} +0000`
}

/** `Labels:\ta=1\n\tb=2`, or `<none>`; the indent goes before each line. */
export function multiline(title: string, lines: readonly string[], indent = ''): string {
  return lines.length === 0
    ? `${indent}${title}:\t<none>\n`
    : lines.map((l, i) => `${indent}${i === 0 ? `${title}:` : ''}\t${l}\n`).join('')
}

/** The entries of a map as `key=value`, sorted. */
export const pairs = (map: Record<string, string> | undefined): string[] =>
  Object.keys(map ?? {})
    .sort()
    .map((k) => `${k}=${map![k]}`)

const longest = 140

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text
}

/** All annotations but that of kubectl apply; long ones go on lines of their own. */
export function annotationsText(title: string, annotations: Record<string, string> | undefined): string {
  const keys = Object.keys(annotations ?? {})
    .filter((key) => key !== lastAppliedAnnotation)
    .sort()
  if (keys.length === 0) return `${title}:\t<none>\n`
  const entries = keys.map((key) => {
    const value = annotations![key]!.replace(/\n$/, '')
    if (value.length + key.length + 2 <= longest && !value.includes('\n')) return `${key}: ${value}\n`
    const lines = value.split('\n').map((line) => `\t  ${shorten(line, longest - 2)}\n`)
    return `${key}:\n${lines.join('')}`
  })
  return `${title}:\t${entries.join('\t')}`
}

/** The lines of an object's name, namespace, labels and annotations. */
export function header(object: KubeObject): string {
  const { name = '', namespace, labels, annotations } = object.metadata
  return `Name:\t${name}\n${namespace === undefined ? '' : `Namespace:\t${namespace}\n`}${labelsText(labels)}${annotationsText('Annotations', annotations)}`
}

/** The labels, one a line, sorted; `<none>` without labels. */
export const labelsText = (labels: Record<string, string> | undefined, title = 'Labels'): string =>
  multiline(title, pairs(labels))

/** The controller of an object, `Deployment/web`; empty where it has none. */
export function controlledBy(object: KubeObject): string {
  const owner = object.metadata.ownerReferences?.find((o) => o.controller === true)
  return owner === undefined ? '' : `Controlled By:\t${owner.kind}/${owner.name}\n`
}

/** meta/v1 LabelSelector. */
export type Selector = LabelSelector
/** `a=1,b in (c)`; `<none>` where it selects nothing. */
export function selectorText(selector: Selector | undefined): string {
  const expressions = (selector?.matchExpressions ?? []).map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key
    if (operator === 'DoesNotExist') return `!${key}`
    return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort().join(',')})`
  })
  const all = [...pairs(selector?.matchLabels), ...expressions].sort()
  return all.length === 0 ? '<none>' : all.join(',')
}

/** `<none>` for the empty text. */
export const orNone = (text: string): string => (text === '' ? '<none>' : text)

/** The conditions of a workload's status as a table: type, status, reason. */
export function conditionsTable(
  conditions: { type: string; status: string; reason?: string }[] | undefined,
): string {
  if ((conditions ?? []).length === 0) return ''
  const rows = conditions!.map((c) => `  ${c.type} \t${c.status}\t${c.reason ?? ''}\n`)
  return `Conditions:\n  Type\tStatus\tReason\n  ----\t------\t------\n${rows.join('')}`
}

/** Names of resources in upstream's order. */
export const sortedNames = (map: Record<string, string> | undefined): string[] =>
  Object.keys(map ?? {}).sort()
