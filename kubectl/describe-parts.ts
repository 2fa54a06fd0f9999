const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Go's RFC1123Z: `Sat, 21 Nov 2026 04:16:02 +0000`. */
export function longTime(text: string | undefined): string {
  const d = new Date(text ?? 0)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${days[d.getUTCDay()]}, ${two(d.getUTCDate())} ${months[d.getUTCMonth()]} ${d.getUTCFullYear()} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())} +0000`
}

/** `Labels:\ta=1\n\tb=2`, or `<none>`. */
export function multiline(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? `${title}:\t<none>\n`
    : lines.map((l, i) => `${i === 0 ? `${title}:` : ''}\t${l}\n`).join('')
}

export const pairs = (map: Record<string, string> | undefined, between: string): string[] =>
  Object.keys(map ?? {})
    .sort()
    .map((k) => `${k}${between}${map![k]}`)
