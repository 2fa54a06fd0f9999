import { expect, it } from 'vitest'
import { sendsPackets } from './sends-packets.ts'
import { podAtWork } from './testing/pod-at-work.ts'

it.each([
  [['sh', '-c', 'while true; do wget -qO- http://web; sleep 1; done'], true],
  [['sh', '-c', 'curl web|grep ok'], true],
  [['sh', '-c', 'while nc -z web 80; do sleep 1; done'], true],
  [['/agnhost', 'connect', 'web:80'], true],
  [['sh', '-c', 'echo sync; sleep 900'], false],
  [['curl-loader'], false],
])('%j asks the network: %s', (command, expected) => {
  expect(sendsPackets({ name: 'c', image: 'busybox', command })).toBe(expected)
})

it('has asked the network at every moment of its past, in its own time', async () => {
  let asked = 0
  const answer = async (): Promise<Uint8Array> => {
    await new Promise((resolve) => setImmediate(resolve))
    asked++
    return Buffer.from('pong')
  }
  const pod = podAtWork({
    containers: [
      {
        name: 'c',
        image: 'busybox',
        command: ['sh', '-c', 'while true; do echo ping | nc -u -w1 10.0.0.9 7; date +%T; sleep 1; done'],
      },
    ],
    ranMs: 3500,
    network: {
      resolve: async () => undefined,
      dial: () => Promise.reject(new Error('none')),
      datagram: answer,
    },
  })
  const log = (await pod.log()).match(/\d\d:\d\d:\d\d/g)!
  expect(asked).toBe(log.length)
  expect(log.slice(0, 2)).toEqual(['00:00:00', '00:00:01'])
  expect(log.length).toBeGreaterThanOrEqual(2)
  pod.node.stop()
})

it('waits for no connection that stays open', async () => {
  const pod = podAtWork({
    containers: [
      { name: 'c', image: 'busybox', command: ['sh', '-c', 'echo begun; nc 10.0.0.9 7; echo no'] },
    ],
    ranMs: 2000,
    network: {
      resolve: async () => undefined,
      dial: () => new Promise<never>(() => {}),
      datagram: async () => undefined,
    },
  })
  expect(await pod.log()).toBe('begun\n')
  pod.node.stop()
})
