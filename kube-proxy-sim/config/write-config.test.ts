import { expect, it } from 'vitest'
import { parseRelease } from '../../component-base/release.ts'
import { writeKubeProxyConfig } from '../start-kube-proxy.ts'

it.each([
  ['inf', '+Inf'],
  ['-inf', '-Inf'],
  ['nan', 'NaN'],
])('does not write --kube-api-qps=%s, which JSON has no form for', async (qps, text) => {
  const { exitCode, stderr, files } = await writeKubeProxyConfig({
    release: parseRelease('1.36'),
    args: [`--kube-api-qps=${qps}`, '--write-config-to=out'],
    readFile: () => Promise.reject(new Error('no file')),
  })
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`"Error running ProxyServer" err="json: unsupported value: ${text}"`)
  expect(files).toEqual({ out: '' })
})
