// Lines that are printed until a rollout is done.
import { describe, expect, it } from 'vitest'
import { outputBehindProgress, progressClaims, withoutProgress } from './progress-lines.ts'

const output = (...lines: string[]) => ({ lines, line: 5 })
const waiting = 'Waiting for deployment "api" rollout to finish: 2 of 4 updated replicas are available...'
const done = 'deployment "api" successfully rolled out'
const command = 'kubectl rollout status deployment/api'

describe('the lines on the way of a rollout', () => {
  it('are not compared one by one', () => {
    expect(outputBehindProgress(command, output(waiting, waiting, done))).toEqual({ lines: [done], line: 7 })
    expect(outputBehindProgress(command, output(waiting))).toBeUndefined()
    expect(withoutProgress(command, `${waiting}\n${done}\n`)).toBe(`${done}\n`)
  })

  it('say how many there are to be', () => {
    const daemons = 'Waiting for daemon set "log" rollout to finish: 1 out of 3 new pods have been updated...'
    expect([waiting, daemons].flatMap((line) => progressClaims(command, output(line)))).toMatchObject([
      { kind: 'field', line: 5, subject: { kind: 'Deployment', names: ['api'] }, test: { value: '4' } },
      { kind: 'field', subject: { kind: 'DaemonSet', names: ['log'] }, test: { value: '3' } },
    ])
    expect(progressClaims(command, output(waiting.replace('2 of', '5 of')))).toMatchObject([
      { negated: true },
    ])
  })

  it('are lines like any other of other commands', () => {
    expect(outputBehindProgress('cat log', output(waiting, done))).toEqual(output(waiting, done))
    expect(progressClaims('cat log', output(waiting))).toEqual([])
    expect(withoutProgress('cat log', waiting)).toBe(waiting)
  })
})
