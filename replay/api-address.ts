// Variables that a document never sets and that can only be the address of its API server: `curl "$API/apis/apps/v1/…"`.

/** Paths that only kube-apiserver answers. */
const paths = '(?:api/v1|apis(?:/[a-z]|\\b)|openapi/v[23]|version\\b)'

/** Whether each use of a variable in a command is the beginning of such a URL. */
export function isApiAddress(command: string, variable: string): boolean {
  if (!/\bcurl\b/.test(command) || !/^\w+$/.test(variable)) return false
  const uses = [...command.matchAll(new RegExp(`\\$(?:\\{${variable}\\}|${variable}\\b)(\\S?)`, 'g'))]
  const base = new RegExp(`^\\$(?:\\{${variable}\\}|${variable})/${paths}`)
  return uses.length > 0 && uses.every(({ index }) => base.test(command.slice(index)))
}
