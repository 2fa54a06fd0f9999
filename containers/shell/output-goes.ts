// Where the output of a part of a script goes.
import type { CommandNode } from 'just-bash'
import { wordOf } from './script-tree.ts'

type Redirection = Extract<CommandNode, { type: 'SimpleCommand' }>['redirections'][number]

/** Where a part of a script writes: `out` to the output of the script itself; its errors to the script's errors, its output, or elsewhere. */
export interface Goes {
  readonly out: boolean
  readonly err: 'err' | 'out' | 'elsewhere'
}

/** The output of a script that is a process of its own. */
export const asScript: Goes = { out: true, err: 'err' }

/** The output of a part of a script that is captured: for a pipe, a substitution or a file. */
export const intoPipe = ({ err }: Goes): Goes => ({ out: false, err: err === 'out' ? 'elsewhere' : err })

/** Where what has redirections writes, which are done from the first to the last. */
export function redirectedFrom(goes: Goes, redirections: readonly Redirection[]): Goes {
  let { out, err } = goes
  for (const { operator, fd, target } of redirections) {
    if (operator.startsWith('<')) continue
    const word = target.type === 'Word' ? wordOf(target) : undefined
    const both = operator.startsWith('&') || (operator === '>&' && fd === null && !/^\d+$/.test(word ?? '2'))
    if (operator === '>&' && fd === 2 && word === '1') err = out ? 'out' : 'elsewhere'
    else if (both || fd === 2) err = 'elsewhere'
    if (both || fd === null || fd === 1) out = false
  }
  return { out, err }
}
