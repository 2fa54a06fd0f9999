// kepsim cluster, kepsim down: a cluster of `kepsim up` that runs.
import { resolve } from 'node:path'
import { type Downed, downed } from './cluster/end-cluster.ts'
import { ask, chosenCluster, foundClusters } from './cluster/running-clusters.ts'
import type { Command } from './command.ts'
import { checkedVerb } from './command-line.ts'
import { flaggedCommand } from './flagged-command.ts'
import { clusterLine, downLine } from './lines/cluster.ts'
import { UsageError } from './usage-error.ts'

/** `kepsim cluster VERB`: exit code 2 where the cluster does not do it. */
export const run: Command = flaggedCommand({
  line: clusterLine,
  async answer({ values, positional }) {
    const [first, ...words] = positional
    const verb = checkedVerb(clusterLine, first)
    const optional = (name: string): string | undefined => values.string(name) || undefined
    for (const [name, owner] of [
      ['release', 'add-node'],
      ['on', 'set-gates'],
      ['for-etcd', 'snapshot'],
    ] as const)
      if (verb !== owner && (optional(name) !== undefined || values.bool(name)))
        throw new UsageError(`--${name} is for ${owner}`)
    const isFile = verb === 'snapshot' || verb === 'restore'
    const { directory, state } = await chosenCluster(optional('cluster'))
    if (state === 'killed')
      throw new UsageError(`the cluster in ${directory} was killed: 'kepsim down' removes what it left`)
    const answer = await ask(directory, {
      verb,
      words: isFile ? words.map((word) => resolve(word)) : words,
      release: optional('release'),
      on: optional('on'),
      forEtcd: values.bool('for-etcd'),
    })
    if (!answer.ok) throw new UsageError(answer.message)
    return { text: answer.text, code: 0, data: answer.data }
  },
})

const told: Readonly<Record<Downed['state'], string | undefined>> = {
  ended: 'has ended',
  removed: 'was killed: what it left is removed',
  failed: undefined,
}

/** `kepsim down`: waits until the cluster has ended. Exit code 2 where one did not, or something stays. */
export const runDown: Command = flaggedCommand({
  line: downLine,
  async answer({ values, positional }) {
    if (positional.length > 0) throw new UsageError(`unknown argument "${positional[0]}"`)
    const wanted = values.string('cluster') || undefined
    const clusters =
      values.bool('all') && wanted === undefined ? await foundClusters() : [await chosenCluster(wanted)]
    // Side by side: who is waited for keeps no other up.
    const results: Downed[] = await Promise.all(clusters.map((cluster) => downed(cluster)))
    const problems = results.flatMap((one) => one.problems)
    process.stderr.write(problems.map((problem) => `kepsim down: ${problem}\n`).join(''))
    const lines = results.flatMap(({ directory, state }) => {
      const what = told[state]
      return what === undefined ? [] : [`${directory} ${what}\n`]
    })
    return { text: lines.join(''), code: problems.length === 0 ? 0 : 2, data: { clusters: results } }
  },
})
