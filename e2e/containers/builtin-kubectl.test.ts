// The built-in kubectl of releases that stream over SPDY and over WebSockets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kubectlOf } from '../kubectl/kubectl-of.ts'
import { type StreamingServer, startStreamingServer } from './streaming-server.ts'

let served: StreamingServer
beforeAll(async () => {
  served = await startStreamingServer('1.33')
})
afterAll(() => served.close())

const files = { letter: 'dear\nreader\n' }

describe.each(['1.29.0', '1.33.0'])('kubectl %s', (release) => {
  const run = (line: string, stdin = '') => {
    const kubeconfig = JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: served.server.url } }],
      users: [{ name: 'u', user: { token: 'admintoken' } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'c',
    })
    return kubectlOf({ kubeconfig }, { release, files, stdin })(line.split(' '))
  }
  const said = (stdout: string, stderr = '', exitCode = 0) => ({ stdout, stderr, exitCode })

  it('runs programs in containers', async () => {
    expect(await run('exec p -- echo hi')).toEqual(
      said('hi\n', 'Defaulted container "main" out of: main, waiting\n'),
    )
    expect(await run('exec p -c main -- exit 3')).toEqual(
      said('', 'command terminated with exit code 3\n', 3),
    )
    expect(await run('exec -i p -c main -- cat', 'typed\n')).toEqual(said('typed\n'))
    expect(await run('exec -it p -c main -- tty')).toEqual(said('true\n'))
    expect((await run('exec p -c main -- bytes 300000')).stdout.length).toBe(300_000)
  })

  it('tells why it does not', async () => {
    const over = release === '1.29.0' ? '' : 'Internal error occurred: '
    expect(await run('exec p -c waiting -- ls')).toEqual(
      said('', `error: ${over}unable to upgrade connection: container not found ("waiting")\n`, 1),
    )
    expect((await run('exec p -c main -- perl')).stderr).toBe(
      `error: Internal error occurred: ${over}pod p has no streams here: the image fake has no simulated perl\n`,
    )
    expect(await run('exec nowhere -- ls')).toEqual(
      said('', 'Error from server (BadRequest): pod nowhere does not have a host assigned\n', 1),
    )
  })

  it('reads logs', async () => {
    expect((await run('logs p -c main --tail=1 --prefix')).stdout).toBe('[pod/p/main] three\n')
    expect((await run('logs p -c main --since-time=2024-01-01T00:00:01Z')).stdout).toBe('two\nthree\n')
    expect((await run('logs p -c main --limit-bytes=5')).stdout).toBe('one\nt')
    expect(await run('logs nowhere')).toEqual(said(''))
    expect(await run('logs unknown')).toEqual(
      said(
        '',
        'Error from server (BadRequest): pod unknown has no streams here: nothing is known of what its containers do\n',
        1,
      ),
    )
  })

  it('copies files both ways', async () => {
    expect(await run('cp letter p:/tmp/letter -c main')).toEqual(said(''))
    expect(served.main.files.get('/tmp/letter')?.toString()).toBe(files.letter)
    expect(await run('cp p:/tmp/letter back -c main')).toEqual(said(''))
    expect((await run('cp p:/none back -c main')).exitCode).toBe(2)
  })

  it('joins a program', async () => {
    const { stdout, exitCode } = await run('attach -i p -c main', 'hello\n')
    expect([stdout, exitCode]).toEqual(['attached\nhello\n', 0])
  })
})
