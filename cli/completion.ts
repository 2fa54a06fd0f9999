// kepsim completion SHELL

import { didYouMean } from '../component-base/nearest.ts'
import type { Command } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { shellScripts } from './complete/shell-scripts.ts'
import { inputErrorText } from './error-text.ts'
import { completionLine } from './lines/completion.ts'
import { UsageError } from './usage-error.ts'

/** `kepsim completion SHELL`: the script that a shell loads. */
export const run: Command = async (args) => {
  try {
    const line = readCommandLine(completionLine, args)
    if (line === undefined) return 0
    const [shell = ''] = line.words
    const names = Object.keys(shellScripts)
    if (!names.includes(shell))
      throw new UsageError(
        `there is no completion for "${shell}"${didYouMean(shell, names) || `: one of ${names.join(', ')}`}`,
      )
    process.stdout.write(shellScripts[shell]!)
    return 0
  } catch (error) {
    const text = inputErrorText('completion', error)
    if (text === undefined) throw error
    process.stderr.write(text)
    return 2
  }
}
