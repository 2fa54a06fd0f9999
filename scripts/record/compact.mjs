/**
 * Facts as releases/ holds them: one entry on each line, so that a change of one fact is a change of one line.
 * @param {unknown} value
 * @returns {string}
 */
export function compact(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${JSON.stringify(value)}\n`
  const lines = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${JSON.stringify(entry)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}
