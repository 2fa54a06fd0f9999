import { describe, expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

describe('docker', () => {
  it('shows the nodes as containers', async () => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    const { stdout } = await machine.run('docker ps')
    expect(stdout.split('\n')[0]).toMatch(/^CONTAINER ID {3}IMAGE .* NAMES$/)
    expect(stdout).toMatch(/kindest\/node:v1\.33\.1 .* kind-worker\n/)
    expect((await machine.run('docker ps -q')).stdout.split('\n')).toHaveLength(3)
  })

  it('types on a node from its shell on, until that is left', async () => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    await machine.run('docker exec -it kind-worker bash')
    await machine.run('echo "on a node" > /etc/there')
    await machine.run('exit')
    expect((await machine.run('cat /etc/there')).exitCode).toBe(1)
    expect((await machine.run('docker exec -w /etc kind-worker cat /etc/there')).stdout).toBe('on a node\n')
  })

  it('copies between the author and the nodes', async () => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    await machine.run('echo 1 > one && docker cp one kind-worker:/etc/ && docker cp kind-worker:/etc/one two')
    expect((await machine.run('cat two')).stdout).toBe('1\n')
    expect((await machine.run('docker cp kind-worker:/none x')).stderr).toContain(
      'Could not find the file /none',
    )
  })

  it('stops and starts nodes', async () => {
    const { machine } = fakeMachine()
    const asked = fakeNodes(machine)
    await machine.run('docker stop kind-worker && docker restart kind-worker')
    expect(asked).toEqual(['stop kind-worker', 'start kind-worker'])
  })

  it.each([
    ['docker exec other ls', 'No such container: other'],
    ['docker stop other', 'No such container: other'],
    ['docker exec kind-worker', 'requires at least 2 arguments'],
    ['docker run busybox', "'run' is not simulated"],
  ])('%s is refused', async (command, message) => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    const { stderr, exitCode } = await machine.run(command)
    expect(stderr).toContain(message)
    expect(exitCode).not.toBe(0)
  })
})
