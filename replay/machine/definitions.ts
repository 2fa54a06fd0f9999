// Functions, arrays and aliases of a shell, which the commands after them use.

const shapes: readonly RegExp[] = [
  // name() { …, function name { …; not `func() {`, nor `Name() (Type, error)`, which are another language
  /^\s*(?:(?!func\b)([\w-]+)\s*\(\s*\)|function\s+([\w-]+)(?:\s*\(\s*\))?)\s*(?:[{\n]|\((?=\s))/,
  // name=( …, name+=( …, declare -A name
  /^\s*(?:(?:declare|local|typeset)\s+-[aAr]+\s+)?\w+\+?=\(/,
  /^\s*(?:declare|typeset)\s+-[aA]\s/,
  /^\s*alias\s+[\w-]+=/,
]

/** Whether a command defines what no environment variable holds. */
export const defines = (command: string): boolean => shapes.some((shape) => shape.test(command))

/** The name of the function or alias that a command defines. */
export function definedName(command: string): string | undefined {
  const [, name, other] = shapes[0]!.exec(command) ?? []
  return name ?? other ?? /^\s*alias\s+([\w-]+)=/.exec(command)?.[1]
}
