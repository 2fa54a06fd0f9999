import { expect, it } from 'vitest'
import { startedBelow, titleClaims } from './title.ts'

it.each([
  ['Start a 1.31 cluster:', '1.31'],
  ['Start with 1.32', '1.32'],
  ['Create a 1.33 kind cluster with the `A` gate on in kubelet and kube-proxy:', '1.33'],
  ['Start the kubelet with 1.32', undefined],
  ['Bring up a kind cluster with 1.32 and two workers', '1.32'],
  ['Upgrade the cluster of 1.32 to 1.33', '1.33'],
  ['Upgrade the cluster to v1.34.2', '1.34'],
  ['**Downgrade cluster (1.33.1 -> 1.32.5)**', '1.32'],
  ['Upgrade to 1.33. The field is empty:', '1.33'],
  ['Upgrade kubeadm to 1.33', undefined],
  ['Upgrade the cluster from 1.31', undefined],
  ['Upgrade the kubelet of the cluster to 1.34', undefined],
  ['Look at the cluster, since 1.30', undefined],
])('takes the release of the cluster from %s', (title, release) => {
  expect(titleClaims(title).version?.release).toBe(release)
})

it.each([
  ['A v1.32 cluster is used:', true],
  ['A cluster was created at v1.31 by kind.', true],
  ['A v1.32 cluster with a webhook is used:', false],
  ['A cluster of two nodes was created at v1.31:', false],
])('%s says only what is started: %s', (text, wanted) => {
  expect(startedBelow(text, ['kind create cluster --image kindest/node:v1.32.0'])).toBe(wanted)
  expect(startedBelow(text, ['kubectl get pods'])).toBe(false)
})
