// Which KEPs a feature gate belongs to.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

let recorded: Map<string, readonly number[]> | undefined

/** The numbers of a gate's KEPs; empty where neither its source nor a KEP names one. Recorded by scripts/record-keps.mjs. */
export function kepsOf(gate: string): readonly number[] {
  recorded ??= new Map(
    Object.entries(JSON.parse(readFileSync(join(packageRoot, 'releases', 'keps.json'), 'utf8'))),
  ) as Map<string, readonly number[]>
  return recorded.get(gate) ?? []
}
