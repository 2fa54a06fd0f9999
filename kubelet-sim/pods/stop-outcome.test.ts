import { describe, expect, it } from 'vitest'
import { stopOutcome } from './stop-outcome.ts'

const stop = (words: string[], { image = 'some/server', alone = true, ranMs = 2500 } = {}) =>
  stopOutcome({ name: 'main', image, command: words }, { alone, ranMs })

describe('stopOutcome', () => {
  it.each([
    [['nginx', '-g', 'daemon off;']],
    [['/pause']],
    [['/bin/sh', '-c', 'exec nginx -g daemon']],
    [['sh', '-c', 'httpd-foreground']],
    [[]],
  ])('%j ends at once', (words) => {
    expect(stop(words)).toEqual({ afterMs: 0, exitCode: 0 })
  })

  it.each([
    [['sleep', '1800']],
    [['sh', '-c', 'sleep 1800']],
    [['/bin/sh', '-c', 'while true; do date; sleep 1; done']],
    [['/usr/bin/python3', '-m', 'http.server']],
    [['tail', '-f', '/dev/null']],
    [['sh', '-c', "trap '' TERM; sleep 100 & wait"]],
    [['sh', '-c', 'trap - TERM; sleep 100; true']],
    [['bash', '-c', "trap 'echo no' SIGTERM; while true; do sleep 1; done"]],
  ])('%j does not hear it', (words) => {
    expect(stop(words)).toBeUndefined()
  })

  it('dies of it where its program is not the first process', () => {
    expect(stop(['sleep', '1800'], { alone: false })).toEqual({ afterMs: 0, exitCode: 143 })
    expect(stop([], { image: 'docker.io/library/busybox:1.36', alone: false })).toEqual({
      afterMs: 0,
      exitCode: 143,
    })
    expect(stop([], { image: 'busybox' })).toBeUndefined()
  })

  it('is up to the program of a known image', () => {
    const container = (image: string, args: string[]) => ({ name: 'main', image, args })
    expect(
      stopOutcome(container('example.com/tests/sleep', ['-termination-grace-period', '1m', '60s']), {
        alone: true,
        ranMs: 0,
      }),
    ).toEqual({ afterMs: 60_000, exitCode: 0 })
    expect(
      stopOutcome(container('example.com/agnhost:2.40', ['netexec', '--delay-shutdown=20']), {
        alone: true,
        ranMs: 0,
      }),
    ).toEqual({ afterMs: 20_000, exitCode: 0 })
    expect(
      stopOutcome(container('example.com/agnhost:2.40', ['serve-hostname', '--port=80']), {
        alone: true,
        ranMs: 0,
      }),
    ).toEqual({ afterMs: 60_000, exitCode: 0 })
    const named = { name: 'main', image: 'agnhost:2.40', command: ['/agnhost', 'serve-hostname'] }
    expect(stopOutcome(named, { alone: true, ranMs: 0 })?.afterMs).toBe(60_000)
    expect(stopOutcome({ ...named, command: ['/server'] }, { alone: true, ranMs: 0 })?.afterMs).toBe(0)
  })

  it('runs a trap when the foreground lets it', () => {
    expect(stop(['sh', '-c', "trap 'exit 3' TERM; while true; do sleep 2; done"])).toEqual({
      afterMs: 1500,
      exitCode: 3,
    })
    expect(stop(['bash', '-c', 'trap "sleep 5; exit 0" SIGTERM INT; sleep 3600 & wait'])).toEqual({
      afterMs: 5000,
      exitCode: 0,
    })
  })
})
