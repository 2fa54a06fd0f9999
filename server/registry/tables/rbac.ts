// Upstream: pkg/printers/internalversion/printers.go
import type { JsonObject } from '../../../apimachinery/json.ts'
import { age, list, name, type Printer, text } from './cells.ts'

/** Cells of role bindings: name, role, age; users, groups and accounts in wide output. */
export const printRoleBinding: Printer = (o, options) => {
  const of = (kind: string, show: (subject: JsonObject) => string): string =>
    list(o, 'subjects')
      .filter((subject) => text(subject, 'kind') === kind)
      .map(show)
      .join(', ')
  return [
    name(o),
    `${text(o, 'roleRef', 'kind')}/${text(o, 'roleRef', 'name')}`,
    age(o, options),
    of('User', name1),
    of('Group', name1),
    of('ServiceAccount', (s) => `${text(s, 'namespace')}/${text(s, 'name')}`),
  ]
}
const name1 = (subject: JsonObject): string => text(subject, 'name')
