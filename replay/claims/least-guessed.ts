// Which of several readings of a sentence is meant.
import type { ClaimBody } from './claim.ts'

/** A part of a sentence: what it claims, or what it tells to do. */
export interface Part {
  bodies: ClaimBody[]
  /** Said to be looked at, rather than only stated. */
  introduced: boolean
  rest?: string
}

/** The reading with the fewest words left to instructions, then that which guesses least. */
export function leastGuessed(readings: Part[][]): Part[] | undefined {
  let found: { parts: Part[]; cost: number } | undefined
  for (const parts of readings) {
    const cost = parts.reduce(
      (sum, { bodies, rest }) =>
        sum + (rest?.length ?? 0) * 10 + bodies.reduce((n, body) => n + guess(body), 1),
      0,
    )
    if (found === undefined || cost < found.cost) found = { parts, cost }
  }
  return found?.parts
}

function guess(body: ClaimBody): number {
  // It takes the whole clause, where others leave a part of it out.
  if (body.kind === 'replacement') return -1
  const plain = 'field' in body && body.field.plain === true ? 5 + (body.field.name.includes(' ') ? 1 : 0) : 0
  const subject = 'subject' in body ? body.subject : 'subjects' in body ? body.subjects[0] : undefined
  const bare =
    subject?.kind === undefined && subject?.names?.some((name) => /^[a-z]+$/.test(name)) === true ? 3 : 0
  // "the pods of the Deployment `web`": its name, rather than a field of theirs.
  const called =
    'field' in body && /^[a-z]+$/.test(body.field.name) && subject?.of !== undefined && !subject.of.names
      ? 2
      : 0
  // "The Job `a` still has its `b`": its name, rather than a field that holds something.
  const name = body.kind === 'element' && /^[a-z][a-z0-9-]*$/.test(body.field.name) && subject?.kind ? 2 : 0
  // "The cluster IP of `api`": whose it is, rather than the part that holds it.
  const whose =
    subject === undefined &&
    'field' in body &&
    /^(?!(?:spec|status|metadata|data|template)$)[a-z][a-z0-9-]*$/.test(body.field.within ?? '')
      ? 4
      : 0
  return (
    called +
    whose +
    name +
    plain +
    bare +
    (subject === undefined && body.kind !== 'event' ? 1 : 0) +
    (body.kind === 'output' ? 1 : 0)
  )
}
