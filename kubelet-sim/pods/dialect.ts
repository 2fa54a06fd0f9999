// What differs between releases in how a kubelet runs pods, and in what it tells of them.

import type { EnvFileForm } from '../../containers/env-file.ts'
import { changing, dialect, since } from '../../featuregates/release-changes.ts'

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
  startedMessage: changing<(container: string) => string>(
    (name) => `Started container ${name}`,
    [35, () => 'Container started', 'Started events read "Container started"'],
  ),
})
