import { expect, it } from 'vitest'
import { mayListen } from './may-end.ts'
import { podAtWork } from './testing/pod-at-work.ts'

const agnhost = 'registry.k8s.io/e2e-test-images/agnhost:2.40'

it.each([
  [{ image: 'nginx' }, true],
  [{ image: 'httpd:2.4' }, true],
  [{ image: agnhost, args: ['netexec'] }, true],
  [{ image: agnhost }, false],
  [{ image: agnhost, args: ['connect', 'a:80'] }, false],
  [{ image: 'registry.k8s.io/pause:3.9' }, false],
  [{ image: 'busybox', command: ['sleep', '9'] }, false],
  [{ image: 'nginx', command: ['sh', '-c', 'sleep 9'] }, false],
  [{ image: 'registry.k8s.io/coredns/coredns:v1.11.1' }, false],
  [{ image: 'example.com/of-its-own:1' }, false],
])('%j may listen: %s', (container, expected) => {
  expect(mayListen({ name: 'c', ...container })).toBe(expected)
})

it.each([
  [
    { image: 'nginx' },
    3,
    /^(?:(?:.* \[emerg\] 1#1: |nginx: \[emerg\] )bind\(\) to (?:0\.0\.0\.0|\[::\]):80 failed \(98: Address already in use\)\n|.* \[notice\] 1#1: try again to bind\(\) after 500ms\n){25}2026\/01\/01 00:00:02 \[emerg\] 1#1: still could not bind\(\)\nnginx: \[emerg\] still could not bind\(\)\n$/,
  ],
  [
    { image: 'httpd' },
    0,
    /\n\(98\)Address already in use: AH00072: make_sock: could not bind to address \[::\]:80\n\(98\).* 0\.0\.0\.0:80\nno listening sockets available, shutting down\nAH00015: Unable to open logs\n$/,
  ],
  [
    { image: agnhost, args: ['netexec', '--http-port=80'] },
    0,
    /\n2026\/01\/01 00:00:00 listen tcp :80: bind: address already in use\n$/,
  ],
])('%j says that its port is taken, and ends', async (second, seconds, expected) => {
  const pod = podAtWork({
    containers: [
      { name: 'a', image: 'nginx' },
      { name: 'b', ...second },
    ],
  })
  expect(await pod.get(80, '/')).toMatchObject({ status: 200 })
  await pod.pass(seconds * 1000)
  expect(await pod.log('b')).toMatch(expected)
  expect(pod.ends).toEqual([{ container: 'b', exitCode: 1 }])
  pod.node.stop()
})
