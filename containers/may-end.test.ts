import { expect, it } from 'vitest'
import { goesOn, mayEnd } from './may-end.ts'

const busybox = (command: string[], more: object = {}) => ({
  name: 'c',
  image: 'busybox:1.36.1',
  command,
  ...more,
})

it.each([
  [['sleep', '3600'], false],
  [['sleep', 'infinity'], false],
  [['sleep'], true],
  [['sleep', '1', 'x'], true],
  [['cat'], true],
  [['tail', '-f', '/dev/null'], false],
  [['tail', '-f'], true],
  [['tail', '-n', '5', '-f', '/var/log/x'], true],
  [['tail', '/etc/hosts'], true],
  [['nc', '-lk', '-p', '80'], false],
  [['nc', 'web', '80'], true],
  [['env', 'A=b', 'sleep', '9'], true],
  [['sh', '-c', 'while true; do date; sleep 1; done'], false],
  [['sh', '-ec', 'date; while true; do date; sleep 1; done'], true],
  [['sh', '-c', 'set -e; false; tail -f /dev/null'], true],
  [['sh', '-c', 'test -f /x && tail -f /dev/null'], true],
  [['sh', '-c', 'if test -f /x; then while true; do sleep 1; done; fi'], true],
  [['sh', '-c', 'if test -f /x; then date; fi; while true; do sleep 1; done'], false],
  [['sh', '-c', 'while true; do test -f /x && break; sleep 1; done'], true],
  [['sh', '/scripts/run.sh'], true],
])('%j: %j', (command, expected) => expect(mayEnd(busybox(command))).toBe(expected))

it('a program that reads what is typed goes on while somebody may type', () => {
  for (const command of [['cat'], ['tee', '/x'], ['tail', '-f']])
    expect(mayEnd(busybox(command, { stdin: true }))).toBe(false)
  expect(mayEnd(busybox(['cat', '/etc/hosts'], { stdin: true }))).toBe(true)
})

it.each([
  [{ image: 'registry.k8s.io/pause:3.10' }, true],
  [{ image: 'nginx:1.25' }, true],
  [{ image: 'nginx:1.25', command: ['nginx', '-t'] }, false],
  [{ image: 'busybox', command: ['sleep', 'infinity'] }, true],
  [{ image: 'busybox', command: ['tail', '-f', '/dev/null'] }, true],
  [{ image: 'busybox', command: ['echo', 'a'] }, false],
  [{ image: 'example.com/own', command: ['sleep', 'infinity'] }, true],
  [{ image: 'example.com/own', command: ['sh', '-c', 'while true; do sleep 1; done'] }, true],
  [{ image: 'example.com/own', command: ['/migrate'] }, false],
  [{ image: 'example.com/own' }, false],
])('%j surely goes on: %j', (container, expected) =>
  expect(goesOn({ name: 'c', ...container })).toBe(expected),
)
