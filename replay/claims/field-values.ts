// Values that fields of the API have a closed set of, where prose writes them without backticks: "strategy: Recreate". Verified
// against releases/ by the test beside it.

const split = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Those that are no word of English, as all with a capital inside are. */
const coined = split(`
  AlwaysAllow ApplyConfiguration BestEffort BlockDevice CharDevice ClientIP ClusterFirst
  ClusterFirstWithHostNet ClusterIP ControllerExpansionFailed ControllerExpansionInProgress
  ControllerResizeFailed ControllerResizeInProgress ControllerResizeInfeasible CrossNamespacePodAffinity
  DirectoryOrCreate DoNotSchedule DoesNotExist ExactCount ExternalName FailIndex FailJob
  FallbackToLogsOnError FieldValueDuplicate FieldValueForbidden FieldValueInvalid FieldValueRequired
  FileOrCreate FromClaim FromClass HostToContainer IPv4 IPv6 IfHealthyBudget IfNeeded IfNotPresent
  ImplementationSpecific InProgress JSONPatch LoadBalancer NoExecute NoSchedule NodeExpansionFailed
  NodeExpansionInProgress NodeExpansionPending NodePort NodeResizeFailed NodeResizeInProgress
  NodeResizeInfeasible NodeResizePending NonIndexed NoneOnDryRun NotBestEffort NotIn NotTerminating
  OnDelete OnFailure OnRootMismatch OrderedReady PreemptLowerPriority PreferDualStack PreferNoSchedule
  ReadOnly ReadOnlyMany ReadWrite ReadWriteMany ReadWriteOnce ReadWriteOncePod RequireDualStack
  RollingUpdate RuntimeDefault SCTP ScheduleAnyway SingleStack TCP TerminatingOrFailed UDP
  WaitForFirstConsumer
`)
/** Those that are one, with a capital. */
const spoken = split(`
  Active Always Audit Bidirectional Burstable Dedicated Equivalent Exact Forbid Guaranteed Immediate
  Indexed Infeasible Local Managed Merge Never Parallel Recreate Retain Shared Socket Strict Unconfined
  Unmasked
`)
/** Those that authors write as other words: a sentence's first word, a kind, a state that is read otherwise. */
export const ordinaryValues = split(`
  All Allow Available Block Bound Cluster Count Default Delete Deny Directory Egress Equal Exists Fail
  Failed File Filesystem Gt HTTP Honor Ignore In Ingress Localhost Lost Lt Namespaced None Pending Pod
  PodGroup Prefix PriorityClass Recycle Released Replace Running Some Succeeded Terminated Terminating
  Unknown VolumeAttributesClass Warn
`)
/** Values of fields that have no closed set, and what prose calls one. */
const others = /\b(?:headless|PreferClose|PreferSame\w+)\b/

/** Whether a text has a value of a field, written as the API writes it; its first word may be any. */
export function hasFieldValue(text: string): boolean {
  const words = text.match(/\b[A-Z][A-Za-z\d]+/g) ?? []
  const first = /^\W*(\w*)/.exec(text)![1]!
  return (
    others.test(text) ||
    words.some((word, at) => coined.has(word) || (spoken.has(word) && (at > 0 || word !== first)))
  )
}

/** Whether a value of a closed set is looked for in prose. */
export const isLookedFor = (value: string): boolean => coined.has(value) || spoken.has(value)
