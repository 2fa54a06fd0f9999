// Gates that may be why something of a section differs: whether they are, another run of it tells, with the gate turned.
import type { Explanation, Suspect } from '../explain.ts'
import type { CommandRecord, Finding, SectionResult, StepResult } from '../outcome.ts'
import type { Cause } from '../reason.ts'

/** Why something differs, in words and as a code; empty where that is not known. */
export type Why = Pick<Finding, 'why' | 'cause'>

/** A gate that may be why something differs. */
export interface Suspicion extends Pick<Explanation, 'text' | 'cause'> {
  suspect: Suspect
  /** What is known of it where the gate is not why. */
  otherwise: Why
  /** How many starts of components there were before those of the cluster in which it differs. */
  startsBefore: number
}

/** Another run of a section, with a gate that has another value in the components which start after the first ones. */
export interface Turn extends Suspect {
  /** How many starts of components remain as they were. */
  startsBefore: number
  /** The index of the last step that is looked at. */
  last: number
}

/** More gates than these are not turned: each of them is a run of the section. */
const mostTurns = 2

/** The gates that may be why something of a section differs, until its end. */
export class Suspicions {
  private readonly byCause = new Map<Cause, Suspicion>()

  /** What a finding is given until it is known. Its `cause` is what the suspicion is found by. */
  held(suspicion: Suspicion): Why {
    const { cause } = untried(suspicion)
    this.byCause.set(cause, suspicion)
    return { cause }
  }

  /**
   * Gives all findings of a section that were held their reasons; at most two gates are turned, those that were suspected first.
   * @param again runs the section once more; undefined: that could not be done
   * @returns the findings that have a reason now
   */
  async settle(
    { steps }: Pick<SectionResult, 'steps'>,
    again: (turn: Turn) => Promise<readonly StepResult[] | undefined>,
  ): Promise<Finding[]> {
    const held = steps.flatMap((step, index) =>
      step.findings.flatMap((finding) => {
        const suspicion = finding.cause && this.byCause.get(finding.cause)
        return suspicion === undefined ? [] : [{ step, index, finding, suspicion }]
      }),
    )
    const turns = new Map<string, Turn>()
    for (const { index, suspicion } of held) {
      const { suspect, startsBefore } = suspicion
      const known = turns.get(keyOf(suspect)) ?? { ...suspect, startsBefore, last: index }
      turns.set(keyOf(suspect), {
        ...known,
        startsBefore: Math.min(known.startsBefore, startsBefore),
        last: Math.max(known.last, index),
      })
    }
    const runs = new Map<string, readonly StepResult[] | undefined>()
    for (const [key, turn] of [...turns].slice(0, mostTurns)) runs.set(key, await again(turn))
    for (const { step, index, finding, suspicion } of held) {
      const other = runs.get(keyOf(suspicion.suspect))?.[index]
      const why =
        other === undefined
          ? untried(suspicion)
          : comesOutAsWritten(finding, step, other)
            ? proven(suspicion)
            : suspicion.otherwise
      delete finding.cause
      Object.assign(finding, why)
    }
    return held.flatMap(({ finding }) => (finding.why === undefined ? [] : [finding]))
  }
}

const keyOf = ({ gate, value }: Suspect): string => `${gate}=${value}`

/** How the gate stands, where nobody turns it. */
export function untried({ text, suspect }: Suspicion): Required<Why> {
  const { gate, value } = suspect
  return {
    why: `${text}; with ${gate}=${!value} it was not tried`,
    cause: { code: 'gate not tried', ...suspect },
  }
}

const proven = ({ text, cause, suspect: { gate, value } }: Suspicion): Why => ({
  why: `${text}; with ${gate}=${!value} it comes out as written`,
  cause,
})

/** Whether what differed in a step was compared in another run of it and did not differ, and nothing else of the step did that had not before. */
function comesOutAsWritten(finding: Finding, before: StepResult, after: StepResult): boolean {
  const [one, all] = [told(finding), new Set(before.findings.map(told))]
  const { checks } = after
  const findings = after.findings.filter(({ outcome }) => outcome !== 'note')
  if (findings.some((other) => told(other) === one || !all.has(told(other)))) return false
  const place = placeOf(finding, before.commands)
  return checks.some(({ line }) => line === finding.line || line === place)
}

const told = ({ outcome, line, message, expected }: Finding): string =>
  JSON.stringify([outcome, line, message, expected])

/** Where the output begins that a line belongs to. */
const placeOf = ({ line }: Finding, commands: readonly CommandRecord[]): number | undefined =>
  commands.find(({ shown }) => shown && shown.line <= line && line < shown.line + shown.lines.length)?.shown
    ?.line
