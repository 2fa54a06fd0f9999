/** Takes `--name VALUE` or `--name=VALUE` out of the arguments; the last one counts. */
export function takeOption(args: string[], name: string): string | undefined {
  let value: string | undefined
  for (let i = 0; i < args.length; ) {
    if (args[i] === '--') break
    if (args[i] === `--${name}` && i + 1 < args.length) value = args.splice(i, 2)[1]
    else if (args[i]!.startsWith(`--${name}=`)) value = args.splice(i, 1)[0]!.slice(name.length + 3)
    else i++
  }
  return value
}
