// Programs of Kubernetes named by a path are the machine's commands. As scripts, which stand in their place on the disk, the
// shell would give them no more than nine arguments.
import type { SimpleCommandNode, TransformPlugin } from 'just-bash'
import { programNamed } from '../programs/programs.ts'
import { commandPath } from './shim.ts'

/** A transformation of command lines that replaces paths of known programs by the machine's commands. */
export const programPaths: TransformPlugin = {
  name: 'program-paths',
  transform: ({ ast }) => {
    for (const { name } of simpleCommands(ast)) {
      const [word, ...rest] = name?.parts ?? []
      if (rest.length > 0 || word === undefined || !('value' in word) || typeof word.value !== 'string')
        continue
      const command = /\/([^/]+)$/.exec(word.value)?.[1]
      const program = programNamed(command ?? '')?.byPath
      if (program !== undefined) word.value = commandPath(program)
    }
    return { ast }
  },
}

/** The simple commands below a node, at any depth: in lists, loops, functions and substitutions. */
export function simpleCommands(node: unknown): SimpleCommandNode[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'type' in node && node.type === 'SimpleCommand' ? [node as SimpleCommandNode] : []
  return [...own, ...Object.values(node).flatMap(simpleCommands)]
}
