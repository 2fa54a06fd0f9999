/** A step's title with a false release or gate value in place of a true one. */
export interface AlteredTitle {
  from: string
  to: string
  title: string
}

const gate = /\b([A-Z]\w*)=(true|false)\b/g
const release = /\bv?1\.(\d+)\b/g

/** The title with each of its gates turned, and each of its releases another one. */
export function alteredTitles(title: string): AlteredTitle[] {
  const replaced = (match: RegExpExecArray, to: string): AlteredTitle => ({
    from: match[0],
    to,
    title: title.slice(0, match.index) + to + title.slice(match.index + match[0].length),
  })
  return [
    ...[...title.matchAll(gate)].map((match) =>
      replaced(match, `${match[1]}=${match[2] === 'true' ? 'false' : 'true'}`),
    ),
    ...[...title.matchAll(release)].map((match) =>
      replaced(match, match[0].replace(/\d+$/, String(Number(match[1]) + 3))),
    ),
  ]
}
