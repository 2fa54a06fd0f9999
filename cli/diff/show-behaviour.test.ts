import { describe, expect, it } from 'vitest'
import { parseRelease } from '../../component-base/release.ts'
import { UsageError } from '../usage-error.ts'
import { behaviourChanges, showBehaviour } from './show-behaviour.ts'

const between = (from: string, to: string) => [parseRelease(from), parseRelease(to)] as const

describe('kepsim diff --behaviour', () => {
  it('tells what is new after the older release, room by room, oldest first', async () => {
    const changes = await behaviourChanges(...between('1.32', '1.34'))
    expect(new Set(changes.map(({ release }) => release))).toEqual(new Set(['1.33', '1.34']))
    const pods = changes.flatMap(({ room, release }) => (room === 'pods' ? [release] : []))
    expect(pods).toEqual(pods.toSorted())
    expect(changes.findLastIndex(({ room }) => room === 'pods')).toBe(pods.length - 1)
  })

  it('tells of a way back and forth each time', async () => {
    const streams = (await behaviourChanges(...between('1.30', '1.36'))).filter(
      ({ room, what }) => room === 'requests' && what.startsWith('a streaming list'),
    )
    expect(streams.map(({ release }) => release)).toEqual(['1.32', '1.34'])
  })

  it('prints lines, JSON and tables', async () => {
    const releases = between('1.33', '1.34')
    const lines = await showBehaviour(...releases, 'table')
    expect(lines).toMatch(/^1\.34 {2}pods: .+$/m)
    expect(lines).not.toContain('1.33')
    expect(JSON.parse(await showBehaviour(...releases, 'json'))).toContainEqual({
      release: '1.34',
      room: 'pods',
      what: expect.stringContaining('hostUsers'),
    })
    expect(await showBehaviour(...releases, 'markdown')).toContain('| 1.34 | pods | ')
  })

  it('has nothing to tell of one release, and no way down', async () => {
    expect(await showBehaviour(...between('1.34.0', '1.34'), 'table')).toBe('')
    await expect(showBehaviour(...between('1.34', '1.33'), 'table')).rejects.toThrow(UsageError)
  })
})
