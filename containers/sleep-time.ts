// Upstream: coreutils/src/sleep.c, busybox/coreutils/sleep.c

const seconds: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 }

/** Milliseconds of a time as `sleep` takes it (`5`, `0.5`, `2m`), infinite for `inf`; undefined for what is no time. */
export function sleepMs(text: string): number | undefined {
  if (/^inf(?:inity)?$/i.test(text)) return Number.POSITIVE_INFINITY
  const [, number, unit = ''] = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * seconds[unit]! * 1000
}

/** Milliseconds that `sleep ARGS…` takes; undefined where an argument is no time, or there is none. */
export function sleepsFor(args: readonly string[]): number | undefined {
  const times = args.map(sleepMs)
  if (times.length === 0 || times.includes(undefined)) return undefined
  return (times as number[]).reduce((sum, one) => sum + one, 0)
}
