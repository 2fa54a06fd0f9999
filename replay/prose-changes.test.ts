import { expect, it } from 'vitest'
import { changeIn } from './prose-changes.ts'

const change = (text: string) => {
  const found = changeIn({ kind: 'prose', text, line: 1, heading: false })
  return found && [found.gate?.name, found.gate?.value, found.release, found.components.join(' ')]
}

it.each([
  [
    'Simulate downgrade by disabling the feature for api server and control-plane.',
    [undefined, false, undefined, 'kube-apiserver kube-controller-manager kube-scheduler'],
  ],
  ['Simulate upgrade by re-enabling the feature for the kubelet.', [undefined, true, undefined, 'kubelet']],
  [
    'Turn off the `PodIndexLabel` feature gate in `kube-controller-manager`.',
    ['PodIndexLabel', false, undefined, 'kube-controller-manager'],
  ],
  [
    'The controller-manager yaml was modified to disable the feature gate, for testing downgrades:',
    [undefined, false, undefined, 'kube-controller-manager'],
  ],
  ['Rollback kube-apiserver to v1.31.0', [undefined, undefined, '1.31.0', 'kube-apiserver']],
  ['Now downgrade the kube-proxy pods to v1.31.0', [undefined, undefined, '1.31.0', 'kube-proxy']],
  [
    'Check out the `release-1.34` branch, rebuild the kubelet, and run it as before.',
    [undefined, undefined, '1.34', 'kubelet'],
  ],
  [
    'Checkout `release-1.34`, tag it `v1.34.2`, and restart kube-apiserver.',
    [undefined, undefined, '1.34.2', 'kube-apiserver'],
  ],
])('%s', (text, wanted) => {
  expect(change(text)).toEqual(wanted)
})

it.each([
  'If you disable the feature gate, the field is dropped.',
  'Verify that the feature is disabled.',
  'The feature gate is enabled by default.',
  'Upgrade the cluster',
  'Check out the `release-1.34` branch and read the code of kube-proxy.',
  'Create a Service using the new field.',
])('%s: nothing', (text) => {
  expect(change(text)).toBeUndefined()
})
