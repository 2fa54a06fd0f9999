// The frame of cobra's usage text. What a flag is for is not told again here: that is in upstream's documentation.
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'

const zeroDefaults = ['', 'false', '0', '[]', '0s']

export function usageText(definitions: readonly FlagDefinition[]): string {
  const visible = definitions.filter((d) => d.deprecated === undefined)
  const names = visible.map((d) => {
    const type = d.type === 'bool' || d.type === 'version[=true]' ? '' : ` ${d.type}`
    return `${d.shorthand === undefined ? '    ' : `-${d.shorthand}, `}--${d.name}${type}`
  })
  const width = Math.max(...names.map((n) => n.length)) + 3
  const lines = visible.map((d, i) => {
    const fallback =
      d.default === undefined || zeroDefaults.includes(d.default) ? '' : `(default ${d.default})`
    return `  ${names[i]!.padEnd(width)}${fallback}`.trimEnd()
  })
  return `Usage:\n  kube-proxy [flags]\n\nFlags:\n${lines.join('\n')}\n\n`
}
