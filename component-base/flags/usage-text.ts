// The frame of cobra's usage text. What a flag is for is not told again here: that is in upstream's documentation.
import type { FlagDefinition } from './flag-definition.ts'

const zeroDefaults = ['', 'false', '0', '[]', '0s']

/** The text of --help without the flags that are deprecated. @param program the program's name, as `kube-proxy` */
export function usageText(program: string, definitions: readonly FlagDefinition[]): string {
  return `Usage:\n  ${program} [flags]\n\nFlags:\n${flagLines(definitions.filter((d) => d.deprecated === undefined))}\n\n`
}

/** What cobra prints of an error when its command does not keep silent: the error, the usage, and the error once more. */
export const errorWithUsage = (
  program: string,
  definitions: readonly FlagDefinition[],
  message: string,
): string => `Error: ${message}\n${usageText(program, definitions)}Error: ${message}\n`

/** The lines of --help, one per flag: name, type of the value, and the default where it is not the zero value. */
export function flagLines(definitions: readonly FlagDefinition[]): string {
  const names = definitions.map((d) => {
    const type = d.type === 'bool' || d.type === 'version[=true]' ? '' : ` ${d.shownType ?? d.type}`
    return `${d.shorthand === undefined ? '    ' : `-${d.shorthand}, `}--${d.name}${type}`
  })
  const width = Math.max(...names.map((n) => n.length)) + 3
  const lines = definitions.map((d, i) => {
    const fallback =
      d.default === undefined || zeroDefaults.includes(d.default) ? '' : `(default ${d.default})`
    return `  ${names[i]!.padEnd(width)}${fallback}`.trimEnd()
  })
  return lines.join('\n')
}
