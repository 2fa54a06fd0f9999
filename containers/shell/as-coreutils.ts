// Outputs of the shell library's programs as GNU coreutils pads them.

/** Widths that coreutils have for a count: of repeated lines, of what is read from a pipe. */
const width = 7

/** The output of a program of the library, in columns as wide as those of coreutils. */
export function asCoreutils(name: string, args: readonly string[], stdout: string): string {
  if (name === 'uniq' && args.some(countsLines)) return stdout.replace(/^ *(\d+) /gm, padded)
  const counts = /^(\d+(?: \d+)+)\n$/.exec(stdout)?.[1]
  // Counts of files are as wide as the largest of them: only those of a pipe are padded here.
  if (name !== 'wc' || counts === undefined) return stdout
  const columns = counts.split(' ').map((count) => count.padStart(width))
  return `${columns.join(' ')}\n`
}

const countsLines = (arg: string): boolean => arg === '--count' || /^-[a-z]*c[a-z]*$/i.test(arg)
const padded = (_: string, count: string): string => `${count.padStart(width)} `
