/** Files that arguments may name, read before they are asked for: a server reads them while it starts, at once. */
export async function filesNamedIn(
  args: readonly string[],
  read: (path: string) => Promise<string>,
): Promise<(path: string) => string> {
  const named = args
    .flatMap((arg) => [arg, arg.slice(arg.indexOf('=') + 1)])
    .flatMap((word) => [word, ...word.split(',')])
  const texts = new Map<string, string>()
  for (const path of new Set(named.filter((word) => word !== '' && !word.startsWith('-')))) {
    const text = await read(path).catch(() => undefined)
    if (text !== undefined) texts.set(path, text)
  }
  return (path) => {
    const text = texts.get(path)
    if (text === undefined) throw Object.assign(new Error(`open ${path}: no such file`), { code: 'ENOENT' })
    return text
  }
}
