import { expect, it } from 'vitest'
import { podAtWork } from './testing/pod-at-work.ts'

it('serves as agnhost does', async () => {
  const pod = podAtWork({
    containers: [
      {
        name: 'a',
        image: 'registry.k8s.io/e2e-test-images/agnhost:2.40',
        args: ['netexec', '--http-port=80'],
      },
    ],
  })
  expect(await pod.get(80, '/hostname')).toMatchObject({ status: 200, body: 'web-0' })
  expect((await pod.get(80, '/echo?msg=hi&code=418')).status).toBe(418)
  expect((await pod.get(80, '/clientip')).body).toBe('10.88.0.9:40000')
  expect((await pod.get(80, '/shell?cmd=echo%20a;exit%203')).body).toBe(
    '{"error":"exit status 3","output":"a\\n"}',
  )
  expect(await pod.log()).toContain('2026/01/01 00:00:00 GET /hostname\n')
  await pod.get(80, '/exit?code=5').catch(() => {})
  expect(pod.ends).toEqual([{ container: 'a', exitCode: 5 }])
})

it('runs a script by the clock of the pod', async () => {
  const pod = podAtWork({
    containers: [
      { name: 'b', image: 'busybox', command: ['sh', '-c', 'while true; do date +%T; sleep 1; done'] },
    ],
    ranMs: 3500,
  })
  expect(await pod.log()).toBe('00:00:00\n00:00:01\n00:00:02\n00:00:03\n')
  await pod.pass(1000)
  expect(await pod.log()).toContain('00:00:04\n')
  const { lines } = pod.node.output('shop', 'web-0', 'b', false)!
  expect(lines.map(({ at }) => at - lines[0]!.at)).toEqual([0, 1000, 2000, 3000, 4000])
  expect(await pod.exec(['sh', '-c', 'hostname; echo no >&2; exit 4'])).toEqual({
    stdout: 'web-0\n',
    stderr: 'no\n',
    exitCode: 4,
  })
  await expect(pod.exec(['nosuch'])).rejects.toThrow('exec: "nosuch": executable file not found in $PATH')
  pod.node.stop()
})
