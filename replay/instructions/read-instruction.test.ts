import { describe, expect, it } from 'vitest'
import { termsOf } from './components-in.ts'
import type { Instruction, WantedEdit } from './instruction.ts'
import { isImperative, missedParts, readInstructions } from './read-instruction.ts'

const short = {
  'kube-apiserver': 'api',
  'kube-controller-manager': 'kcm',
  'kube-scheduler': 'sched',
  kubelet: 'kubelet',
  'kube-proxy': 'proxy',
}
const edit = (one: WantedEdit): string => {
  switch (one.kind) {
    case 'gate':
      return `${one.gate ?? '*'}=${one.value ?? (one.was === undefined ? 'unset' : `not ${one.was}`)}`
    case 'flag':
      return one.value === undefined ? `--${one.flag}` : `--${one.flag}=${one.value}`
    case 'flag-removed':
      return `no --${one.flag}${one.value === undefined ? '' : `=${one.value}`}`
    case 'field':
      return `${one.field}:${one.value}`
    case 'field-removed':
      return `no ${one.field}`
    case 'fields-below':
      return 'below'
    case 'release':
      return `v${one.release ?? one.direction}`
    case 'beta-api':
      return `beta ${one.on ? 'on' : 'off'}`
  }
}
const words = (parts: (string | false | undefined)[]): string =>
  parts.filter((part) => part !== '' && part !== false && part !== undefined).join(' ')

function said(one: Instruction): string {
  switch (one.kind) {
    case 'change':
    case 'start':
      return words([
        one.kind,
        one.kind === 'start' && one.tool,
        one.kind === 'start' && one.fresh && 'new',
        ...one.edits.map(edit),
        one.components.length > 0 && `in ${one.components.map((name) => short[name]).join('+')}`,
        one.kind === 'change' &&
          one.nodes !== 'all' &&
          `on ${typeof one.nodes === 'object' ? one.nodes.name : one.nodes}`,
        one.kind === 'start' && one.count !== undefined && `${one.count} nodes`,
        one.kind === 'start' && one.config,
      ])
    case 'restart':
    case 'stop':
      return words([one.kind, one.components.map((name) => short[name]).join('+')])
    case 'repeat':
      return words([
        'repeat',
        typeof one.what === 'string'
          ? one.what
          : 'steps' in one.what
            ? one.what.steps.join('-')
            : one.what.verb,
        ...one.but.map(edit),
      ])
    case 'run':
      return words(['run', ...one.commands])
    case 'wait':
      return words(['wait', one.seconds !== undefined && `${one.seconds}s`, one.pods && 'pods'])
    case 'act':
      return words([
        one.verb,
        one.object,
        one.names.join(','),
        one.another && 'another',
        one.all && 'all',
        one.step !== undefined && `of ${one.step}`,
        one.replicas !== undefined && `x${one.replicas}`,
      ])
    case 'node':
      return words([one.does, ...one.values, 'on', ...one.nodes, one.all && 'all'])
  }
}
const read = (text: string): string => readInstructions({ text, line: 1 }).map(said).join('; ')

describe('changes', () => {
  it.each([
    ['Remove the `/var/lib/x/state` file before restarting it', 'run rm -f /var/lib/x/state'],
    ['With the following kubelet configuration:', 'change below in kubelet'],
    ['Given the following Kubelet config and its state in v1.32:', 'change v1.32; change below in kubelet'],
    ['The same value is seen after upgrading to v1.33:', 'change v1.33'],
    ['The following is seen after the feature is disabled:', 'change *=false'],
    ['With the feature on, the volumes are as large as the limit:', 'change *=true'],
    ['With this feature gate turned off, they are not:', 'change *=false'],
    ['The file is gone after upgrading to v1.33.', ''],
    ['Use yum to install `jq`', 'run yum install -y jq'],
    ['Install vim with apt-get.', 'run apt-get install -y vim'],
    ['Install the `jq` package from apk', 'run apk add jq'],
    ['Use apt-get to install kubeadm', ''],
    ['Enable the feature gate', 'change *=true'],
    ['Disable the `FooBar` feature gate in kube-apiserver.', 'change FooBar=false in api'],
    ['Turn off `FooBar` on the kubelet and kube-proxy', 'change FooBar=false in kubelet+proxy'],
    ['Turn the gate back on? ', ''],
    ['Then turn back on the feature gate for the control plane.', 'change *=true in api+kcm+sched'],
    ['Re-enable FooBar feature in the scheduler and restart it', 'change FooBar=true in sched'],
    ['Disable the `FooBar` and `BarFoo` gates for the KCM', 'change FooBar=false BarFoo=false in kcm'],
    ['Unset the feature gate in the kubelet', 'change *=unset in kubelet'],
    ['Remove the feature flag from kube-proxy', 'change *=unset in proxy'],
    [
      'and remove `- --feature-gates=FooBar=false` from the `kube-apiserver` container.',
      'change FooBar=not false in api',
    ],
    [
      'Append `--feature-gates=FooBar=true,BarFoo=false` to the flags of kube-scheduler',
      'change FooBar=true BarFoo=false in sched',
    ],
    ['Set the `FooBar` gate to `false` on the API server', 'change FooBar=false in api'],
    [
      'Set `FooBar: false` in the `featureGates` of the kubelet configuration',
      'change FooBar=false in kubelet',
    ],
    [
      'Pass `--runtime-config=example.io/v1beta1=true` to the apiserver',
      'change --runtime-config=example.io/v1beta1=true in api',
    ],
    ['Add `--profiling` to kube-controller-manager', 'change --profiling in kcm'],
    ['Drop `--profiling` from the controller manager', 'change no --profiling in kcm'],
    ['Delete the `--v=5` flag of kube-scheduler', 'change no --v=5 in sched'],
    [
      'Update `/etc/kubernetes/manifests/kube-apiserver.yaml` by changing `--feature-gates=FooBar=true` to `--feature-gates=FooBar=false`',
      'change FooBar=false in api',
    ],
    ['Change `--a-b=old` to `--a-b=new` in kube-controller-manager', 'change --a-b=new in kcm'],
    ['Modify the kubelet config to disable `FooBar`.', 'change FooBar=false in kubelet'],
    ['The manifest of the controller-manager was edited to enable the gate', 'change *=true in kcm'],
    ['Simulate a downgrade by disabling the feature for api server and kcm.', 'change *=false in api+kcm'],
    ['Perform a rollback by turning off `FooBar` in kubelet', 'change FooBar=false in kubelet'],
    ['Edit the manifest of kube-scheduler and turn on the feature gate', 'change *=true in sched'],
    ['Enable both the feature gate and the beta API in kube-apiserver', 'change *=true beta on in api'],
    ['Turn off the beta API', 'change beta off'],
    ['Restart kube-apiserver with the feature enabled.', 'change *=true in api'],
    ['Restart the kubelet with the `FooBar` gate again disabled', 'change FooBar=false in kubelet'],
    [
      'Restart the API server and the scheduler with version 1.31 and set `FooBar=true`',
      'change v1.31 FooBar=true in api+sched',
    ],
    [
      'Disabled the gate, restarted kube-apiserver, confirmed that the object is still there.',
      'change *=false in api',
    ],
    ['We then enabled the feature on the kubelet', 'change *=true in kubelet'],
    ['Next, please disable the feature flag everywhere', 'change *=false'],
    ['To disable the feature:', 'change *=false'],
    ['With everything in place, disable the gate in kcm', 'change *=false in kcm'],
    ['**Downgrade**: Disable the feature, look at the pods', 'change *=false'],
    ['3. Re-enable the feature gates', 'change *=true'],
    ['Disable the gate on the worker nodes', 'change *=false in kubelet+proxy on workers'],
    ['Start kube-proxy in `ipvs` mode', 'change mode:ipvs in proxy'],
    [
      'Manually change it by SSH-ing to the node and adding the following to the kubelet config:',
      'change below in kubelet',
    ],
    [
      'Remove the `maxPods` entry and the `podPidsLimit` entry from the kubelet config',
      'change no maxPods no podPidsLimit in kubelet',
    ],
    ['Set `maxPods: 5` in the configuration of the kubelet', 'change maxPods:5 in kubelet'],
    ['Remove the `endPort` field', ''],
    ['Flip `FooBar` to `false` on the control plane', 'change FooBar=false in api+kcm+sched'],
    ['Toggle `FooBar` off in the kubelet', 'change FooBar=false in kubelet'],
  ])('%s', (text, wanted) => expect(read(text)).toBe(wanted))
})

describe('releases', () => {
  it.each([
    ['Upgrade to 1.31', 'change v1.31'],
    ['**Downgrade cluster (1.31.2 -> 1.30.4)**', 'change v1.30.4'],
    ['Rollback kube-apiserver to v1.30.0', 'change v1.30.0 in api'],
    ['Upgrade the kubelet back to `v1.31.1`', 'change v1.31.1 in kubelet'],
    ['Upgrade kubelet from v1.30 to v1.31', 'change v1.31 in kubelet'],
    ['Now downgrade the kube-proxy pods to v1.30.0', 'change v1.30.0 in proxy'],
    [
      'Upgrade the control plane to 1.31, then upgrade the kubelets to 1.31',
      'change v1.31 in api+kcm+sched; change v1.31 in kubelet',
    ],
    ['Downgrade the whole cluster to the previous release', 'change volder'],
    ['Upgrade the cluster again', 'change vnewer'],
    ['Upgraded to 1.31 with the `FooBar` feature enabled', 'change v1.31 FooBar=true'],
    ['Upgrade cluster to v1.31, keeping the gate disabled', 'change v1.31 *=false'],
    ['Upgrade the worker nodes to 1.31', 'change v1.31 in kubelet+proxy on workers'],
    ['Upgrade node to 1.31 and enable the feature gate', 'change v1.31 *=true in kubelet+proxy'],
    [
      'Check out the `release-1.33` branch, build the kubelet, and run it as before.',
      'change v1.33 in kubelet',
    ],
    ['Checkout `release-1.33`, tag it `v1.33.2`, and restart kube-apiserver.', 'change v1.33.2 in api'],
    [
      'Change the image of kube-scheduler to `registry.k8s.io/kube-scheduler:v1.31.0`',
      'change v1.31.0 in sched',
    ],
  ])('%s', (text, wanted) => expect(read(text)).toBe(wanted))
})

describe('starts and restarts', () => {
  it.each([
    ['Start with the feature disabled.', 'start *=false'],
    ['Start at version 1.31.2', 'start v1.31.2'],
    ['Create a v1.31.0 kind cluster with the `FooBar` feature gate:', 'start kind new v1.31.0 FooBar=true'],
    ['Start a cluster (v1.30) with the gate on', 'start v1.30 *=true'],
    ['Create a KinD cluster with 1.31 and use the config below to turn it on.', 'start kind new v1.31 below'],
    ['Create a cluster without the `FooBar` gate enabled', 'start new FooBar=false'],
    ['Deploy k8s 1.30 with the gate off', 'start new v1.30 *=false'],
    [
      'Simulate the downgrade by creating a new kind cluster with the feature turned off.',
      'start kind new *=false',
    ],
    [
      'To test the upgrade, we create a new kind cluster with the feature turned on.',
      'start kind new *=true',
    ],
    ['A kind cluster with Kubernetes 1.31 was created', 'start kind new v1.31'],
    ['start kube-apiserver v1.30 where `FooBar` is disabled.', 'start v1.30 FooBar=false in api'],
    [
      'Create a kubernetes cluster v1.31 with 3 nodes where `FooBar` is disabled.',
      'start new v1.31 FooBar=false 3 nodes',
    ],
    ['Create an one-node 1.31 k8s cluster', 'start new v1.31 1 nodes'],
    ['Restart the kubelet', 'restart kubelet'],
    ['Restart the kubelet without the flag.', 'change *=unset in kubelet'],
    ['Restart the scheduler without `--feature-gates=FooBar=true`.', 'change FooBar=not true in sched'],
    ['Restart the scheduler without the `FooBar` feature gate.', 'change FooBar=false in sched'],
    ['Restart kube-proxy without it.', ''],
    ['Start the cluster without `--feature-gates=FooBar=true`.', 'start FooBar=not true'],
    ['Kill kube-proxy.', 'stop proxy'],
    ['Stop kube-apiserver and the scheduler', 'stop api+sched'],
    [
      'The following kind config was used to provision a cluster with the gate off:',
      'start kind new *=false below',
    ],
    ['Install a 1.31 Kubernetes cluster with `FooBar` disabled', 'start new v1.31 FooBar=false'],
  ])('%s', (text, wanted) => expect(read(text)).toBe(wanted))
})

describe('what is done again, to objects, and in commands', () => {
  it.each([
    ['Repeat steps 2-4', 'repeat 2-4'],
    ['Repeat step 3, but disable `FooBar`, and verify that it works.', 'repeat 3-3 FooBar=false'],
    ['Follow the procedure described in step 1', 'repeat 1-1'],
    ['Await for the new pod to be created and repeat the deletion.', 'wait; repeat delete'],
    ['Run the command again', 'repeat last command'],
    ['Repeat the above', 'repeat last step'],
    ['Repeat steps 2-6; disable `FooBar`', 'repeat 2-6 FooBar=false'],
    ['Repeat steps 2-6, but disable FooBar,', 'repeat 2-6 FooBar=false'],
    ['Turn off the beta API, this time `kubectl get vac` fails', 'change beta off; run kubectl get vac'],
    [
      'Edit the config of kubelet to enable the gate: `vim /var/lib/kubelet/config.yaml`',
      'run vim /var/lib/kubelet/config.yaml',
    ],
    ['Delete the deployment via `kubectl delete -f`.', 'delete deployment'],
    ['Create a Service using the new field', 'create service'],
    ['Apply the deployment for the third time', 'create deployment'],
    [
      'Edit the kube-proxy configmap, disable the feature and restart kube-proxy Pods',
      'change *=false in proxy',
    ],
    ['Restart/Upgrade API Server to v1.31 with the gate enabled.', 'change v1.31 *=true in api'],
    ['Delete the pod', 'delete pod'],
    ['Wait for the pod to be running, then delete the pod', 'wait pods; delete pod'],
    ['Delete all pods', 'delete pod all'],
    ['Delete the claim while the Pod uses it', ''],
    ['Create another pod from the same manifest', 'create pod another'],
    ['Delete the pod created in step 4, and look at the events', 'delete pod of 4'],
    ['Scale the deployment to 3', 'scale deployment x3'],
    ['Scale down `web` deployment to 0 replicas', 'scale deployment web x0'],
    ['Delete `web-1` and recreate it', 'recreate web-1'],
    ['The statefulset was deleted and re-created, pods came without the label', 'recreate statefulset'],
    ['Restart the kubelet: `systemctl restart kubelet`.', 'run systemctl restart kubelet'],
    [
      'Look at the events by running `kubectl get events`, and see that one is there',
      'run kubectl get events',
    ],
    ['Put a taint on node2, for example `team=blue:NoExecute`', 'taint team=blue:NoExecute on node2'],
    ['Remove the taint `team=blue:NoExecute` from node2', 'untaint team=blue:NoExecute on node2'],
    ['Label all nodes with `zone=west`', 'label zone=west on all'],
    ['Cordon node `left-worker`', 'cordon on left-worker'],
    [
      "Let's call the nodes node1 and node2, all with the label `topology.kubernetes.io/zone`",
      'name topology.kubernetes.io/zone on node1 node2 all',
    ],
    ['Wait 5 minutes', 'wait 300s'],
    ['Wait for the pods to be ready', 'wait pods'],
    ['Wait for the fourth pod to be running', 'wait'],
    ['Change it back, apply is done', 'change'],
    ['Remember to restart kubelet', 'restart kubelet'],
    ['Enable the gate, create a Service, and delete the pod', 'change *=true; create service; delete pod'],
  ])('%s', (text, wanted) => expect(read(text)).toBe(wanted))
})

describe('no instructions', () => {
  it.each([
    'Upgrade and rollback were simulated manually by enabling and disabling the gate.',
    'Yes, the feature can be disabled by setting the gate to false.',
    '- [x] Feature gate (also fill in values in `kep.yaml`)',
    'Components depending on the feature gate: kube-apiserver, kubelet',
    'Describe the mechanism: a flag of the kubelet',
    'Will enabling / disabling the feature require downtime of the control plane?',
    'If you disable the feature gate, the field is dropped.',
    'Disabling the gate clears the field.',
    'The feature gate is enabled by default.',
    'Upgrade is not tested for Alpha.',
    'Upgrade path: the server goes first.',
    'Upgrade tests will be added.',
    'We tested enabling and disabling this feature by changing the config of kubelet.',
    'Although kube-proxy was downgraded, the Service should still have the field.',
    'The Pod that was created while the gate was disabled keeps running.',
    'Verify that the feature is disabled.',
    'Manual testing will be done before beta by changing the gate.',
    'This was tested by toggling the feature gate on/off.',
    'Expected outcome: the field is set to 1',
    'Note: creating new objects is disabled.',
    'When the feature is disabled, the new field is ignored.',
    'In practice, restart the kubelet with the gate disabled to get rid of it.',
    'Rollback: none',
    'A manual test was performed, as follows:',
    'You can disable the feature by restarting the server.',
    'The feature was enabled and disabled in turns.',
    'N/A',
    'Update strategy of the DaemonSet',
    'I ran the following on a local cluster.',
  ])('%s', (text) => expect(read(text)).toBe(''))
})

it('tells who is told to do something, understood or not', () => {
  const told = [
    'Frob nothing',
    'Perform pre-upgrade tests (1.30)',
    'Perform the upgrade in two stages:',
    'Trigger a rollout',
    'Send a request to the pod',
    'Then, verify that it is there',
    'Deployed a webserver',
    'Waiting pod be ready',
  ]
  expect(told.filter(isImperative)).toEqual([
    'Trigger a rollout',
    'Send a request to the pod',
    'Then, verify that it is there',
    'Deployed a webserver',
    'Waiting pod be ready',
  ])
})

it('takes the abbreviations that the document defines', () => {
  const terms = termsOf(['the `kube-apiserver`(aka `srv`) and kube-scheduler (short: KS)'])
  expect([...terms]).toEqual([
    ['srv', 'kube-apiserver'],
    ['ks', 'kube-scheduler'],
  ])
  expect(
    readInstructions({ text: 'Disable the gate in the `srv` container', line: 1 }, terms).map(said),
  ).toEqual(['change *=false in api'])
})

describe('missedParts', () => {
  const missed = (text: string) => missedParts({ text, line: 1 })
  it('finds what is not understood beside what is', () => {
    expect(missed('Disable the feature gate in kubelet and expose the widgets to it')).toEqual([
      'expose the widgets to it',
    ])
    expect(missed('Turn on the `MyGate` gate, create a pod, and upload its logs')).toEqual([
      'upload its logs',
    ])
  })
  it.each([
    'Disable the feature gate in kubelet and check the pods',
    'Create a new kind cluster with 1.31 and use the config below to turn it on',
    'Restart the kubelet',
    'Shrink the pool of widgets',
  ])('none in %s', (text) => expect(missed(text)).toEqual([]))
})

it.each([
  ['Disable the `A` feature gate in kube-apiserver (set it to false).', []],
  ['Disable the `A` feature gate in kube-apiserver (set it to true).', ['set it to true']],
  ['Enable the `A` feature gate (turning it on takes a restart).', []],
])('%s: what stands beside it is so as well, or missed', (text, missed) => {
  expect(missedParts({ text, line: 1 })).toEqual(missed)
})

it.each<[string, boolean]>([
  ['Create a kind cluster of two nodes:', true],
  ['Create on my machine a kind cluster:', true],
  ['Create a ConfigMap on the two-node cluster:', false],
  ['Deploy the operator to our 1.30 kind cluster:', false],
])('"%s" starts a cluster: %s', (text, starts) =>
  expect(readInstructions({ text, line: 1 }).some(({ kind }) => kind === 'start')).toBe(starts),
)
