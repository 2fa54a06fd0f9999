import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { kubeletConfigCases } from './kubelet-config.ts'

const recordings = join(packageRoot, 'e2e/golden/cases')

describe('recorded command lines and configurations of the kubelet', () => {
  it.each(kubeletConfigCases.files(recordings))('%s', async (file) => {
    const failed: string[] = []
    for await (const result of kubeletConfigCases.run(recordings, file))
      if (!result.ok) failed.push(`${result.id}\n${result.diff}`)
    expect(failed).toEqual([])
  })
})
