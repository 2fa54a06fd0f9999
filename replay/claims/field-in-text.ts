import { literalPattern } from '../../component-base/literal-pattern.ts'

/** The value of `field` in YAML, JSON or `describe` text: '' for an empty value, nested values as their first line. */
export function fieldInText(path: string, text: string): string | undefined {
  const whole = /^[\w-]+(?:\.[\w-]+)+$/.test(path) ? lineOf(path, text) : undefined
  if (whole !== undefined) return whole
  const name = path.slice(path.lastIndexOf('.') + 1).replace(/\[.*$/, '')
  return lineOf(name, text)
}

/** @param name of the last key of a line */
function lineOf(name: string, text: string): string | undefined {
  const escaped = literalPattern(name)
  const match = new RegExp(`^([ \\t-]*)["']?${escaped}["']?:[ \\t]*(.*)$`, 'm').exec(text)
  if (match === null) return undefined
  const value = unquote(match[2]!.replace(/,\s*$/, '').trim())
  if (value !== '' && value !== '{}' && value !== '[]' && value !== 'null' && value !== '<none>') return value
  if (match[2]!.trim() !== '') return ''
  const rest = text.slice(match.index + match[0].length + 1).split('\n')[0] ?? ''
  // `kubectl describe` has what a ConfigMap keeps below a rule.
  if (rest === '----') return text.slice(match.index + match[0].length + 1).split('\n')[1] ?? ''
  const deeper = rest.search(/\S/) > match[1]!.length || /^\s*- /.test(rest)
  return deeper && rest.trim() !== '' ? rest.trim() : ''
}

/** Without the quotes around it, if there are any. */
export function unquote(text: string): string {
  const match = /^(["'])(.*)\1$/s.exec(text)
  return match === null ? text : match[2]!
}
