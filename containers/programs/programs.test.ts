import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

it('servers answer as their images do', async () => {
  const pod = podAtWork({
    containers: [
      { name: 'n', image: 'nginx:1.25' },
      { name: 'w', image: 'traefik/whoami', args: ['--port=81'] },
      { name: 'h', image: 'agnhost', args: ['serve-hostname', '--port=82'] },
      { name: 't', image: 'agnhost', args: ['test-webserver', '--port=84'] },
    ],
  })
  expect((await pod.get(80, '/')).body).toContain('<title>Welcome to nginx!</title>')
  expect(await pod.get(80, '/none')).toMatchObject({ status: 404, headers: { server: 'nginx/1.25.3' } })
  expect((await pod.get(81, '/x')).body).toContain('Hostname: web-0\n')
  expect((await pod.get(82, '/')).body).toBe('web-0')
  expect((await pod.get(84, '/localhost.crt')).body).toContain('BEGIN CERTIFICATE')
  await expect(pod.get(83, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(await pod.log()).toContain(
    '10.88.0.9 - - [01/Jan/2026:00:00:00 +0000] "GET /none HTTP/1.1" 404 153 "-" "-" "-"\n',
  )
  expect((await pod.exec(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', 'localhost'])).stdout).toBe(
    '200',
  )
})

it('porter serves what its environment says', async () => {
  const env = [
    { name: 'SERVE_PORT_80', value: 'foo' },
    { name: 'SERVE_TCP_PORT_81', value: 'bar' },
  ]
  const served = async (args: string[]): Promise<unknown[]> => {
    const pod = podAtWork({ containers: [{ name: 'p', image: 'agnhost', args: ['porter', ...args], env }] })
    const answers = [await pod.get(80, '/x'), await pod.get(81, '/')]
    pod.node.stop()
    return answers.flatMap(({ body, headers }) => [body, headers['content-type']])
  }
  const text = 'text/plain; charset=utf-8'
  expect(await served([])).toEqual(['foo', text, 'bar', text])
  const json = 'application/json'
  expect(await served(['--json-response'])).toEqual([
    ...['{"Method":"GET","Body":"foo"}', json],
    ...['{"Method":"GET","Body":"bar"}', json],
  ])
})

it('mounttest ends when it has looked', async () => {
  const args = [
    'mounttest',
    '--new_file_0644=/mnt/f',
    '--file_perm=/mnt/f',
    '--file_content_in_loop=/mnt/f',
    '--retry_time=10',
  ]
  const pod = podAtWork({ containers: [{ name: 'a', image: 'agnhost', args }] })
  const content = 'content of file "/mnt/f": mount-tester new file\n\n'
  expect(await pod.log()).toBe(`${content}perms of file "/mnt/f": -rw-r--r--\n${content}`)
  expect(pod.ends).toEqual([{ container: 'a', exitCode: 0 }])
})

it('what a script holds is bounded, and others go on', async () => {
  const pod = podAtWork({
    containers: [
      { name: 'b', image: 'busybox', command: ['sh', '-c', 'x=a; while true; do x=$x$x; done'] },
      {
        name: 'c',
        image: 'busybox',
        command: ['sh', '-c', '(sleep 2; echo later) & echo first; wait; echo last'],
      },
    ],
  })
  await pod.log('b')
  expect(pod.ends.find(({ container }) => container === 'b')?.exitCode).not.toBe(0)
  expect(await pod.log('c')).toBe('first\n')
  await pod.pass(3000)
  expect(await pod.log('c')).toBe('first\nlater\nlast\n')
  pod.node.stop()
})

it('a shell is typed to, and files are copied in and out', async () => {
  const pod = podAtWork({ containers: [{ name: 'a', image: 'busybox', command: ['sleep', '1d'] }] })
  const typed = await pod.exec(['sh'], { input: 'cd /tmp\nx=1\npwd; echo $x\nexit 3\n' })
  expect(typed).toEqual({ stdout: '/tmp\n1\n', stderr: '', exitCode: 3 })
  expect((await pod.exec(['sh', '-c', 'cat > /tmp/f; cat /tmp/f'], { input: 'hi\n' })).stdout).toBe('hi\n')
  expect((await pod.exec(['tar', 'cf', '-', '/tmp/f'])).stdout).toContain('ustar')
  const tty = await pod.exec(['sh'], { input: 'hostname\n', tty: true })
  expect(tty.stdout).toContain('/ # ')
})

it.each([
  ['registry.k8s.io/pause:3.9', ['sh'], 'exec: "sh": executable file not found in $PATH'],
  [
    'busybox',
    ['/usr/bin/mysqld'],
    'exec: "/usr/bin/mysqld": stat /usr/bin/mysqld: no such file or directory',
  ],
  ['my/app', ['/app/tool'], '/app/tool of the image my/app is not simulated'],
  ['busybox', ['ping', '-c1', 'x'], 'ping is not simulated'],
])('%s: %j is not there', async (image, command, text) => {
  const idle = image === 'busybox' ? { command: ['sleep', '1d'] } : {}
  const pod = podAtWork({ containers: [{ name: 'a', image, ...idle }] })
  await expect(pod.exec(command)).rejects.toThrow(text)
})
