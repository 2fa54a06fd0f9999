// What a reader types for a line that was pasted from a terminal or a web page.

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how terminals mark colours
const colours = /\u001b\[[0-9;?]*[A-Za-z]/g
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
const unseen = /[\u200b\u2060\ufeff]/g

/** A line without the colours of the terminal that showed it. */
export const withoutColours = (line: string): string => line.replace(colours, '')

/** `Kubectl get`, as a text editor writes at the beginning of a line. */
const capitalised =
  /^(\s*)K(?=ubectl\s+(?:-|(?:annotate|apply|config|create|delete|describe|edit|exec|get|label|logs|patch|rollout|run|scale|version)\b))/

/** A command that is written as a sentence begins, as it was typed. */
export const uncapitalised = (line: string): string => line.replace(capitalised, '$1k')

/** A line of a command with the quotes, dashes and spaces that its author typed before a web page prettied them. */
export function asTyped(line: string): string {
  const plain = line.replace(unseen, '').replace(spaces, ' ')
  const dashed = plain
    .replace(/(?<=\s)[–—](?=[A-Za-z](?:\s|$))/g, '-')
    .replace(/(?<=\s)[–—](?=[A-Za-z][\w-])/g, '--')
  const quoted = dashed.replace(/[“”„]/g, '"')
  // An apostrophe in a sentence stays: only a pair quotes.
  const paired = /‘[^‘’]*’/.test(quoted) ? quoted.replace(/[‘’]/g, "'") : quoted
  return paired.replace(/\\[ \t]+$/, '\\')
}
