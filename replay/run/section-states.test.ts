import { describe, expect, it } from 'vitest'
import {
  type ClusterEvent,
  clusterMoves,
  type StandingEvent,
  StateOf,
  standingMoves,
} from './section-states.ts'

describe('the cluster that commands meet', () => {
  it.each<[ClusterEvent[], string]>([
    [[], 'none'],
    [['started'], 'own'],
    [['started', 'started'], 'own'],
    // The author deletes his cluster and makes another one: what it is to hold is made in it when that is spoken of.
    [['started', 'replaced', 'started'], 'another'],
    [['started', 'replaced', 'started', 'made again'], 'own'],
    [['made again'], 'none'],
  ])('after %j it is %s', (events, state) => {
    const cluster = new StateOf(clusterMoves, 'none')
    for (const event of events) cluster.tell(event)
    expect(cluster.is).toBe(state)
  })
})

describe('what differences mean', () => {
  it.each<[StandingEvent[], string, StandingEvent | undefined]>([
    [[], 'sound', undefined],
    [['not carried out', 'could not run'], 'unsure', 'not carried out'],
    [['could not run', 'not carried out'], 'stuck', 'could not run'],
    [['could not run', 'no cluster', 'not carried out'], 'down', 'no cluster'],
    [['no cluster', 'cluster came'], 'sound', 'cluster came'],
    // A server that answers again has not made up for what was left out before.
    [['could not run', 'cluster came'], 'stuck', 'could not run'],
    [['could not run', 'new cluster came'], 'sound', 'new cluster came'],
  ])('after %j they are taken as %s, for the first that led there', (events, state, why) => {
    const standing = new StateOf<keyof typeof standingMoves, StandingEvent, string>(standingMoves, 'sound')
    for (const event of events) standing.tell(event, event)
    expect([standing.is, standing.why]).toEqual([state, why])
  })
})

it.each([
  ['cluster', clusterMoves],
  ['standing', standingMoves],
])('every state of the %s can be reached, and left again', (_name, moves: Record<string, object>) => {
  const [first] = Object.keys(moves)
  const reached = new Set(
    Object.entries(moves).flatMap(([from, to]) => Object.values(to).filter((s) => s !== from)),
  )
  for (const state of Object.keys(moves)) {
    if (state !== first) expect(reached).toContain(state)
    expect(Object.values(moves[state]!).some((next) => next !== state)).toBe(true)
  }
})
