import { expect, it } from 'vitest'
import { componentFlagsFile } from './component-flags.ts'

it('a flag is a line, sorted in its component', () => {
  const text = componentFlagsFile({
    'kube-apiserver': { b: { type: 'int', default: '1' }, a: { type: 'bool', deprecated: 'gone soon' } },
    'kube-controller-manager': {},
    'kube-scheduler': {},
    kubelet: {},
    'kube-proxy': { v: { type: 'Level', shorthand: 'v' } },
  })
  expect(text).toBe(
    '{\n"kube-apiserver":{\n "a":{"type":"bool","deprecated":"gone soon"},\n "b":{"type":"int","default":"1"}\n},\n' +
      '"kube-controller-manager":{\n\n},\n"kube-scheduler":{\n\n},\n' +
      '"kubelet":{\n\n},\n"kube-proxy":{\n "v":{"type":"Level","shorthand":"v"}\n}\n}\n',
  )
})
