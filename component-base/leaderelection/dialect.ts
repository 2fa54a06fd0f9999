// What differs between releases in client-go's leader election.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the election of leaders by leases. */
export const leaderElectionDialect = dialect('leader election', {
  /** A candidate waits for as long as its own lease would last, whatever the holder's record says. */
  waitsAsHolderSays: since(
    27,
    "a candidate takes over a lease after the holder's duration, not after its own",
  ),
  alwaysStopsLeading: since(
    27,
    'who leads no more says "stopped leading" in an event also after a clean end',
  ),
  /** What holders try before they read the lease, and how its failure is told. Undefined: they read it each time. */
  optimistic: changing<{ words: string; quiet: boolean } | undefined>(
    undefined,
    [
      30,
      { words: 'Failed to update lock optimitically', quiet: false },
      'a holder renews its lease by one request, without reading it',
    ],
    [
      32,
      { words: 'Failed to update lock optimistically', quiet: false },
      'client-go says "optimistically" where a lease was changed by another',
    ],
    [
      36,
      { words: 'Failed to update lock optimistically', quiet: true },
      'client-go says from verbosity 2 on only that a lease was changed by another',
    ],
  ),
  countsSlowPath: since(30, 'leader_election_slowpath_total counts the renewals that read the lease'),
  knowsStrategies: since(31, 'leases have a strategy and a preferredHolder (KEP-4355)'),
  deadlineText: changing('timed out waiting for the condition', [
    32,
    'context deadline exceeded',
    'a lease that cannot be renewed ends with "context deadline exceeded"',
  ]),
  readsBeforeRelease: since(34, 'a lease is read before it is released'),
  candidateVersion: changing(
    'v1alpha1',
    [
      32,
      'v1alpha2',
      'LeaseCandidates are read and written in coordination.k8s.io/v1alpha2, and have one strategy in place of a list',
    ],
    [33, 'v1beta1', 'LeaseCandidates are read and written in coordination.k8s.io/v1beta1'],
  ),
  candidateStrategies: until(
    32,
    'the strategy of an election is that of the candidate with the newest binary',
  ),
  serversElectAgain: since(
    32,
    'a kube-apiserver that loses the lease leader-election-controller tries to get it again, and gives it up at its end',
  ),
  namesElectionStep: since(36, 'kube-apiserver logs the lease whose election has failed'),
  candidatesByCache: since(
    36,
    'a component watches its LeaseCandidate in its namespace, and renews it without reading it',
  ),
  structuredLog: since(35, 'client-go logs leader election with structured values'),
})
