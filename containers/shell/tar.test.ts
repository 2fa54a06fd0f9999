import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

it('makes archives without the slash before names, as kubectl cp needs them', async () => {
  const pod = podAtWork({ containers: [{ name: 'a', image: 'busybox', command: ['sleep', '1000'] }] })
  const script =
    'mkdir /tmp/d; echo x > /tmp/d/f; tar cf - /tmp/d/f | tar tf -; tar cf - -C /tmp d | tar xf - -C / && cat /d/f'
  expect(await pod.exec(['sh', '-c', script])).toEqual({
    stdout: 'tmp/d/f\nx\n',
    stderr: "tar: removing leading '/' from member names\n",
    exitCode: 0,
  })
  pod.node.stop()
})
