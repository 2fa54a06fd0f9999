import { expect, it } from 'vitest'
import { readClaims } from './read-claims.ts'

/** What a sentence is read as: what each claim is about, and what it says of that. */
function read(text: string): unknown {
  const found = readClaims({ text, line: 1 })
  if (found.kind !== 'claims') return found.kind
  return found.claims.map((claim) => {
    const { kind: _, text: __, line: ___, subject, ...said } = { subject: undefined, ...claim }
    return [subject?.kind ?? claim.kind, subject?.state, said]
  })
}

const equals = (name: string, value: string) => ({ field: { name }, test: { is: 'equals', value } })
const counted = (number: number) => ({ comparison: '==', number })

it.each<[string, unknown]>([
  ['The cluster has two nodes.', [['Node', undefined, counted(2)]]],
  ['No Pods are left.', [['Pod', undefined, counted(0)]]],
  ['None of the Pods is left.', [['Pod', undefined, counted(0)]]],
  ['After deleting the Job, no Pods of the Job remain.', [['Pod', undefined, counted(0)]]],
  ['Two Pods remain.', [['Pod', undefined, counted(2)]]],
  ['Our cluster has no running Pods.', [['Pod', 'running', counted(0)]]],
  [
    'Two Pods are Running and one is Pending.',
    [
      ['Pod', 'running', counted(2)],
      ['Pod', 'pending', counted(1)],
    ],
  ],
  ['The Service is of type `NodePort`.', [['Service', undefined, equals('type', 'NodePort')]]],
  ['The Pod is in the Burstable QoS class.', [['Pod', undefined, equals('.status.qosClass', 'Burstable')]]],
  [
    'The Service does not select `app=web`.',
    [['Service', undefined, { field: { name: '.spec.selector' }, value: 'app=web', present: false }]],
  ],
  [
    'Each PersistentVolumeClaim requests 1Gi.',
    [['PersistentVolumeClaim', undefined, equals('.spec.resources.requests.storage', '1Gi')]],
  ],
  [
    'The storage class of the PersistentVolumeClaim is `fast`.',
    [['PersistentVolumeClaim', undefined, equals('storageClassName', 'fast')]],
  ],
  [
    "The server's version is v1.33.0.",
    [['component', undefined, expect.objectContaining({ release: '1.33.0' })]],
  ],
  ['The kubelet runs v1.33.0.', [['component', undefined, expect.objectContaining({ release: '1.33.0' })]]],
  ['All Pods run `nginx:1.27`.', [['Pod', undefined, equals('.spec.containers.image', 'nginx:1.27')]]],
  ['The Job has failed.', [['Job', undefined, { state: 'failed', negated: false }]]],
  [
    'No FailedScheduling event is recorded.',
    [['event', undefined, { reason: 'FailedScheduling', present: false }]],
  ],
  [
    'The StatefulSet exists, with four replicas.',
    [
      ['StatefulSet', undefined, { state: 'existing', negated: false }],
      ['StatefulSet', undefined, { amount: 'replicas', ...counted(4) }],
    ],
  ],
  ['The StatefulSet was created, with four replicas.', 'unread'],
  [
    'The StatefulSet `db` still has its `updateStrategy`.',
    [['StatefulSet', undefined, expect.objectContaining({ field: { name: 'updateStrategy' } })]],
  ],
  [
    'There are two IngressClasses, named `a` and `b`.',
    [
      ['IngressClass', undefined, counted(2)],
      ['IngressClass', undefined, { state: 'existing', negated: false }],
      ['IngressClass', undefined, { state: 'existing', negated: false }],
    ],
  ],
  ['There are three IngressClasses, named `a` and `b`.', 'unread'],
  [
    '`kubectl get sc` lists one StorageClass, named `fast`.',
    [
      [
        'output',
        undefined,
        { command: 'kubectl get sc', test: { is: 'rows', kind: 'StorageClass', ...counted(1) } },
      ],
      ['output', undefined, { command: 'kubectl get sc', test: { is: 'contains', value: 'fast' } }],
    ],
  ],
  [
    'The service account can list pods.',
    [['access', undefined, expect.objectContaining({ who: { account: undefined } })]],
  ],
  [
    'The image of the container `a` is `nginx`, that of the container `b` is `httpd`.',
    [
      ['Pod', undefined, expect.objectContaining({ names: ['a'] })],
      [
        'Pod',
        undefined,
        expect.objectContaining({ names: ['b'], test: { is: 'image', image: 'httpd', negated: false } }),
      ],
    ],
  ],
  ['All Pods have been rescheduled to `n1`.', [['Pod', undefined, equals('.spec.nodeName', 'n1')]]],
  [
    'The DaemonSet wants four pods.',
    [
      [
        'DaemonSet',
        undefined,
        { field: { name: '.status.desiredNumberScheduled' }, test: { is: 'compares', ...counted(4) } },
      ],
    ],
  ],
  [
    'The EndpointSlice has two endpoints, which are serving.',
    [['EndpointSlice', undefined, expect.objectContaining({ ...counted(2), state: 'serving' })]],
  ],
  ['ServiceCIDRs are not served.', [['known', undefined, { name: 'ServiceCIDR', negated: true }]]],
  [
    'The service account `a` can list pods in `x`, but not in `y`.',
    [
      ['access', undefined, expect.objectContaining({ namespace: 'x', negated: false })],
      ['access', undefined, expect.objectContaining({ namespace: 'y', negated: true })],
    ],
  ],
  [
    '`kubectl cordon a` makes the node unschedulable.',
    [['Node', undefined, { state: 'unschedulable', negated: false }]],
  ],
  [
    'The scheduler does not start with this configuration.',
    [['component', undefined, { component: 'kube-scheduler', running: false }]],
  ],
  [
    'The container `a` has not started yet.',
    [['Pod', undefined, expect.objectContaining({ test: { is: 'state', state: 'started', negated: true } })]],
  ],
  [
    'The Job fails after two Pods.',
    [
      ['Job', undefined, { state: 'failed', negated: false }],
      ['Pod', 'failed', counted(2)],
    ],
  ],
  ['The Pod is there after two Pods.', 'unread'],
  ['`policy/v1` is not served.', [['served', undefined, { version: 'policy/v1', negated: true }]]],
  [
    'The API `batch/v1beta1` is no longer served.',
    [['served', undefined, expect.objectContaining({ negated: true })]],
  ],
  ['The logs of the Pod contain `hello`.', [['Pod', undefined, { says: 'hello', negated: false }]]],
  [
    'Container `a` does not log `hello`.',
    [['Pod', undefined, { container: 'a', says: 'hello', negated: true }]],
  ],
  ['Three Pods come up.', [['Pod', 'running', { ...counted(3), comes: true }]]],
  ['No Pods come up.', [['Pod', 'running', { ...counted(0), comes: true }]]],
  ['The Pod does not start.', [['Pod', undefined, { state: 'running', negated: true }]]],
  ['Only `db-0` is left.', [['names', undefined, { names: ['db-0'] }]]],
  ['They are called `a` and `b`.', [['names', undefined, { names: ['a', 'b'] }]]],
  [
    'The Deployment has an event `ScalingReplicaSet` that says `Scaled up`.',
    [['Deployment', undefined, { reason: 'ScalingReplicaSet', message: 'Scaled up', present: true }]],
  ],
  [
    'The event on it says `waiting for first consumer`.',
    [['event', undefined, { message: 'waiting for first consumer', ofIt: true, present: true }]],
  ],
  [
    'The job controller leaves a `SuccessfulCreate` event on it.',
    [
      [
        'event',
        undefined,
        { reason: 'SuccessfulCreate', ofIt: true, by: 'kube-controller-manager', present: true },
      ],
    ],
  ],
  [
    'The claim is bound to a volume of 1Gi.',
    [
      ['PersistentVolumeClaim', undefined, { state: 'bound', negated: false }],
      ['PersistentVolumeClaim', undefined, equals('.status.capacity.storage', '1Gi')],
    ],
  ],
  [
    'The request of the claim is still `1Gi`.',
    [
      [
        'PersistentVolumeClaim',
        undefined,
        { ...equals('.spec.resources.requests.storage', '1Gi'), time: 'still' },
      ],
    ],
  ],
  [
    'The claim is reserved for the Pod `user`.',
    [['PersistentVolumeClaim', undefined, equals('.status.reservedFor.name', 'user')]],
  ],
  [
    "The DaemonSet's desired number is 2.",
    [['DaemonSet', undefined, equals('.status.desiredNumberScheduled', '2')]],
  ],
  [
    'The node `a` runs kubelet 1.28.',
    [
      [
        'Node',
        undefined,
        {
          field: { name: '.status.nodeInfo.kubeletVersion' },
          test: { is: 'release', release: '1.28', negated: false },
        },
      ],
    ],
  ],
  [
    'Both Pods are running, each on its own node.',
    [
      ['Pod', undefined, { state: 'running', negated: false }],
      ['alike', undefined, expect.objectContaining({ same: false })],
    ],
  ],
  [
    'The API server drops the field.',
    [['field', undefined, { field: { name: 'field', that: true }, test: { is: 'unset' } }]],
  ],
  [
    'The reader can list Pods in `a`, but cannot delete them.',
    [
      [
        'access',
        undefined,
        { who: { account: 'reader' }, verb: 'list', resource: 'pods', namespace: 'a', negated: false },
      ],
      [
        'access',
        undefined,
        { who: { account: 'reader' }, verb: 'delete', resource: 'pods', namespace: 'a', negated: true },
      ],
    ],
  ],
  [
    'The HPA is still there, with a `maxReplicas` of 4.',
    [
      ['HorizontalPodAutoscaler', undefined, { state: 'existing', negated: false, time: 'still' }],
      ['HorizontalPodAutoscaler', undefined, { ...equals('maxReplicas', '4'), time: 'still' }],
    ],
  ],
  ['It has five Pods now.', [['Pod', undefined, counted(5)]]],
  ['Within a few seconds there are three Pods.', [['Pod', undefined, counted(3)]]],
  ['The Pod cannot be scheduled.', [['Pod', undefined, { state: 'scheduled', negated: true }]]],
  [
    'It keeps its gate.',
    [['field', undefined, { field: { name: '.spec.schedulingGates' }, test: { is: 'kept' } }]],
  ],
  [
    'The PVCs survive the scale-down.',
    [
      ['PersistentVolumeClaim', undefined, { state: 'existing', negated: false, time: 'still' }],
      ['PersistentVolumeClaim', undefined, { state: 'recreated', negated: true, time: 'still' }],
    ],
  ],
  ['The scheduler puts the Pod on `worker`.', [['Pod', undefined, equals('.spec.nodeName', 'worker')]]],
  ['You see a `Killing` event.', [['event', undefined, { reason: 'Killing', present: true }]]],
  [
    'The API server rejects the request with `a: Invalid value`.',
    [['exit', undefined, { fails: true, message: 'a: Invalid value' }]],
  ],
  ['The API server does not refuse it.', [['exit', undefined, { fails: false }]]],
  [
    'The HPA wants four replicas.',
    [['HorizontalPodAutoscaler', undefined, equals('.status.desiredReplicas', '4')]],
  ],
  [
    'The gate `AnyGate` is alpha in v1.28 and enabled by default from v1.29 on.',
    [
      ['gate standing', undefined, { gate: 'AnyGate', test: { stage: 'ALPHA' }, release: '1.28' }],
      [
        'gate standing',
        undefined,
        { gate: 'AnyGate', test: { default: true }, release: '1.29', since: true },
      ],
    ],
  ],
  ['The cluster runs 1.33 now.', [['component', undefined, expect.objectContaining({ release: '1.33' })]]],
  [
    'It has an event `SuccessfulRescale` that says `New size: 3`.',
    [
      [
        'event',
        undefined,
        { reason: 'SuccessfulRescale', message: 'New size: 3', ofIt: true, present: true },
      ],
    ],
  ],
  [
    'The Deployment keeps its six replicas.',
    [['Deployment', undefined, { amount: 'replicas', ...counted(6) }]],
  ],
  [
    'It is ignored: the Pod has no `hostIPs`.',
    [['Pod', undefined, { field: { name: 'hostIPs' }, test: { is: 'unset' } }]],
  ],
  [
    'None of them has the label `a`.',
    [['field', undefined, { field: { name: 'a', of: 'label' }, test: { is: 'unset' } }]],
  ],
  // "The label" is one that was named, and not any.
  ['The Pods have the label.', 'unread'],
  // What was may be of a cluster before.
  ['`policy/v1beta1` was served.', 'unread'],
  ['The version of the cluster was v1.24.0.', 'unread'],
  ['The Pod uses `app:web`.', 'unread'],
  ['The Pod uses `localhost:8080`.', 'unread'],
  [
    'The Pod runs `localhost:5000/app:1`.',
    [['Pod', undefined, equals('.spec.containers.image', 'localhost:5000/app:1')]],
  ],
  // What is said of a part of them is not known of the others.
  ['Two Pods are not Running and one is Pending.', 'unread'],
  ["The StatefulSet's pods are managed in order.", 'unread'],
])('%s', (text, wanted) => expect(read(text)).toEqual(wanted))
