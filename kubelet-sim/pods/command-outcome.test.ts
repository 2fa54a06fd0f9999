import { describe, expect, it } from 'vitest'
import { commandOutcome } from './command-outcome.ts'
import type { Container, Pod } from './pod.ts'
import { VolumeFiles } from './volume-files.ts'

describe('commandOutcome', () => {
  it.each([
    [{ command: ['sh', '-c', 'sleep 2; exit 3'] }, { afterMs: 2000, exitCode: 3 }],
    [{ command: ['sh', '-c', "trap 'exit 0' TERM; sleep 5"] }, { afterMs: 5000, exitCode: 0 }],
    [{ image: 'busybox:1.36' }, { afterMs: 0, exitCode: 0 }],
    [{ image: 'busybox', tty: true, stdin: true }, undefined],
    [{ image: 'nginx' }, undefined],
    [{ image: 'nonewprivs:1.4' }, undefined],
    [
      { image: 'tests/sleep:v1', args: ['--termination-code=3', '1m30s'] },
      { afterMs: 90_000, exitCode: 0 },
    ],
    [{ command: ['sleep', 'infinity'] }, undefined],
    [{ image: 'app:v1', command: ['ls', '/missing'] }, undefined],
    [{ image: 'app:v1', command: ['sh', '-c', 'ls /data; exit 0'] }, undefined],
    [{ image: 'app:v1', command: ['sh', '-c', 'touch /data/x'] }, undefined],
    [
      { image: 'app:v1', command: ['env'] },
      { afterMs: 0, exitCode: 0 },
    ],
  ])('%j: %j', (container, expected) => {
    expect(commandOutcome({ name: 'main', ...container })).toEqual(expected)
  })
})

describe('marks on volumes', () => {
  const script = `
    if [[ -r /data/mark-$INDEX ]]
    then
      exit 0
    else
      touch /data/mark-$INDEX
      exit 42
    fi`
  const container = {
    name: 'main',
    command: ['/bin/sh', '-c'],
    args: [script],
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
  }
  const podWith = (uid: string, volume: object): Pod =>
    ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { uid },
      spec: { containers: [], volumes: [{ name: 'data', ...volume }] },
      status: {},
    }) as Pod
  const run = (files: VolumeFiles, pod: Pod, INDEX: string | undefined, own: Container = container) => {
    const env = INDEX === undefined ? undefined : { INDEX }
    return commandOutcome(own, env, files.seenBy(own, pod, env))?.exitCode
  }
  const onHost = { hostPath: { path: '/tmp/marks' } }

  it('are found by the next pod of the node on a hostPath, and by that of an emptyDir alone', () => {
    const files = new VolumeFiles()
    expect(run(files, podWith('a', onHost), '0')).toBe(42)
    expect(run(files, podWith('b', onHost), '0')).toBe(0)
    expect(run(files, podWith('b', onHost), '1')).toBe(42)
    expect(run(files, podWith('a', { emptyDir: {} }), '0')).toBe(42)
    expect(run(files, podWith('a', { emptyDir: {} }), '0')).toBe(0)
    expect(run(files, podWith('b', { emptyDir: {} }), '0')).toBe(42)
    files.forget('a')
    expect(run(files, podWith('a', { emptyDir: {} }), '0')).toBe(42)
  })

  it('decide about nothing where they are not known', () => {
    const files = new VolumeFiles()
    expect(run(files, podWith('a', onHost), undefined)).toBeUndefined()
    expect(run(files, podWith('a', { nfs: {} }), '0')).toBeUndefined()
    expect(commandOutcome(container)).toBeUndefined()
    const other = { ...container, args: ['if grep x /data/mark; then exit 0; else exit 1; fi'] }
    expect(run(files, podWith('a', onHost), '0', other)).toBeUndefined()
  })

  it.each([
    ['if [ ! -f /data/x ]; then touch /data/x; fi; if [ -e "/data/x" ]; then exit 3; fi; exit 4', 3],
    ['if [ -f /data/x ]; then if [ -f /data/y ]; then exit 1; else exit 2; fi; exit 3; else exit 4; fi', 4],
    ['if [ -f /data/x ]; then exit 1; elif [ -f /data/y ]; then exit 2; fi', undefined],
  ])('%s: %s', (text, exitCode) => {
    expect(run(new VolumeFiles(), podWith('a', onHost), '0', { ...container, args: [text] })).toBe(exitCode)
  })
})

it.each([
  [['sleep', '1', '2s'], { afterMs: 3000, exitCode: 0 }],
  [['sleep', '1', 'x'], undefined],
  [['sh', '-c', 'false && sleep 5'], { afterMs: 0, exitCode: 1 }],
  [['sh', '-c', 'false; sleep 1\nexit'], { afterMs: 1000, exitCode: 0 }],
  [['sh', '-c', 'exit 256'], { afterMs: 0, exitCode: 0 }],
  [['sh', '-c', 'echo "a; exit 1"'], undefined],
  [['sh', '-c', 'false || exit 4'], undefined],
  [['sh', '-ec', 'false; sleep 9'], undefined],
  [['sh', '-c', 'exit $CODE'], undefined],
  [['ls', '/nosuch'], undefined],
])('of what an image runs, %j: %j', (command, expected) =>
  expect(commandOutcome({ name: 'main', image: 'busybox', command })).toEqual(expected),
)
