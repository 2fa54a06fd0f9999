/** The last reason of a chain of them, from what a component printed: what the user can act on. */
export function refusalReason(printed: string): string {
  const last = printed.trim().split('\n').at(-1) ?? ''
  const text =
    /err="((?:[^"\\]|\\.)*)"/.exec(last)?.[1]?.replace(/\\(.)/g, '$1') ?? last.replace(/^Error: /, '')
  return text.replace(/^.*?: (?=cannot set feature gate|unrecognized feature gate)/, '')
}
