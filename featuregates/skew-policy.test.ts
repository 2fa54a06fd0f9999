import { describe, expect, it } from 'vitest'
import { nodeSkewRange, serverSkewProblem, skewProblems } from './skew-policy.ts'

describe('the skew policy', () => {
  it.each([
    [[36], undefined],
    [[36, 36], undefined],
    [[35, 36, 35], undefined],
    [[36, 34, 35], 'kube-apiserver 1.34 and 1.36 are more than 1 minor apart'],
  ])('says of servers %j: %s', (minors, problem) => {
    expect(serverSkewProblem(minors)).toBe(problem)
  })

  it.each([
    [{ apiserver: 36 }, 33, 36],
    [{ apiserver: 36, emulated: 35 }, 32, 35],
    [{ apiserver: 36, emulated: 33 }, 31, 33],
    [{ apiserver: 36, minCompatibility: 33 }, 31, 36],
    [{ apiserver: 36, minCompatibility: 36 }, 34, 36],
  ])('%j supports nodes from 1.%i to 1.%i', (versions, oldest, newest) => {
    expect(nodeSkewRange(versions)).toEqual({ oldest, newest })
  })

  it.each([
    [{ apiserver: 36, kubelet: 33, kubeProxy: 36 }, []],
    [{ apiserver: 36, kubelet: 32 }, ['kubelet 1.32 is older than 1.33']],
    [{ apiserver: 33, kubelet: 34 }, ['kubelet 1.34 is newer than 1.33']],
    [{ apiserver: 36, emulated: 35, kubelet: 36 }, ['kubelet 1.36 is newer than 1.35']],
    [
      { apiserver: 36, minCompatibility: 33, kubelet: 31, kubeProxy: 35 },
      ['kube-proxy 1.35 is more than 3 minors from kubelet 1.31'],
    ],
  ])('of %j says %j', (versions, problems) => {
    expect(skewProblems(versions)).toEqual(problems)
  })
})
