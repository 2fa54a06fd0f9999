// Differences of objects as servers see them inside: fields of the internal types in their order, all of them present.
import { apimachineryDialect } from '../../../apimachinery/dialect.ts'
import { cmpDiff } from '../../../apimachinery/go-cmp/report.ts'
import { goType } from '../../../apimachinery/go-print/go-type.ts'
import { goJSON, marshal } from '../../../apimachinery/go-print/marshal.ts'
import { unifiedDiff } from './unified-diff.ts'

/** The difference of two objects as messages show it. `type`: of the internal types, as `core.PodSpec`. */
export function internalDiff(old: unknown, now: unknown, type: string, minor: number): string {
  if (apimachineryDialect(minor).reportsDifferencesByCmp) return cmpDiff(old, now, type, minor)
  const text = (value: unknown): string => goJSON(marshal(value, goType(type, minor)), 1)
  return unifiedDiff(text(old), text(now))
}
