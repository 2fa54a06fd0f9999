// Lines that `kubectl rollout status` prints on its way: how many, and with which numbers, time decides. What they say of the whole is so.
import type { Claim } from './claims/claim.ts'
import type { ExpectedOutput } from './script.ts'

const follows = /\bkubectl(?:\.sh)?\s(?:[^|;&]*\s)?rollout\s+status\b|\bk\s+rollout\s+status\b/
const progress =
  /^[Ww]aiting for (?:(?<kind>deployment|daemon set|statefulset) "(?<name>[^"]+)" rollout to finish: (?:(?<done>\d+) (?:out of|of) (?<all>\d+) (?:new|updated) (?:replicas|pods) (?:have been updated|are available)|\d+ old replicas are pending termination)|\d+ pods to be ready|statefulset rolling update to complete \d+ pods at revision \S+?|partitioned roll out to finish: \d+ out of \d+ new pods have been updated)\.\.\.$/

/** Whether a line of a command is one that it prints until it has what it waits for. */
const isProgress = (command: string, line: string): boolean =>
  follows.test(command) && progress.test(line.trim())

/** A printed text without what the command printed on its way. */
export const withoutProgress = (command: string, text: string): string =>
  follows.test(command)
    ? text
        .split('\n')
        .filter((line) => !progress.test(line.trim()))
        .join('\n')
    : text

/** An output without the lines of the way at its begin; undefined where it has no other ones. */
export function outputBehindProgress(command: string, output: ExpectedOutput): ExpectedOutput | undefined {
  const first = output.lines.findIndex((line) => !isProgress(command, line))
  if (first < 0) return undefined
  return first === 0 ? output : { ...output, lines: output.lines.slice(first), line: output.line + first }
}

/** What the lines of the way say of an object: how many it is to have. */
export function progressClaims(command: string, { lines, line: from }: ExpectedOutput): Claim[] {
  return lines.flatMap((text, at): Claim[] => {
    const { kind, name, all, done } = (isProgress(command, text) && progress.exec(text.trim())?.groups) || {}
    if (kind === undefined || name === undefined) return []
    const said = { text: text.trim(), line: from + at }
    const daemons = kind === 'daemon set'
    const subject = {
      kind: daemons ? 'DaemonSet' : kind === 'deployment' ? 'Deployment' : 'StatefulSet',
      resource: daemons
        ? 'daemonsets.apps'
        : kind === 'deployment'
          ? 'deployments.apps'
          : 'statefulsets.apps',
      names: [name],
      number: 'one' as const,
    }
    // More than all there never are: such a line is never printed of one that is there.
    if (all === undefined || Number(done) > Number(all))
      return [{ kind: 'state', subject, state: 'existing', negated: all !== undefined, ...said }]
    const field = { name: daemons ? '.status.desiredNumberScheduled' : '.spec.replicas' }
    return [{ kind: 'field', field, subject, test: { is: 'equals', value: all }, ...said }]
  })
}
