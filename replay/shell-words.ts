// Words of lines that may be commands. What is one is read whole (command-line.ts).

/** Programs that run the program after them. */
export const wrappers: ReadonlySet<string> = new Set([
  'sudo',
  'env',
  'time',
  'exec',
  'nohup',
  'watch',
  'timeout',
])

/** The program that a line would run if it is a command, which is not known yet: past `sudo -E env A=1 …`, `/a/b/kubelet` is `kubelet`. */
export function programOf(command: string): string {
  const words = command.trim().split(/\s+/)
  let wrapped = false
  for (const word of words) {
    if (/^[A-Za-z_]\w*=/.test(word)) continue
    if (wrapped && (word.startsWith('-') || /^\d+[smh]?$/.test(word))) continue
    const name = word.slice(word.lastIndexOf('/') + 1)
    if (!wrappers.has(name)) return name
    wrapped = true
  }
  return wrapped ? (words[0] ?? '') : ''
}

export { quoteWord } from '../containers/shell/quote.ts'

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
