// Sentences as people write them, with what they mean.
import { describe, expect, it } from 'vitest'
import { describeClaim } from './describe-claim.ts'
import { readClaims } from './read-claims.ts'

const read = (text: string) => readClaims({ text, line: 1 })

function meaning(text: string): string {
  const reading = read(text)
  return reading.kind === 'claims' ? reading.claims.map(describeClaim).join('; ') : reading.kind
}

describe('readClaims', () => {
  it('reads numbers whose kind was named before', () => {
    expect(meaning("Deploy the Deployment once more, we'll see two pending again.")).toBe(
      'number of 2 pending Pod == 2',
    )
    expect(meaning('We see at least one terminating.')).toBe('number of 1 terminating Pod >= 1')
    expect(meaning('We see one green.')).toBe('unread')
  })

  it.each<[string, string]>([
    ['Verify that the node status is still being updated', 'every Node is heard of'],
    ['Verify that the pod is running, which shows that the feature works again.', 'the Pod is running'],
    ['The kubelet keeps reporting its status.', 'every Node is heard of'],
    [
      "The Pod's scheduling gate gets dropped as expected due to the gate.",
      'field schedulingGates of the Pod is unset',
    ],
    ['The small size makes sure that there is time, and makes it easier for us to see the order.', 'none'],
  ])('%s', (sentence, expected) => expect(meaning(sentence)).toBe(expected))

  it.each<[string, string]>([
    ['The `spec.paused` field is dropped by the API server.', 'field spec.paused is unset'],
    [
      'The pod is created successfully but without the `hostUsers` reference.',
      'the Pod is there; field hostUsers of the Pod is unset',
    ],
    ['A pod will be created after the other pod terminates.', 'pods are replaced after they have ended'],
    ['There should be a terminating pod status.', 'field .status.terminating of the Job >= 1'],
    ['There should be no terminating pod status.', 'field .status.terminating of the Job is unset'],
    ['The `replicas` field is empty in the status.', 'field replicas in status is unset'],
    [
      'The Deployment is in the namespace team-x.',
      'field .metadata.namespace of the Deployment equals "team-x"',
    ],
    ['The Pods are not in the `x` namespace.', 'field .metadata.namespace of Pod is not "x"'],
    ['The Pods run in the namespace of the Job.', 'unread'],
    ['The Pod uses the default service account.', 'field serviceAccountName of the Pod equals "default"'],
    ['The Service has a new cluster IP.', 'field clusterIP of the Service is not as it was before'],
    [
      'The Service has the new `trafficDistribution` field.',
      'field trafficDistribution of the Service is set',
    ],
    ['The pods are spread across zones as 2/1.', 'unread'],
    ['The pods are no more running.', 'Pod is not running'],
    ['There are no more pods.', 'number of Pod == 0'],
    ['There are no more than 3 pods.', 'number of Pod <= 3'],
    ['The pods run no more.', 'unread'],
    ['The Pod created in (7) is scheduled.', 'the Pod made in step 7 is scheduled'],
    ['Confirm that the Pods from step 2 are running', 'Pod made in step 2 is running'],
    ['Pods created before upgrade are still running as expected.', 'old Pod is running'],
    ['No change in the Pod created in step 4.', 'the Pod made in step 4 is not changed'],
    ['Verify that no new pods are created for the Job.', 'number of new Pod of the Job == 0'],
    [
      'Confirm (via `iptables-save`) that iptables rules exist for Services.',
      'iptables rules for Service are there',
    ],
    ['Confirm that nftables rules for Services no longer exist.', 'nftables rules for Service are not there'],
  ])('%s', (sentence, expected) => expect(meaning(sentence)).toBe(expected))

  it('reads the order in which images come', () => {
    const text =
      'Watch the events by running `kubectl get events`, and see that exactly two images finish pulling first, and then the remaining three images finish.'
    expect(meaning(text)).toBe('images are pulled in groups of 2, then 3')
  })

  describe('the network', () => {
    const [reached, lost] = ['traffic arrives', 'traffic does not arrive']
    it.each<[string, string]>([
      ['The Service is not reachable.', lost],
      ['Verified that the old Services are still accessible from the test Pod', reached],
      ['Access to the changed Service was working again.', reached],
      ['All traffic flows.', reached],
      ['Both load balancers work as before.', reached],
      [
        'The third Service, whose `type` is `NodePort`, is unreachable',
        `field type of the third Service equals "NodePort"; ${lost}`,
      ],
      [
        'Check that nftables rules for both LBs are present on all nodes',
        'nftables rules for both LoadBalancer Service are there',
      ],
      ["The iptables rules for the first load balancer are gone, while the second one's did not", 'unread'],
      [
        'The iptables rule for the second Service is gone, but the first one was not',
        'iptables rules for the second Service are not there; iptables rules for the first Service are there',
      ],
      [
        'Observed iptables rules for the edited Service not being created',
        'iptables rules for the changed Service are not there',
      ],
      ['Both proxy rules are present', 'rules for both Service are there'],
      ['By default all Services are with the `Cluster` value', 'a field of all Service equals "Cluster"'],
      ['The field is still present on the changed Service.', 'the field of the changed Service is set'],
    ])('%s', (sentence, expected) => expect(meaning(sentence)).toBe(expected))
  })

  describe('fields', () => {
    it.each<[string, string]>([
      ['Confirm that `.status.succeededIndexes="2,3"`.', 'field .status.succeededIndexes equals "2,3"'],
      ['Check the Job and confirm `.status.ready=4`', 'field .status.ready equals "4"'],
      [
        'Also note that `.status.uncountedTerminatedPods=0`, since the controller has seen them.',
        'field .status.uncountedTerminatedPods equals "0"',
      ],
      ['Verify `spec.paused: true`.', 'field spec.paused equals "true"'],
      ['The `hostUsers` field is set.', 'field hostUsers is set'],
      ['Its `replicas` field has not changed', 'field replicas is as it was before'],
      [
        'The `leaseTransitions` of the Lease has changed.',
        'field leaseTransitions of the Lease is not as it was before',
      ],
      ['The Deployment is unchanged.', 'the Deployment is not changed'],
      ['There are two Pods left.', 'number of Pod == 2'],
      ['The Job continues to exist.', 'the Job is there'],
      ['The request fails with the error message `no such thing`.', 'the command fails with "no such thing"'],
      [
        'The request fails with an error and `clusterIP` no longer has the value `None`.',
        'the command fails; field clusterIP is not "None"',
      ],
      ['The `hostUsers` field is not set.', 'field hostUsers is unset'],
      ['The `hostUsers` field is no longer set.', 'field hostUsers is unset'],
      ['The value of the `bootID` field in nodeInfo is not empty.', 'field bootID in nodeInfo is set'],
      ['The value of `bootID` is empty.', 'field bootID is unset'],
      ['The value of the `bootID` field is still not empty.', 'field bootID is set'],
      ['`replicas` is set to `3`.', 'field replicas equals "3"'],
      ['`replicas` equals `3`.', 'field replicas equals "3"'],
      ['`replicas` is 3.', 'field replicas equals "3"'],
      ['The `.status.replicas` is at least 3.', 'field .status.replicas >= 3'],
      ['The `.status.replicas` should be more than 3.', 'field .status.replicas > 3'],
      ['The `.status.replicas` must be fewer than 4.', 'field .status.replicas < 4'],
      [
        '`spec.clusterIP` is the same as `spec.externalName`.',
        'field spec.clusterIP equals spec.externalName',
      ],
      [
        'The `.spec.internalTrafficPolicy` of the Service is `Local`.',
        'field .spec.internalTrafficPolicy of the Service equals "Local"',
      ],
      [
        "The Service's `internalTrafficPolicy` is gone.",
        'field internalTrafficPolicy of the Service is unset',
      ],
      [
        'Verify that the `internalTrafficPolicy` field has been dropped from the Service.',
        'field internalTrafficPolicy of the Service is unset',
      ],
      [
        'Verify the `internalTrafficPolicy` field of the Service is visible again.',
        'field internalTrafficPolicy of the Service is set',
      ],
      [
        'Check that the `internalTrafficPolicy` field is available again and unchanged on the old Services:',
        'field internalTrafficPolicy of old Service is set; field internalTrafficPolicy of old Service is as it was before',
      ],
      [
        'Verify that `startTime` of previous Jobs can not be accessed anymore:',
        'field startTime of old Job is unset',
      ],
      ['Verify `startTime` cannot be set manually.', 'field startTime cannot be set'],
      ['The `startTime` field of the Job is unchanged.', 'field startTime of the Job is as it was before'],
      ["The Job's `startTime` does not change.", 'field startTime of the Job is as it was before'],
      ['The `startTime` field is persisted.', 'field startTime is set as it was before'],
      ['The `observedGeneration` is nil.', 'field observedGeneration is unset'],
      [
        'Verify that the Service still preserves the field.',
        'the field of the Service is set as it was before',
      ],
      ['New Services do not have the field anymore.', 'the field of new Service is unset'],
      ['Its `.spec.suspend` is preserved.', 'field .spec.suspend is set as it was before'],
      ['Ensure that the ready field is populated.', 'field ready is set'],
      [
        'Observe that the fields `.status.replicas` are missing in both the StatefulSet and the ReplicaSet.',
        'field .status.replicas of the StatefulSet is unset; field .status.replicas of the ReplicaSet is unset',
      ],
      [
        '`generation` and `observedGeneration` fields are not populated.',
        'field generation is unset; field observedGeneration is unset',
      ],
      ['Create a pod; expected outcome: `generation` is set to 1', 'field generation equals "1"'],
      ['We can see that `spec.suspend` was reset to `false`.', 'field spec.suspend equals "false"'],
      ['The value is now `Retain`.', 'the value equals "Retain"'],
      [
        '`spec.type` is `NodePort` instead of `ClusterIP`.',
        'field spec.type equals "NodePort"; field spec.type is not "ClusterIP"',
      ],
      ['The `nodePort` field stays empty.', 'field nodePort is unset'],
      ['The controller did not update the `startTime` field.', 'field startTime is as it was before'],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('what objects have', () => {
    it.each<[string, string]>([
      ['Check that both Nodes have PodCIDRs', 'field PodCIDRs of both Node is set'],
      ['Check that both Nodes do not have PodCIDRs', 'field PodCIDRs of both Node is unset'],
      ['The EndpointSlices no longer have any hints.', 'field hints of EndpointSlice is unset'],
      [
        'The slices are still there but no longer have any hints:',
        'EndpointSlice is there; field hints of EndpointSlice is unset',
      ],
      [
        'Verify that the EndpointSlice has hints and the Service has the `sessionAffinity` field set.',
        'field hints of the EndpointSlice is set; field sessionAffinity of the Service is set',
      ],
      [
        'The StatefulSet should still have the `ordinals` field set.',
        'field ordinals of the StatefulSet is set',
      ],
      ['The Pod lacks the `overhead` field.', 'field overhead of the Pod is unset'],
      ['The Pod has no `overhead`.', 'field overhead of the Pod is unset'],
      [
        'The Service has the `ipFamilyPolicy` field visible again (since it was stored) and the hints are back in the EndpointSlices:',
        'field ipFamilyPolicy of the Service is set; field hints of EndpointSlice is set',
      ],
      ['The Pod has `hostname` set to `web`.', 'field hostname of the Pod equals "web"'],
      [
        'Verify the newly created job does NOT have the `example.com/stamp` annotation.',
        'annotation example.com/stamp of the new Job is unset',
      ],
      [
        'Verify that the new Job has the `example.com/stamp` annotation.',
        'annotation example.com/stamp of the new Job is set',
      ],
      [
        'The Node has the `topology.kubernetes.io/zone` label.',
        'label topology.kubernetes.io/zone of the Node is set',
      ],
      ['The pods keep their finalizers.', 'field finalizers of Pod is set as it was before'],
      ["Verify that pods don't have finalizers", 'field finalizers of Pod is unset'],
      ['The PVC got a StorageClass assigned.', 'field storageClassName of the PersistentVolumeClaim is set'],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('conditions', () => {
    it.each<[string, string]>([
      [
        'Verify that the Job has `SuccessCriteriaMet` and `Failed` conditions.',
        'condition SuccessCriteriaMet of the Job is there; condition Failed of the Job is there',
      ],
      ["The Job doesn't have `Suspended`.", 'condition Suspended of the Job is not there'],
      [
        'This Node will have a `MemoryPressure` condition that says `False`.',
        'condition MemoryPressure of the Node is False',
      ],
      [
        'The `MemoryPressure` condition of the Node is set to `True`.',
        'condition MemoryPressure of the Node is True',
      ],
      [
        'When you look at the Node, the `MemoryPressure` condition will be not existent.',
        'condition MemoryPressure is not there',
      ],
      ['Both APIServices report `Available=True`.', 'condition Available of both APIService is True'],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('states of objects', () => {
    it.each<[string, string]>([
      ['The Pod is Running.', 'the Pod is running'],
      ['The Pod is running normally:', 'the Pod is running'],
      ['The Pod `web-0` is pending.', 'the Pod web-0 is pending'],
      ['Confirm the pod is still running', 'the Pod is running'],
      ['Validate that all pods are Running', 'all Pod is running'],
      ['Both Pods are up and running.', 'both Pod is running'],
      ['The Pod and the Job are both running.', 'the Pod is running; the Job is running'],
      ['The PVC remains pending.', 'the PersistentVolumeClaim is pending'],
      ['The Pod stays in `Pending` state', 'the Pod is pending'],
      ['The Pod enters the `ContainerCreating` state.', 'the Pod is containercreating'],
      ['The Pod goes into CrashLoopBackOff.', 'the Pod is crashloopbackoff'],
      ['Wait for the pods to be running.', 'Pod is running'],
      ['Wait until the Deployment is available.', 'the Deployment is available'],
      ['Await for the pod with index=1 to be succeeded.', 'the Pod with index 1 is succeeded'],
      ['The pod with index 2 is still running.', 'the Pod with index 2 is running'],
      ['The 0-indexed pod is terminating.', 'the Pod with index 0 is terminating'],
      ['The pods of the Job are terminated.', 'Pod of the Job is terminated'],
      ['The replacement Pod is created.', 'the new Pod is there'],
      ['Await for the replacement pod to be created and delete it once more.', 'the new Pod is there'],
      ['The old Pod is deleted.', 'the old Pod is gone'],
      ['The PV is gone.', 'the PersistentVolume is gone'],
      ['The Job is still there.', 'the Job is there'],
      ['The Service exists.', 'the Service is there'],
      ['The Job does not exist anymore.', 'the Job is not there'],
      ['The Pod does not get scheduled.', 'the Pod is not scheduled'],
      ["Verify that the Pod `web-1` isn't running.", 'the Pod web-1 is not running'],
      ['`web-0` should remain `Pending`.', 'the object web-0 is pending'],
      [
        '`web-0` should now get scheduled on the node and start running.',
        'the object web-0 is scheduled; the object web-0 is running',
      ],
      ['The node is Ready.', 'the Node is ready'],
      ['The PVC gets bound.', 'the PersistentVolumeClaim is bound'],
      [
        'The PVC does not get updated and remains pending:',
        'the PersistentVolumeClaim is not changed; the PersistentVolumeClaim is pending',
      ],
      ['All pods will be allocated successfully.', 'all Pod is scheduled'],
      ['The Job fails.', 'the Job is failed'],
      ['The Job completes.', 'the Job is succeeded'],
      ['The existing Pods keep running after the upgrade.', 'old Pod is running'],
      [
        'The Pod stays in `SchedulingGated` state, and its `.spec.schedulingGates` is persisted',
        'the Pod is schedulinggated; field .spec.schedulingGates of the Pod is set as it was before',
      ],
      [
        'The Pod enters `Pending` state, with old `.spec.schedulingGates` reserved',
        'the Pod is pending; field .spec.schedulingGates of the Pod is set as it was before',
      ],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('counts', () => {
    it.each<[string, string]>([
      ['3 pods are running again', 'number of 3 running Pod == 3'],
      ['There are two EndpointSlices.', 'number of EndpointSlice == 2'],
      ['There is no Service.', 'number of the Service == 0'],
      ['There is no `nodePort` field in the Service.', 'field nodePort of the Service is unset'],
      ['There are no hints in the EndpointSlice.', 'field hints of the EndpointSlice is unset'],
      ['There are at least 2 Pods.', 'number of Pod >= 2'],
      ['There should be one Pod pending.', 'number of the pending Pod == 1'],
      ['No new pods are created.', 'number of new Pod == 0'],
      ['No pods are running.', 'number of running Pod == 0'],
      ['None of the Pods are ready.', 'number of ready Pod == 0'],
      ['Only one Pod is pending.', 'number of the pending Pod == 1'],
      ["We'll see one Pod pending.", 'number of 1 pending Pod == 1'],
      ['Two of the Pods are ready.', 'number of 2 ready Pod == 2'],
      ['The Service has 2 endpoints.', 'number of endpoints of the Service == 2'],
      ['The Service has no endpoints.', 'number of endpoints of the Service == 0'],
      [
        'The EndpointSlice has at least three ready endpoints.',
        'number of ready endpoints of the EndpointSlice >= 3',
      ],
      ['pods spread across nodes as 3/3/2', 'Pod per node: 3/3/2'],
      [
        'If you do this, you should see a terminating pod and a new pod created.',
        'number of the terminating Pod >= 1; number of the new Pod >= 1',
      ],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('what commands print', () => {
    it.each<[string, string]>([
      ['The command prints `42`.', 'the output contains "42"'],
      ['The output is empty.', 'the output is empty'],
      ['The output contains `Forbidden`.', 'the output contains "Forbidden"'],
      ['The output does not contain `Forbidden`.', 'the output lacks "Forbidden"'],
      [
        '`kubectl describe hpa web` displays `ScalingActive: True`.',
        'the output of `kubectl describe hpa web` contains "ScalingActive: True"',
      ],
      ['The HPA description mentions `ScalingActive: True`.', 'the output contains "ScalingActive: True"'],
      ['`kubectl get pc` prints nothing.', 'the output of `kubectl get pc` is empty'],
      ['Nothing is printed.', 'the output is empty'],
      ['You should see `webhook` in the output.', 'the output contains "webhook"'],
      [
        'Check if the `kube-scheduler`(aka `scheduler`) has recorded the queue latency metric.',
        'the output about queue latency is not empty',
      ],
      [
        'Check if the `kcm` has not recorded the sync latency metric.',
        'the output about sync latency is empty',
      ],
      [
        'Check if there are no traces of watchers for the `kcm`.',
        'the output about watchers kube-controller-manager is empty',
      ],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('whether commands succeed', () => {
    it.each<[string, string]>([
      ['The command fails.', 'the command fails'],
      ['The command succeeds.', 'the command succeeds'],
      ['The request is rejected with `field is immutable`.', 'the command fails with "field is immutable"'],
      ['The update should be rejected.', 'the command for update fails'],
      ['`kubectl get pc` fails.', '`kubectl get pc` fails'],
      ['This time `kubectl get pc` got error:', '`kubectl get pc` fails'],
      ['Turn off the API, then `kubectl get pc` got error:', '`kubectl get pc` fails'],
      [
        'A deprecation warning is printed that it is deprecated.',
        'the output has a warning that says deprecated deprecated',
      ],
      ['No warning is shown.', 'the output has no warning'],
      ['kubectl does not warn about it.', 'the output has no warning'],
      ['The API server returns the warning `a is b`.', 'the output has a warning that says a is b'],
      ['The request succeeds without a warning.', 'the command succeeds; the output has no warning'],
      ['A validation warning is shown.', 'the output has a validation warning'],
      ['Two warnings are printed.', 'unread'],
      ['Verify that both resources can be read from the API.', 'the command succeeds'],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('components and gates', () => {
    it.each<[string, string]>([
      ['Check if `kube-scheduler` is running.', 'kube-scheduler runs'],
      ['The kubelet is running.', 'kubelet runs'],
      ['kube-apiserver is at version v1.31.', 'kube-apiserver runs 1.31'],
      ['The Pod `p` does not have the field `hints`.', 'field hints of the Pod p is unset'],
      ['kube-apiserver runs version 1.39.', 'kube-apiserver runs 1.39'],
      ['The kubelet runs v1.39.0.', 'kubelet runs 1.39.0'],
      ['kube-apiserver and kubelet run release 1.38.', 'kube-apiserver runs 1.38; kubelet runs 1.38'],
      ['The kube-apiserver is running version `v1.38`.', 'kube-apiserver runs 1.38'],
      ['The kubelet does not run version 1.39.', 'unread'],
      ['The feature gate `SidecarContainers` is on by default.', 'gate SidecarContainers is true by default'],
      [
        'The `SidecarContainers` feature gate is not enabled by default in v1.28.',
        'gate SidecarContainers is false by default in 1.28',
      ],
      ['The gate `SidecarContainers` defaults to `true`.', 'gate SidecarContainers is true by default'],
      [
        'The gate `SidecarContainers` is locked to true in 1.33.',
        'gate SidecarContainers is locked, true by default in 1.33',
      ],
      ['The feature gate `SidecarContainers` is not locked.', 'gate SidecarContainers is not locked'],
      ['The gate `SidecarContainers` is not locked to true.', 'unread'],
      ['The feature gate `SidecarContainers` is in beta in 1.29.', 'gate SidecarContainers is BETA in 1.29'],
      ['The feature gate `SidecarContainers` is disabled.', 'gate SidecarContainers is disabled'],
      [
        'The `SidecarContainers` feature gate is enabled in kube-apiserver.',
        'gate SidecarContainers is enabled in kube-apiserver',
      ],
      [
        'Initially the feature gate `SidecarContainers` is set to `false`',
        'gate SidecarContainers is disabled',
      ],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('what nobody can look at here', () => {
    it.each<[string, string]>([
      ['Verify that traffic can no longer be routed to the Pod.', 'traffic does not arrive'],
      ['Verify that no packets are dropped.', 'traffic arrives'],
      ['The Service can not be reached by the Pod.', 'traffic does not arrive'],
      ['Check that the Pod still accepts traffic.', 'traffic arrives'],
      ['Verify that `web` is JSON-encoded in storage.', 'web is stored as JSON'],
      ['`foo` is no longer stored as protobuf in etcd.', 'foo is not stored as protobuf'],
      ["`foo` isn't CBOR-encoded in etcd.", 'foo is not stored as CBOR'],
      ['`foo` should never be written in JSON in etcd.', 'foo is not stored as JSON'],
      ['`foo` is no more stored as JSON in etcd.', 'foo is not stored as JSON'],
      ['Check that the Service is stored as protobuf in etcd.', 'how it is stored'],
      [
        'Scale it down, check the pod is terminating, and check that the cluster IP works meanwhile.',
        'the Pod is terminating; traffic arrives',
      ],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
    it('takes how a check is made for no claim', () => {
      const text =
        'First verify that it works. This is accomplished by scaling it down, and checking that it is gone:'
      expect(meaning(text)).toBe('none')
    })
  })

  describe('several parts', () => {
    it.each<[string, string]>([
      [
        'Then, verify that 2 pods are running again, and the `.status.failed` is gone by:',
        'number of 2 running Pod == 2; field .status.failed is unset',
      ],
      [
        'Follow the steps of the first part, and observe that this time the output contains `a`.',
        'the output contains "a"',
      ],
      [
        'Once the API server is back, check that the Service has the `ports` field.',
        'field ports of the Service is set',
      ],
      [
        'Although the kubelet was downgraded, the Pod should still have the `overhead` field set.',
        'field overhead of the Pod is set',
      ],
      [
        'Although the field `.spec.paused` is set, the Deployment is available.',
        'the Deployment is available; field .spec.paused is set',
      ],
      [
        'Despite the `SomeGate` gate being off, the Deployment is available.',
        'the Deployment is available; gate SomeGate is disabled',
      ],
      ['Change the policy, release it and check that `reclaimPolicy` is set:', 'field reclaimPolicy is set'],
      ['Disable the gate, restart the kubelet, and confirm that the Pod is running.', 'the Pod is running'],
      [
        'Disabled feature gate, restarted apiserver, confirmed that the EndpointSlice still contained the `forNodes` hint.',
        'field forNodes of the EndpointSlice is set',
      ],
      [
        'The StatefulSet was deleted and re-created, pods were created without the ordinal label',
        'Pod is there; label ordinal of Pod is unset',
      ],
      [
        "Verify that the Job `a-1` is running and pods don't have finalizers",
        'the Job a-1 is running; field finalizers of Pod is unset',
      ],
      [
        "Then, wait for the pod with index=1 to be succeeded and verify that the pod with index=2 still running and the Job doesn't have `SuccessCriteriaMet`.",
        'the Pod with index 1 is succeeded; the Pod with index 2 is running; condition SuccessCriteriaMet of the Job is not there',
      ],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('more of each', () => {
    it.each<[string, string]>([
      ['The EndpointSlices have no hints.', 'field hints of EndpointSlice is unset'],
      [
        'The `batch.kubernetes.io/job-completion-index` label is present on the Pods.',
        'label batch.kubernetes.io/job-completion-index of Pod is set',
      ],
      ['The Job should not have `.status.ready`.', 'field .status.ready of the Job is unset'],
      ['We observed that the Job is suspended.', 'the Job is suspended'],
      ['It can be seen that the Pod is running.', 'the Pod is running'],
      ['Notice that the new Pods have the `overhead` field.', 'field overhead of new Pod is set'],
      ['Make sure that no Pods are pending.', 'number of pending Pod == 0'],
      ['Two new Pods are created.', 'number of 2 new Pod == 2'],
      ["The Job's pods are running.", 'Pod of the Job is running'],
      ['Pods of the `web` Deployment are running.', 'Pod of the Deployment web is running'],
      ['The `web` Service has three endpoints.', 'number of endpoints of the Service web == 3'],
      [
        'The first Pod is running, but the second Pod is pending.',
        'the first Pod is running; the second Pod is pending',
      ],
      ['Wait for 2 pods to be ready.', 'number of 2 ready Pod == 2'],
      ['The Pod is not Ready.', 'the Pod is not ready'],
      ['The PV is Released.', 'the PersistentVolume is released'],
      ['The Pod is in phase `Succeeded`.', 'the Pod is succeeded'],
      ['The `web` field is `a` and the `api` field is `b`.', 'field web equals "a"; field api equals "b"'],
      ['The `foo` field is not set to `bar`.', 'field foo is not "bar"'],
      ['`metadata.generation` remains 1.', 'field metadata.generation equals "1"'],
      ['The output is not empty.', 'the output is not empty'],
      ['No output.', 'the output is empty'],
      ['The patch is accepted.', 'the command for patch succeeds'],
      ['The API call failed with the error `unknown field`.', 'the command fails with "unknown field"'],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('fine points', () => {
    it.each<[string, string]>([
      [
        'Verify that the endpointslice is still there but no longer has the `Hints` field:',
        'the EndpointSlice is there; field Hints of the EndpointSlice is unset',
      ],
      ['The `x` has been cleared.', 'field x is unset'],
      ['The `x` becomes `b`.', 'field x equals "b"'],
      ['`x` is not `b`.', 'field x is not "b"'],
      ['The value of `x` stays populated.', 'field x is set'],
      [
        'The value of the `x` field is the same as `nodeInfo.kubeletVersion`.',
        'field x equals nodeInfo.kubeletVersion',
      ],
      ['`x` is an empty string.', 'field x is unset'],
      ['`x` will be kept.', 'field x is set as it was before'],
      ['The Pods have no restarts.', 'number of restarts of Pod == 0'],
      ['The Pod should have been deleted.', 'the Pod is gone'],
      ['The Job is not running and the Pod is gone.', 'the Job is not running; the Pod is gone'],
      ['The Pod was never created.', 'the Pod is not there'],
      [
        'The Pod is running with the old hostname.',
        'the Pod is running; field hostname of the Pod is set as it was before',
      ],
      ['The Pod is ready within 5 seconds.', 'the Pod is ready'],
      ['The Pod is no longer pending.', 'the Pod is not pending'],
      ['The Deployment and its Pods are gone.', 'the Deployment is gone; Pod is gone'],
      ['At least one Pod is running.', 'number of the running Pod >= 1'],
      ['More than two Pods are pending.', 'number of pending Pod > 2'],
      ['One of the Pods is pending.', 'number of 1 pending Pod == 1'],
      ['The other Pod is running.', 'the other Pod is running'],
      ['Each Pod has the `x` label.', 'label x of all Pod is set'],
      ['The Pods in the `web` namespace are running.', 'Pod in namespace web is running'],
      ['Check that the Pod and `x` are there.', 'the Pod is there; the object x is there'],
      ['The Pod eventually fails.', 'the Pod is failed'],
      [
        'The command returns `NotFound` and the output is empty.',
        'the output contains "NotFound"; the output is empty',
      ],
      ['The status is `Bound`.', 'it is bound'],
      ['The phase of the PVC is `Bound`.', 'field phase of the PersistentVolumeClaim equals "Bound"'],
      ['The status of the Pod is Running.', 'the Pod is running'],
      ['Pod status is `Running`.', 'the Pod is running'],
      ['Pod phase is Running.', 'field phase of the Pod equals "Running"'],
      ["The Pod's status is `Pending`.", 'the Pod is pending'],
      ['The Pod reports `Ready=True`.', 'condition Ready of the Pod is True'],
      ['`status.phase` is Running.', 'field status.phase equals "Running"'],
      ['3 Pods exist.', 'number of 3 Pod == 3'],
      ['exactly 3 EndpointSlices exist', 'number of EndpointSlice == 3'],
      ['Its `x` is `1`, and its `y` is `2`.', 'field x equals "1"; field y equals "2"'],
      [
        'The `x` and `y` fields of the Pod and the Job are set.',
        'field x of the Pod is set; field y of the Pod is set; field x of the Job is set; field y of the Job is set',
      ],
      ['The Pod has been running for a while.', 'the Pod is running'],
      ['It is running.', 'it is running'],
      ['They are gone.', 'it is gone'],
      ['kubelet starts.', 'kubelet runs'],
      ['kubelet fails to start.', 'kubelet does not run'],
      ['Kubelet restarts successfully.', 'kubelet runs'],
      [
        'The controller did not re-write the pod labels, as expected',
        'field labels of the Pod is as it was before',
      ],
      [
        'Check a Service to verify that the `SidecarContainers` feature gate is enabled.',
        'gate SidecarContainers is enabled',
      ],
      ['kube-proxy does not start.', 'kube-proxy does not run'],
      ['The Pod is Running and Ready.', 'the Pod is ready'],
    ])('%s', (sentence, expected) => {
      expect(meaning(sentence)).toBe(expected)
    })
  })

  describe('states what the grammar does not read', () => {
    it.each([
      'Check that endpoints have the `serving` condition preserved and only dropped on the next update.',
      'The rules should only contain endpoints that answer:',
      'Verify that the node status is no longer being updated.',
      'The feature behaves as expected and no issues were observed.',
      'Verify impersonation of the user.',
      'Verify that the rollout only has 1 pod unavailable at a time.',
      'The Job fails fast without retries.',
      'Deleting the Pod will create a replacement once it is fully terminated.',
      'Verify that the volume has been mounted.',
      'The Pod keeps running while the kubelet is down.',
      'Special ResourceClaims exist',
      'Wait for kube-proxy to start and test that the service is still reachable.',
      'PSI metrics should no longer be reported.',
      'The Job and its `.status.ready` are gone.',
      'The status should contain:',
      'The Pod status shows a message.',
      '`spec.a` is set, `spec.b` is not.',
      'The Pod has no problems.',
      'The Pod should not be running or pending.',
      'The Pod is created with 2 containers.',
      'The field is set by the kubelet.',
      'The field is set only when the gate is on.',
      'The `x` field is set to a random value.',
      'The `x` field is set to the name of the node.',
      'The `x` field is set for new Pods only.',
      'The Pods are not all running.',
      'Not all Pods are running.',
      'Only the first Pod is running.',
      'All but one Pod are running.',
      'Most Pods are running.',
      'Some Pods are pending.',
      'The Pod is either running or pending.',
      'The PVC is neither bound nor pending.',
      'The Pod can be running.',
      "The Pod isn't deleted until the Job is.",
      '`kubectl get pods` shows that the Pod is running.',
      'Check that there are no errors in the log.',
      'Verify no errors.',
      'Verify that nothing changed.',
      'The Pod with the label `app=web` is running.',
      'Pods with label `app=web` are running.',
      'Pods labeled `app=web` are running.',
      'The Pod that uses the field is running.',
      'The Service still has both endpoints.',
      'It works as expected.',
      'The `x` gate is on.',
      'Verify that kubelet is not crashing.',
    ])('%s', (sentence) => {
      expect(read(sentence)).toEqual({ kind: 'unread' })
    })
  })

  describe('states nothing', () => {
    it.each([
      'Create a Service using the new `sessionAffinity` field.',
      'Then, create the job using `.spec.backoffLimit=1`:',
      'using `job.yaml`:',
      'Start the cluster with the `SidecarContainers` gate enabled:',
      'Disable the `SidecarContainers` feature gate for the kubelet.',
      'Simulate a downgrade by disabling the feature.',
      'Rollback kube-apiserver to v1.31.0',
      'Delete the Pod and recreate it:',
      'Check the cluster version:',
      'Check available versions:',
      'Check pod hostIPs',
      'This demonstrates that the feature is working again for the job.',
      'The manual test was performed with the following steps:',
      'This will produce output similar to:',
      'Upgrade and rollback were simulated by enabling and disabling the gate.',
      'If the feature is disabled, the field is dropped.',
      'Is the field dropped?',
      'Will the field be kept?',
      'The feature is purely in-memory.',
      'Yes.',
      'N/A',
      'See [the test plan](#test-plan) for details.',
      'Longer term, we may want to automate this.',
      'The field will be set by default in v1.34 in beta.',
      'Then, verify that:',
      'kubelet will restart the static pods as these are static manifests.',
      'For StatefulSet',
      'To disable the feature',
      'with the following `config.yaml` file content:',
      'In terms of a manual test, we can use v1.31.',
      'A kind cluster was created',
      'Add more pods',
      'The Pod may be running.',
      'The Pod would be running.',
      'The Pod might be deleted.',
      'Check the logs for errors.',
      'This is expected.',
      'This works.',
      'The feature works.',
      'Everything is fine.',
      'The same `state` will be seen after upgrading:',
    ])('%s', (sentence) => {
      expect(read(sentence)).toEqual({ kind: 'none' })
    })
  })

  it.each<[string, string]>([
    ['Check the Job and confirm `.status.ready=4`', 'Check the Job'],
    ['Create a pod; expected outcome: `generation` is set to 1', 'Create a pod'],
    ['Await for the replacement pod to be created and delete it once more.', 'delete it once more'],
    ['Turn off the API, then `kubectl get pc` got error:', 'Turn off the API'],
    [
      'Follow the steps of the first part, and observe that this time the output contains `a`.',
      'Follow the steps of the first part',
    ],
    ['Change the policy, release it and check that `reclaimPolicy` is set:', 'Change the policy; release it'],
    [
      'Disable the gate, restart the kubelet, and confirm that the Pod is running.',
      'Disable the gate; restart the kubelet',
    ],
    [
      'Disabled feature gate, restarted apiserver, confirmed that the EndpointSlice still contained the `forNodes` hint.',
      'Disabled feature gate; restarted apiserver',
    ],
    [
      'The StatefulSet was deleted and re-created, pods were created without the ordinal label',
      'The StatefulSet was deleted and re-created',
    ],
  ])('%s leaves the instruction', (sentence, rest) => {
    expect(read(sentence)).toMatchObject({ kind: 'claims', rest })
  })

  it.each(['then, ', '(', 'the Pod and the Job and ', 'delete and create and ', 'check ', '`a` and '])(
    'takes no time to speak of for many times %j',
    (part) => {
      const start = process.cpuUsage()
      read(`Verify ${part.repeat(2900 / part.length)}`)
      read(part.repeat(100))
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(20_000)
    },
  )
  it.each([
    'Deleting the Pod will create a replacement pod once the pod is not fully terminated.',
    'Verify that a new pod is not created once the old pod is terminated.',
    'Verify that the pods are not spread across nodes as 4/4/4.',
  ])('takes no denial for its opposite: %s', (sentence) => {
    const found = read(sentence)
    const kindsRead = found.kind === 'claims' ? found.claims.map(({ kind }) => kind) : []
    expect(kindsRead).not.toContain('replacement')
    expect(kindsRead).not.toContain('spread')
  })
  it('gives up on what takes too long, and says that it is not read', () => {
    const sentence = `Verify that ${'the Pod and the Job and '.repeat(60)}it is running or not or so.`
    expect(read(sentence).kind).toBe('unread')
    expect(read(`Verify that ${'`a` and '.repeat(500)}b.`).kind).toBe('unread')
  })
})
