// Upstream: pkg/util/taints/taints.go (ParseTaints), pkg/util/flag/flags.go (RegisterWithTaintsVar)

import type { Taint } from '../../api/core-v1.ts'
import { goType } from '../../apimachinery/go-print/go-type.ts'
import { goPlain } from '../../apimachinery/go-print/plain.ts'
import { isQualifiedName, isValidLabelValue } from '../../apimachinery/validation/label-names.ts'

const effects: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Whether a text is an effect of taints, with exact case. */
export const isTaintEffect = (text: string): boolean => effects.includes(text)

function parseTaint(text: string, minor: number): Taint {
  const invalid = (why = ''): Error => new Error(`invalid taint spec: ${text}${why}`)
  const parts = text.split(':')
  if (parts.length > 2) throw invalid()
  const [pair = '', effect] = parts
  if (effect !== undefined && !isTaintEffect(effect))
    throw new Error(`invalid taint effect: ${effect}, unsupported taint effect`)
  const [key = '', value, more] = effect === undefined ? [pair] : pair.split('=')
  if (more !== undefined) throw invalid()
  const errors = value === undefined ? [] : isValidLabelValue(value, minor)
  if (errors.length === 0) errors.push(...isQualifiedName(key, minor))
  if (errors.length > 0) throw invalid(`, ${errors.join('; ')}`)
  return { key, ...(value ? { value } : {}), effect: (effect ?? '') as Taint['effect'] }
}

/**
 * The taints in `key=value:Effect,…`. Throws an Error with the flag's message. Items that end in a hyphen are read and
 * dropped.
 */
export function parseTaints(text: string, minor: number): Taint[] {
  if (text === '') return []
  const taints: Taint[] = []
  for (const item of text.split(',')) {
    const taint = parseTaint(item.replace(/-$/, ''), minor)
    if (item.endsWith('-')) continue
    if ((taint.effect as string) === '') throw new Error(`invalid taint spec: ${item}`)
    if (taints.some((t) => t.key === taint.key && t.effect === taint.effect))
      throw new Error(
        `duplicated taints with the same key and effect: ${goPlain(taint, goType('core/v1.Taint', minor))}`,
      )
    taints.push(taint)
  }
  return taints
}
