// Kinds that kubectl has no describer for: the content itself.
// Upstream: kubectl/pkg/describe/describe.go (genericDescriber, printUnstructuredContent)

import { goSprint } from '../../../apimachinery/go-print/json-values.ts'
import { isObject, type KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import { annotationsText, labelsText } from './parts.ts'

const skipped = new Set([
  '.metadata.managedFields',
  '.metadata.name',
  '.metadata.namespace',
  '.metadata.labels',
  '.metadata.annotations',
])
const acronyms = new Set(['API', 'URL', 'UID', 'GUID'])

/** All fields of an object as indented lines, their names in words: `Last Transition Time`. */
export function describeGeneric(_session: Session, object: KubeObject): string {
  const { name = '', namespace = '', labels, annotations } = object.metadata
  return `Name:\t${name}\nNamespace:\t${namespace}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}${content(object, '', 0)}`
}

function content(map: Readonly<Record<string, unknown>>, prefix: string, level: number): string {
  const indent = '  '.repeat(level)
  return Object.keys(map)
    .sort()
    .map((field) => {
      const path = `${prefix}.${field}`
      if (skipped.has(path)) return ''
      const [value, label] = [map[field], labelOf(field)]
      if (isObject(value)) return `${indent}${label}:\n${content(value, path, level + 1)}`
      if (!Array.isArray(value)) return `${indent}${label}:\t${goSprint(value)}\n`
      const items = value.map((child) =>
        isObject(child) ? content(child, path, level + 1) : `${indent}  ${goSprint(child)}\n`,
      )
      return `${indent}${label}:\n${items.join('')}`
    })
    .join('')
}

/** `podCIDRs` → `Pod CID Rs`, as upstream splits camel case. */
function labelOf(field: string): string {
  if (/[^\p{L}-]/u.test(field)) return field
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|-+|[A-Z]/g) ?? [field]
  return parts
    .map((part) => {
      if (acronyms.has(part.toUpperCase())) return part.toUpperCase()
      return part.toLowerCase() === part ? part.charAt(0).toUpperCase() + part.slice(1) : part
    })
    .join(' ')
}
