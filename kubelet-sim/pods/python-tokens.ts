// The words of a line of Python.

/** A token of a line of Python; `text` is a string's value without quotes, `mark` an operator or bracket. */
export interface PythonToken {
  kind: 'name' | 'text' | 'number' | 'mark' | 'end'
  text: string
}

const shape =
  /\s*(?:(?<name>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?)|"(?<double>[^"\\]*)"|'(?<single>[^'\\]*)'|(?<mark>==|!=|<=|>=|\/\/|[-+*%<>()[\],.=:]))/y

/** The tokens of a line; undefined for a line with anything else in it. */
export function pythonTokens(line: string): PythonToken[] | undefined {
  const tokens: PythonToken[] = []
  const text = line.trimEnd()
  shape.lastIndex = 0
  while (shape.lastIndex < text.length) {
    const groups = shape.exec(text)?.groups
    if (groups === undefined) return undefined
    const { name, number, double, single, mark } = groups
    const quoted = double ?? single
    if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted })
    else tokens.push({ kind: 'mark', text: mark! })
  }
  return tokens
}
