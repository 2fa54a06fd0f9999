// Upstream: github.com/spf13/cobra Command.SuggestionsFor
import { root } from './command-tree.ts'

const suggestFor: Readonly<Record<string, readonly string[]>> = {
  delete: ['rm'],
  get: ['list', 'ls'],
}

/** The groups of `kubectl help`, whose order the suggestions have. */
const order =
  'create expose run set explain get edit delete rollout scale autoscale certificate cluster-info top cordon uncordon drain taint describe logs attach exec port-forward proxy cp auth debug events diff apply patch replace wait kustomize label annotate api-resources api-versions config version'.split(
    ' ',
  )

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_v, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/** The text `Did you mean this?` with the commands that are near a word; empty where there are none. @param minor of the kubectl */
export function nearest(word: string, minor: number): string {
  const names = Object.keys(root.children ?? {})
    .filter((name) => root.children![name]!.isIn?.(minor) ?? true)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .filter(
      (name) =>
        distance(word.toLowerCase(), name) <= 2 ||
        name.startsWith(word.toLowerCase()) ||
        (suggestFor[name] ?? []).includes(word),
    )
  return names.length === 0 ? '' : `\n\nDid you mean this?\n${names.map((n) => `\t${n}\n`).join('')}`
}
