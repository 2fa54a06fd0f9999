import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { patient } from '../../../component-base/testing/patient.ts'
import { processStart } from './process-start.ts'

it('knows this process, and none that has ended', async () => {
  expect(await processStart(process.pid)).toBe(await processStart(process.pid))
  // Whoever takes the shell's place asks nobody how the shell's child has ended.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const pid = Number(String((await once(parent.stdout, 'data'))[0]))
    if (existsSync('/proc/self/stat'))
      await vi.waitFor(async () => expect(await processStart(pid)).toBeUndefined(), patient)
  } finally {
    parent.kill('SIGKILL')
  }
})
