// The states of a section that runs, and what moves it from one to another. Two things change, each for itself: which cluster the
// commands meet, and whether what the document has told so far was done here.

/**
 * The cluster that commands meet. `none`: nothing has asked for one yet. `own`: the one that the document's objects were made in.
 * `another`: it came in the place of that, and the objects were not made in it yet.
 */
export type ClusterState = 'none' | 'own' | 'another'

/** `started`: a cluster was started, or was to. `replaced`: the one before is gone. `made again`: objects are as they were in it. */
export type ClusterEvent = 'started' | 'replaced' | 'made again'

/** The state of the section's cluster after each event, by the state before. */
export const clusterMoves = {
  none: { started: 'own', replaced: 'another', 'made again': 'none' },
  own: { started: 'own', replaced: 'another', 'made again': 'own' },
  another: { started: 'another', replaced: 'another', 'made again': 'own' },
} as const satisfies Moves<ClusterState, ClusterEvent>

/**
 * What differences mean. `sound`: all was done, so that a difference is one. `unsure`: something was not carried out, so that a
 * difference may come of that. `stuck`: something could not run, and what differs follows from it. `down`: no cluster came up, and
 * nothing that asks it means anything.
 */
export type StandingState = 'sound' | 'unsure' | 'stuck' | 'down'

/**
 * `not carried out`: of an instruction that is not understood. `could not run`: of a command that is not simulated. `no cluster`:
 * a component refused to start, or there is no such release. `cluster came`: a server answers again, with what it held before.
 * `new cluster came`: with nothing of the one before.
 */
export type Mishap = 'not carried out' | 'could not run' | 'no cluster'
/** An event that decides whether later commands mean anything. */
export type StandingEvent = Mishap | 'cluster came' | 'new cluster came'

/** The first mishap counts, as what comes after follows from it; but for a cluster that did not come up. */
export const standingMoves = {
  sound: {
    'not carried out': 'unsure',
    'could not run': 'stuck',
    'no cluster': 'down',
    'cluster came': 'sound',
    'new cluster came': 'sound',
  },
  unsure: {
    'not carried out': 'unsure',
    'could not run': 'unsure',
    'no cluster': 'down',
    'cluster came': 'unsure',
    'new cluster came': 'sound',
  },
  stuck: {
    'not carried out': 'stuck',
    'could not run': 'stuck',
    'no cluster': 'down',
    'cluster came': 'stuck',
    'new cluster came': 'sound',
  },
  down: {
    'not carried out': 'down',
    'could not run': 'down',
    'no cluster': 'down',
    'cluster came': 'sound',
    'new cluster came': 'sound',
  },
} as const satisfies Moves<StandingState, StandingEvent>

/** Of each state, the one that each event leads to. */
export type Moves<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Record<Event, State>>>
>

/** Where a thing is that has states, and why: what moved it there. */
export class StateOf<State extends string, Event extends string, Reason> {
  private readonly moves: Moves<State, Event>
  private now: State
  private reason: Reason | undefined

  constructor(moves: Moves<State, Event>, first: State) {
    this.moves = moves
    this.now = first
  }

  get is(): State {
    return this.now
  }

  /** Of the last event that led to another state; an event that leads nowhere does not count. */
  get why(): Reason | undefined {
    return this.reason
  }

  tell(event: Event, reason?: Reason): void {
    const next = this.moves[this.now][event]
    if (next === this.now) return
    this.now = next
    this.reason = reason
  }
}
