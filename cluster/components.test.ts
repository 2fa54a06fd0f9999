import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApiserverStart } from './component-start.ts'
import { Components } from './components.ts'
import { noFiles } from './start-component.ts'

const start = (more: Partial<ApiserverStart>): ApiserverStart => ({
  release: '1.34',
  args: [],
  readFile: noFiles,
  ...more,
})

describe('a component that was started', () => {
  it.each([
    ['1.30', '--feature-gates=AllAlpha=true,PodIndexLabel=false', { AllAlpha: true, PodIndexLabel: false }],
    ['1.34', '--feature-gates=kube:HostnameOverride=true', { HostnameOverride: true }],
  ])('tells its gates: %s %s', async (release, flag, set) => {
    const started = await new Components().startApiserver(start({ release, args: [flag] }))
    if (!started.ok) throw new Error(started.stderr)
    onTestFinished(() => started.component.stop())
    const { gates } = started.component
    expect(gates?.set).toEqual(set)
    expect(gates?.release.facts).toBe(release)
    for (const [gate, value] of Object.entries(set)) expect(gates?.effective.enabled(gate)).toBe(value)
  })

  it('tells gates that follow from others', async () => {
    const args = ['--feature-gates=AllAlpha=true']
    const started = await new Components().startApiserver(start({ args }))
    if (!started.ok) throw new Error(started.stderr)
    onTestFinished(() => started.component.stop())
    expect(started.component.gates?.effective.enabled('HostnameOverride')).toBe(true)
  })
})

it('says that an address is in use', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const started = await new Components().startApiserver(start({ port }))
  expect(started).toMatchObject({ ok: false, exitCode: 1, reason: 'address in use' })
})
