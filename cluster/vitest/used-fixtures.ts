// Which fixtures a function of vitest asks for. Upstream: @vitest/runner (getUsedProps), which reads the text of functions too

/** The properties that a function's parameter takes apart: `({ cluster, task: t }) => …` has cluster and task. */
export function usedFixtures(fn: unknown, parameter = 0): readonly string[] {
  if (typeof fn !== 'function') return []
  const pattern = parametersOf(withoutComments(String(fn)))[parameter]?.trim()
  if (pattern === undefined || !pattern.startsWith('{')) return []
  const [inside = ''] = within(pattern)
  return splitAtCommas(inside).map((property) => property.replace(/[:=].*$/s, '').trim())
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')

function parametersOf(text: string): string[] {
  const open = text.indexOf('(')
  const [inside = ''] = open < 0 ? [] : within(text.slice(open))
  return splitAtCommas(inside)
}

/** What stands between the bracket that a text begins with and its counterpart. */
function within(text: string): [string] | [] {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++
    else if (')]}'.includes(text[at]!) && --depth === 0) return [text.slice(1, at)]
  }
  return []
}

function splitAtCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.filter((part) => part.trim() !== '')
}
