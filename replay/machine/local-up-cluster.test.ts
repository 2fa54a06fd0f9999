import { expect, it } from 'vitest'
import { kubeletArgsOfScript } from './local-up-cluster.ts'

const endpoint = '--container-runtime-endpoint=unix:///run/containerd/containerd.sock'

it.each<[string, string, string[], string[]]>([
  ['1.26.15', '1.27.16', ['--container-runtime=remote', endpoint, '--v=3'], [endpoint, '--v=3']],
  ['1.27.16', '1.26.15', [endpoint, '--v=3'], ['--container-runtime=remote', endpoint, '--v=3']],
  ['1.30.14', '1.29.15', ['--v=3'], [endpoint, '--v=3']],
  ['1.31.0', '1.32.0', ['--v=3', '--config=a'], ['--v=3', '--config=a']],
])('a kubelet that goes from %s to %s has its flags as the script gives them', (from, to, before, after) => {
  expect(kubeletArgsOfScript(before, from, to)).toEqual(after)
})
