import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { unreadScript, unsimulatedProgram } from './unsimulated-program.ts'

const pod = (...containers: object[]) =>
  ({ metadata: { name: 'a' }, spec: { containers } }) as unknown as KubeObject

describe('programs that are not run', () => {
  it.each([
    [pod({ image: 'python:3.12', command: ['python3', '-c', 'serve()'] }), 'python3'],
    [pod({ image: 'nginx' }, { image: 'x', args: ['serve'] }), 'serve'],
    [pod({ image: 'busybox', command: ['sleep', '60'] }), undefined],
    [pod({ image: 'nginx' }), undefined],
    [pod({ image: 'app:v1', command: ['sh', '-c', 'cat /data/x; exit 1'] }), 'sh'],
    [pod({ image: 'app:v1', command: ['sh', '-c', 'sleep 5; exit 1'] }), undefined],
    [pod({ image: 'busybox', command: ['sh', '-c', 'cat /data/x; exit 1'] }), undefined],
    [{ metadata: { name: 'a' } } as KubeObject, undefined],
  ])('of %j', (of, program) => expect(unsimulatedProgram(of)).toBe(program))

  it.each([
    [pod({ image: 'app:v1', command: ['sh', '-c', 'test -f /data/x || exit 1'] }), 'sh'],
    [pod({ image: 'app:v1', command: ['sh', '-c', 'while true; do date; sleep 1; done'] }), undefined],
    [pod({ image: 'app:v1', command: ['serve'] }), undefined],
    [pod({ image: 'alpine', command: ['sh', '-c', 'test -f /data/x || exit 1'] }), undefined],
  ])('a script of %j', (of, program) => expect(unreadScript(of)).toBe(program))
})
