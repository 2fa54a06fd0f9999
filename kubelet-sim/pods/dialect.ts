// What differs between releases in how a kubelet runs pods, and in what it tells of them.

import type { EnvFileForm } from '../../containers/env-file.ts'
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in how a kubelet runs pods, and in its Events and statuses. */
export const kubeletPodDialect = dialect('kubelet pods', {
  pulledTellsWaiting: since(25, 'Pulled events tell how long a pull took with the time that it waited'),
  hooksKeepOutput: since(26, 'Events on failed hooks no longer tell what the hook printed'),
  backOffNamesContainer: since(26, 'BackOff events name the container and its pod'),
  /** Whether a deleted pod ends as Failed or Succeeded, whatever its restart policy. */
  endsInTerminalPhase: since(
    27,
    'a pod that is deleted ends as Failed or Succeeded before it goes (KEP-3329)',
  ),
  createdMessage: changing<(container: string) => string>(
    (name) => `Created container ${name}`,
    [
      29,
      (name) => `Created container: ${name}`,
      'Created events read "Created container: NAME", with a colon',
    ],
    [35, () => 'Container created', 'Created events read "Container created"'],
  ),
  rejectsSidecars: since(
    28,
    'a kubelet whose gate SidecarContainers is off rejects pods with an init container that is restarted always (KEP-753)',
  ),
  pulledTellsSize: since(30, 'Pulled events tell the size of the image'),
  tellsWhyRejected: since(
    32,
    'a kubelet that refuses a pod for its node affinity says that "node(s) didn\'t match Pod\'s node affinity/selector"',
  ),
  pullBackOffTellsWhy: since(
    32,
    'a container that waits in ImagePullBackOff tells the error of the last pull',
  ),
  namesRepository: since(29, 'InvalidImageName tells which repository name has capitals'),
  envFiles: changing<EnvFileForm>('plain', [
    35,
    'quoted',
    'values in env files stand in single quotes, which are not part of them (KEP-3721)',
  ]),
  /** What a kubelet compares of a container that runs with its definition; `two`: also without its resources. */
  containerHash: changing<'definition' | 'two' | 'name and image'>(
    'definition',
    [
      27,
      'two',
      'a kubelet with InPlacePodVerticalScaling does not restart containers whose resources alone changed',
    ],
    [
      31,
      'name and image',
      'a container counts as changed by its name and image only: a kubelet restarts all those that one before 1.31 has started, and the other way round',
    ],
  ),
  /** Where a pod tells of its resize: in status.resize, or in the conditions PodResizePending and PodResizeInProgress. */
  resizeTold: changing<'status.resize' | 'conditions'>('status.resize', [
    33,
    'conditions',
    'a pod tells of its resize in conditions PodResizePending and PodResizeInProgress, not in status.resize (KEP-1287)',
  ]),
  /** Otherwise they speak of the pod's newest generation. */
  resizeKeepsGeneration: since(
    34,
    'the conditions on a resize tell the generation of the pod that they speak of',
  ),
  resizesSidecars: since(33, 'restartable init containers are resized in place (KEP-1287)'),
  tellsAllocatedResources: changing<'always' | 'gate'>(
    'always',
    [32, 'gate', 'allocatedResources are told with InPlacePodVerticalScalingAllocatedStatus only'],
    [33, 'always', 'allocatedResources of containers are told without a gate of their own (KEP-1287)'],
  ),
  /** Which Events tell of resizes that wait or cannot be, and how. */
  pendingResizeEvents: changing<'none' | 'plain' | 'summary'>(
    'none',
    [32, 'plain', 'Events ResizeDeferred and ResizeInfeasible tell why a pod is not resized'],
    [33, 'none', 'there are no Events on resizes that wait or cannot be'],
    [35, 'summary', 'Events tell of resizes that wait, cannot be or begin, with resources and generation'],
  ),
  /** Which Events tell that a resize is done, and how. */
  completedResizeEvents: changing<'none' | 'resources' | 'summary'>(
    'none',
    [34, 'resources', 'an Event ResizeCompleted tells the resources of a resized pod'],
    [35, 'summary', 'Events on resizes tell the generation of the pod'],
  ),
  /** What is told of a Guaranteed pod whose CPUs or memory are pinned, whichever of its resources changes. */
  pinnedResize: changing<'unchecked' | 'any' | 'its own'>(
    'unchecked',
    [32, 'any', 'Guaranteed pods are not resized where CPUs or memory are pinned (KEP-1287)'],
    [34, 'its own', 'Guaranteed pods are not resized only where what is pinned would change, by other words'],
  ),
  checksNodeForResize: until(
    36,
    'a kubelet defers a resize beyond what its node has; before, it was infeasible',
  ),
  /** Which part of a container's memory limit is free of throttling with MemoryQoS. */
  memoryHigh: changing<'of the limit' | 'above the request'>('of the limit', [
    27,
    'above the request',
    'with MemoryQoS memory.high of a container is a part of what lies between its request and its limit, not of the limit (KEP-2570)',
  ]),
  reservesByPolicy: since(
    36,
    'with MemoryQoS memoryReservationPolicy decides whether requests are reserved as memory.min or memory.low (KEP-2570)',
  ),
  startedMessage: changing<(container: string) => string>(
    (name) => `Started container ${name}`,
    [35, () => 'Container started', 'Started events read "Container started"'],
  ),
})
