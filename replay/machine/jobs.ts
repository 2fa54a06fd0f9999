// Commands that a line starts with `&`, and `$!`.

const partsOf = (node: unknown): object[] =>
  typeof node === 'object' && node !== null ? [node, ...Object.values(node).flatMap(partsOf)] : []

/** Whether a line has a command with `&`, at any depth. */
export const hasJob = (ast: unknown): boolean =>
  partsOf(ast).some((one) => 'background' in one && one.background === true)

/** Whether a line has a command that forwards ports. */
export const forwardsPorts = (ast: unknown): boolean =>
  partsOf(ast).some((one) => 'value' in one && one.value === 'port-forward')

/** Puts a number in place of each `$!`. */
export function setLastJob(ast: unknown, pid: number | undefined): void {
  if (pid === undefined) return
  for (const part of partsOf(ast))
    if ('parameter' in part && part.parameter === '!' && 'operation' in part && part.operation === null)
      Object.assign(part, { type: 'Literal', value: String(pid) })
}
