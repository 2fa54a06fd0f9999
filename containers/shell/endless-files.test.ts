import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

const run = async (script: string) => {
  const pod = podAtWork({ containers: [{ name: 'main', image: 'busybox', command: ['sleep', '9'] }] })
  try {
    return (await pod.exec(['sh', '-c', script])).stdout
  } finally {
    pod.node.stop()
  }
}

it('dd keeps what is behind what it writes, where it is told to', async () => {
  const dd = (operands: string): string =>
    `printf abcdef > /tmp/f; printf XY | dd of=/tmp/f ${operands} status=none; cat /tmp/f`
  expect(await run(dd('conv=notrunc'))).toBe('XYcdef')
  expect(await run(dd('conv=notrunc,fsync'))).toBe('XYcdef')
  expect(await run(dd('conv=fsync oflag=direct'))).toBe('XY')
})

it.each([
  ['dd if=/etc/hosts conv=ucase', 'dd conv=ucase is not simulated'],
  ['dd if=/etc/hosts of=/tmp/f oflag=append', 'dd oflag=append is not simulated'],
  ['dd if=/etc/hosts ibs=4', 'dd ibs= is not simulated'],
  ['tr -dc A-Za-z0-9 </dev/urandom | head -c 12', 'tr of /dev/urandom has no end'],
  ['while read x; do echo; done < /dev/zero', 'reading from /dev/zero has no end'],
])('%s is not simulated', async (script, message) => {
  await expect(run(script)).rejects.toThrow(message)
})

it('a part of a device is read also where that is redirected', async () => {
  expect(await run('head -c 12 < /dev/urandom | wc -c; head -c3 </dev/zero | od -An -c')).toMatch(
    /^12\n +\\0 +\\0 +\\0\n$/,
  )
})
