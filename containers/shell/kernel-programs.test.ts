import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

const at = { name: 'c', image: 'busybox', command: ['sleep', '1d'] }

it('hexdump shows bytes in its canonical form', async () => {
  const pod = podAtWork({ containers: [at] })
  const script = `i=0; while [ $i -lt 60 ]; do printf A; i=$((i+1)); done > /tmp/a; printf '\\n\\000' >> /tmp/a; hexdump -C /tmp/a`
  expect((await pod.exec(['sh', '-c', script])).stdout).toBe(`\
00000000  41 41 41 41 41 41 41 41  41 41 41 41 41 41 41 41  |AAAAAAAAAAAAAAAA|
*
00000030  41 41 41 41 41 41 41 41  41 41 41 41 0a 00        |AAAAAAAAAAAA..|
0000003e
`)
  expect(await pod.exec(['hexdump', '-C', '/none'])).toEqual({
    stdout: '',
    stderr: 'hexdump: /none: No such file or directory\n',
    exitCode: 1,
  })
  expect((await pod.exec(['sh', '-c', 'printf ab | hexdump -C'])).stdout).toContain('|ab|\n00000002\n')
  await expect(pod.exec(['hexdump', '/tmp/a'])).rejects.toThrow('hexdump /tmp/a is not simulated')
  pod.node.stop()
})

it('sysctl prints what the pod sets', async () => {
  const sysctls = [{ name: 'kernel.shm_rmid_forced', value: '1' }]
  const pod = podAtWork({ containers: [at], spec: { securityContext: { sysctls } } })
  const asked = async (...args: string[]): Promise<string> => (await pod.exec(['sysctl', ...args])).stdout
  expect(await asked('kernel.shm_rmid_forced')).toBe('kernel.shm_rmid_forced = 1\n')
  expect(await asked('-n', 'kernel/shm_rmid_forced')).toBe('1\n')
  await expect(pod.exec(['sysctl', 'kernel.pid_max'])).rejects.toThrow('not simulated')
  pod.node.stop()
})

it('mount lists what is mounted, or that of a type', async () => {
  const pod = podAtWork({ containers: [at] })
  const cgroup = 'cgroup on /sys/fs/cgroup type cgroup2 (ro,nosuid,nodev,noexec,relatime)\n'
  expect((await pod.exec(['mount', '-t', 'cgroup2'])).stdout).toBe(cgroup)
  expect((await pod.exec(['mount'])).stdout).toMatch(/^overlay on \/ type overlay \(rw,relatime\)\n/)
  await expect(pod.exec(['mount', '/dev/sda', '/mnt'])).rejects.toThrow('not simulated')
  pod.node.stop()
})
