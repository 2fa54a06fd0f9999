// Commands that stand in scripts for what the shell's library does otherwise, and programs that run other ones.

import { systemOf } from '../images/images.ts'
import { CannotRun } from '../node-containers.ts'
import { isBusybox } from './flavor.ts'
import { inserted } from './inserted.ts'
import { checkNesting } from './nesting.ts'
import { env, type RunWords, runInLibrary, xargs } from './running-commands.ts'
import { cannotRun } from './shell.ts'
import type { ShellCommand } from './shell-command.ts'
import type { ShellReading } from './shell-reading.ts'
import { cannotSource } from './shell-words.ts'
import type { RunTimed } from './timed-run.ts'
import { timeout } from './timeout.ts'

/** The commands by their names. @param timed runs a command beside the shell, for so long at most */
export function scriptCommands(reading: ShellReading, timed: RunTimed): Record<string, ShellCommand> {
  const run: RunWords = (words, context, given = context.exportedEnv ?? {}) => {
    reading.exports = Object.keys(given)
    return runInLibrary(words, context, given)
  }
  return {
    [inserted.says]: async ([status, ...texts]) => ({
      stdout: '',
      stderr: `${texts.join('')}\n`,
      exitCode: Number(status),
    }),
    [inserted.source]: async ([command = '.', path = ''], { fs, cwd }) => {
      const script = path.includes('/')
        ? await fs.readFile(fs.resolvePath(cwd, path)).catch(() => undefined)
        : undefined
      checkNesting(script ?? '')
      const stderr =
        script === undefined ? `${cannotSource(reading.flavor, reading.name, command, path)}\n` : ''
      return { stdout: '', stderr, exitCode: script === undefined ? 2 : 0 }
    },
    [inserted.captured]: async ([to = '', assigned = '', ...words], context) => {
      const names = assigned.split(' ').filter((one) => one !== '')
      const own = Object.fromEntries(names.map((one) => [one, context.env.get(one) ?? '']))
      const goes = { out: to !== 'captured', err: to === 'out' ? 'out' : 'elsewhere' } as const
      reading.capturing.push(goes)
      try {
        return await run(words, context, { ...context.exportedEnv, ...own })
      } finally {
        reading.capturing.splice(reading.capturing.lastIndexOf(goes), 1)
      }
    },
    [inserted.refused]: async ([status]) => {
      const exitCode = reading.refused ? 2 : Number(status)
      reading.refused = false
      return { stdout: '', stderr: '', exitCode }
    },
    [inserted.beyond]: async ([program = '']) => {
      throw cannotRun(program, reading.image)
    },
    [inserted.endless]: async ([device = '']) => {
      throw new CannotRun(`reading from ${device} has no end`)
    },
    env: env(run),
    xargs: xargs(run),
    timeout: timeout({
      busybox: isBusybox(systemOf(reading.image)),
      has: async (program, { fs, cwd }) => {
        if (reading.isBeyond(program)) throw cannotRun(program, reading.image)
        return (
          reading.isProgram(program) ||
          (program.includes('/') && (await fs.exists(fs.resolvePath(cwd, program))))
        )
      },
      run: (words, limit, context) => timed(words, limit, context, reading.goes),
    }),
  }
}
