// Reasons of the events that are told here: that there is none of another reason says nothing. Held against the sources beside it by a test.
/** The reasons of all events that simulated components record. */
export const eventReasons: ReadonlySet<string> = new Set([
  'BackOff',
  'BackoffLimitExceeded',
  'Completed',
  'Created',
  'FailedCreate',
  'FailedMount',
  'FailedScheduling',
  'Killing',
  'NodeNotReady',
  'Pulled',
  'Pulling',
  'Resumed',
  'ScalingReplicaSet',
  'Scheduled',
  'Started',
  'SuccessfulCreate',
  'SuccessfulDelete',
  'SuccessfulRescale',
  'Suspended',
  'TaintManagerEviction',
])
