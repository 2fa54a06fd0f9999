import { describe, expect, it } from 'vitest'
import { ScalingHistory } from './scaling-rules.ts'

const bounds = (current: number, min = 1, max = 20) => ({ current, min, max })
const seconds = (n: number) => n * 1000

describe('a scaling history', () => {
  it.each([
    [10, bounds(3), 6, 'True', 'ScaleUpLimit'],
    [4, bounds(1), 4, 'False', 'DesiredWithinRange'],
    [9, bounds(5, 1, 7), 7, 'True', 'TooManyReplicas'],
    [0, bounds(1), 1, 'True', 'TooFewReplicas'],
  ])('goes to %i from %j in one step as far as it may', (desired, given, replicas, status, reason) => {
    expect(new ScalingHistory().normalize(desired, given, undefined, 0)).toMatchObject({
      replicas,
      limited: { status, reason },
    })
  })

  it('scales down five minutes after it wanted more', () => {
    const history = new ScalingHistory()
    history.begin(4, 0)
    expect(history.normalize(2, bounds(4), undefined, seconds(15))).toMatchObject({
      replicas: 4,
      able: { reason: 'ScaleDownStabilized' },
    })
    expect(history.normalize(2, bounds(4), undefined, seconds(301)).replicas).toBe(2)
  })

  it('keeps to the rates and windows that are given', () => {
    const history = new ScalingHistory()
    const behavior = {
      scaleUp: { policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }] },
      scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: 'Disabled' },
    }
    expect(history.normalize(9, bounds(3), behavior, 0).replicas).toBe(5)
    history.scaled(2, 0)
    expect(history.normalize(9, bounds(5), behavior, seconds(30))).toMatchObject({
      replicas: 5,
      limited: { reason: 'ScaleUpLimit' },
    })
    expect(history.normalize(9, bounds(5), behavior, seconds(60)).replicas).toBe(7)
    expect(history.normalize(1, bounds(5), behavior, seconds(60))).toMatchObject({
      replicas: 5,
      limited: { status: 'True', reason: 'ScaleDownLimit' },
    })
  })
})
