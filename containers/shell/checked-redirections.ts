// A redirection to a folder that is missing is a command that fails. The shell's library ends the whole script there, but where it
// cannot look at the file before: so it is told of those files by another name.
import type { CommandNode, ScriptNode, WordNode } from 'just-bash'
import { markOf } from '../files/marked-path.ts'

/** Marks the files that a script's commands write to. @param shell the number of the shell's process */
export function markRedirections(script: ScriptNode, shell: number): void {
  const open: unknown[] = [script]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const value of Object.values(node)) open.push(value)
    const { type } = node as { type?: string }
    if (type === 'Redirection') mark(node as Redirection, shell)
  }
}

type Redirection = Extract<CommandNode, { type: 'SimpleCommand' }>['redirections'][number]

function mark({ operator, target }: Redirection, shell: number): void {
  if (!/^(?:>|>>|>\||&>|&>>)$/.test(operator) || target.type !== 'Word' || !mayFail(target)) return
  target.parts.push({ type: 'Literal', value: markOf(shell) })
}

/** Whether the redirection's folder may be missing: not on a device, or in the shell's own folder. */
function mayFail(target: WordNode): boolean {
  const [part, ...more] = target.parts
  const isPlain = more.length === 0 && (part?.type === 'Literal' || part?.type === 'SingleQuoted')
  return !isPlain || !/^\/(?:dev|proc)\/|^[^/]*$/.test(part.value)
}
