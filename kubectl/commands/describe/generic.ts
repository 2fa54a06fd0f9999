// Kinds that kubectl has no describer for: the content itself.
// Upstream: kubectl/pkg/describe/describe.go (genericDescriber, printUnstructuredContent)

import { goSprint } from '../../../apimachinery/go-print/json-values.ts'
import { isObject, type KubeObject } from '../../../apimachinery/json.ts'
import { upperFirst } from '../../../component-base/first-letter.ts'
import type { Session } from '../../session.ts'
import { describeDialect } from './dialect.ts'
import { annotationsText, labelsText } from './parts.ts'

const skipped = new Set([
  '.metadata.name',
  '.metadata.namespace',
  '.metadata.labels',
  '.metadata.annotations',
])
const acronyms = new Set(['API', 'URL', 'UID', 'GUID'])

/** All fields of an object as indented lines, their names in words: `Last Transition Time`. */
export function describeGeneric({ minor }: Session, object: KubeObject): string {
  const { name = '', namespace = '', labels, annotations } = object.metadata
  return `Name:\t${name}\nNamespace:\t${namespace}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}${content(object, '', 0, minor)}`
}

function content(
  map: Readonly<Record<string, unknown>>,
  prefix: string,
  level: number,
  minor: number,
): string {
  const indent = '  '.repeat(level)
  const { withoutManagedFields } = describeDialect(minor)
  return Object.keys(map)
    .sort()
    .map((field) => {
      const path = `${prefix}.${field}`
      if (skipped.has(path) || (withoutManagedFields && path === '.metadata.managedFields')) return ''
      const [value, label] = [map[field], labelOf(field, minor)]
      if (isObject(value)) return `${indent}${label}:\n${content(value, path, level + 1, minor)}`
      if (!Array.isArray(value)) return `${indent}${label}:\t${goSprint(value)}\n`
      const items = value.map((child) =>
        isObject(child) ? content(child, path, level + 1, minor) : `${indent}  ${goSprint(child)}\n`,
      )
      return `${indent}${label}:\n${items.join('')}`
    })
    .join('')
}

/** `podCIDRs` → `Pod CIDRs`; before, as upstream splits camel case, `Pod CID Rs`. */
function labelOf(field: string, minor: number): string {
  if (/[^\p{L}-]/u.test(field)) return field
  const { fieldWords } = describeDialect(minor)
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|-+|[A-Z]/g) ?? [field]
  return (fieldWords === 'whole' ? merged(parts) : parts)
    .map((part) => {
      if (acronyms.has(part.toUpperCase()) || (part.toUpperCase() === 'OSB' && fieldWords !== 'whole'))
        return part.toUpperCase()
      if (fieldWords === 'lowered') return upperFirst(part.toLowerCase())
      return part.toLowerCase() === part ? upperFirst(part) : part
    })
    .join(' ')
}

/** An acronym of two letters and more is one word with what begins with a capital after it. */
function merged(parts: readonly string[]): string[] {
  const all: string[] = []
  for (let i = 0; i < parts.length; i++) {
    const joins = /^[A-Z-]{2,}$/.test(parts[i]!) && /^[A-Z]/.test(parts[i + 1] ?? '')
    all.push(joins ? `${parts[i]}${parts[++i]}` : parts[i]!)
  }
  return all
}
