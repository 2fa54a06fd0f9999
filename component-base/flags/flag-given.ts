/**
 * The value that a command line gives a flag, where another program reads the line and the flags that it has are not known here: of
 * several the last, as pflag has it. undefined: it is not given.
 * @param letter its shorthand
 */
export function flagGiven(args: readonly string[], name: string, letter?: string): string | undefined {
  const dashes = args.indexOf('--')
  const own = dashes < 0 ? args : args.slice(0, dashes)
  return own.reduce<string | undefined>((before, arg, at) => {
    if (arg.startsWith(`--${name}=`)) return arg.slice(name.length + 3)
    if (arg === `--${name}` || (letter !== undefined && arg === `-${letter}`)) return own[at + 1] ?? before
    const glued = letter !== undefined && arg.startsWith(`-${letter}`)
    return glued ? arg.slice(2).replace(/^=/, '') : before
  }, undefined)
}
