// `date` by the transcript's clock: the shell's own, told the time.
import { Bash, type ResolvedCommandContext } from 'just-bash'
import type { CommandResult } from '../machine/command-result.ts'

const day = 86_400_000
/** The words of `-d` that speak of now. */
const relative: Readonly<Record<string, number>> = { now: 0, today: 0, yesterday: -day, tomorrow: day }

/** @param now milliseconds since the epoch */
export async function date(
  now: number,
  args: readonly string[],
  { env }: Pick<ResolvedCommandContext, 'env'>,
): Promise<CommandResult> {
  const zone = env.get('TZ')
  const shell = new Bash({ commands: ['date'], defenseInDepth: false })
  const { stdout, stderr, exitCode } = await shell.exec('date', {
    args: atTime(args, now),
    env: zone === undefined ? {} : { TZ: zone },
  })
  return { stdout, stderr, exitCode }
}

function atTime(args: readonly string[], now: number): string[] {
  const at = (ms: number): string => `@${Math.floor((now + ms) / 1000)}`
  const texts = args.map((arg, i) => {
    const given = /^(?:-d|--date)$/.test(args[i - 1] ?? '')
    const [, option = '', text = ''] = given ? ['', '', arg] : (/^(--date=)(.*)$/s.exec(arg) ?? [])
    const shift = given || option !== '' ? relative[text.trim().toLowerCase()] : undefined
    return shift === undefined ? arg : option + at(shift)
  })
  return args.some((arg) => /^(?:-d|--date(?:=.*)?)$/s.test(arg)) ? texts : ['-d', at(0), ...texts]
}
