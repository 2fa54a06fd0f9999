// jq's `del(.a, .b)`: the shell's jq deletes nothing where several paths are given, and says nothing. Of keys the order makes no difference.
import type { SimpleCommandNode, TransformPlugin } from 'just-bash'
import { simpleCommands } from './program-paths.ts'

const several = /\bdel\(\s*((?:\.[\w"-]+)+(?:\s*,\s*(?:\.[\w"-]+)+)+)\s*\)/g

/** A transformation of command lines that has jq delete one path after the other. */
export const jqDeletions: TransformPlugin = {
  name: 'jq-deletions',
  transform: ({ ast }) => {
    for (const command of simpleCommands(ast)) if (nameOf(command) === 'jq') command.args.forEach(oneByOne)
    return { ast }
  },
}

function nameOf({ name }: SimpleCommandNode): unknown {
  const [word] = name?.parts ?? []
  return word !== undefined && 'value' in word ? word.value : undefined
}

function oneByOne({ parts }: SimpleCommandNode['args'][number]): void {
  for (const part of parts)
    if ('value' in part && typeof part.value === 'string')
      part.value = part.value.replace(several, (_, paths: string) =>
        paths
          .split(',')
          .map((path) => `del(${path.trim()})`)
          .join(' | '),
      )
}
