// What differs between releases in what kubectl's commands do and say.
import { changing, dialect, since, until } from '../../featuregates/release-changes.ts'

/** Differences between releases in the behavior and texts of kubectl's commands. */
export const commandDialect = dialect('kubectl commands', {
  /** Of kubectl's own types, as errors name it. */
  schemeName: changing('pkg/runtime/scheme.go:100', [
    30,
    'pkg/scheme/scheme.go:28',
    'errors of kubectl on kinds that it does not know name the scheme pkg/scheme/scheme.go:28',
  ]),
  /** Of the kustomize in kubectl. Upstream: go.mod of each release */
  kustomizeVersion: changing(
    'v4.5.4',
    [25, 'v4.5.7', 'kubectl has kustomize v4.5.7'],
    [27, 'v5.0.1', 'kubectl has kustomize v5.0.1'],
    [
      28,
      'v5.0.4-0.20230601165947-6ce0bf390ce3',
      'kubectl has kustomize v5.0.4-0.20230601165947-6ce0bf390ce3',
    ],
    [31, 'v5.4.2', 'kubectl has kustomize v5.4.2'],
    [32, 'v5.5.0', 'kubectl has kustomize v5.5.0'],
    [33, 'v5.6.0', 'kubectl has kustomize v5.6.0'],
    [34, 'v5.7.1', 'kubectl has kustomize v5.7.1'],
    [36, 'v5.8.1', 'kubectl has kustomize v5.8.1'],
  ),
  bracketsPercent: since(
    32,
    'kubectl top node heads columns of percent CPU(%) and MEMORY(%), not CPU% and MEMORY%',
  ),
  wholeVersions: until(
    28,
    'kubectl version prints short versions, has no --short, and no longer warns that its output is deprecated',
  ),
  annotatesOverSame: since(
    26,
    'kubectl annotate takes an annotation that is there with the same value without --overwrite',
  ),
  takesNameByItself: until(
    26,
    'kubectl auth can-i wants two arguments, a verb and a resource that may have a name after "/"',
  ),
  spacedWarnings: since(25, 'kubectl auth can-i leaves a line empty after its warnings'),
  deletionWarning: changing('warning', [
    25,
    'Warning',
    'kubectl delete begins its warning about cluster-scoped resources with "Warning:"',
  ]),
  /** The versions of SelfSubjectReview that kubectl auth whoami asks for, one after the other. */
  selfReviewVersions: changing<readonly string[]>(
    ['v1beta1', 'v1alpha1'],
    [28, ['v1', 'v1beta1', 'v1alpha1'], 'kubectl auth whoami asks for authentication.k8s.io/v1 first'],
  ),
  events: since(26, 'kubectl has the command events, which was kubectl alpha events'),
  whoami: since(27, 'kubectl auth whoami tells as whom a server knows its user (KEP-3325)'),
  annotateOperation: changing(
    'annotated',
    [27, 'annotate', 'kubectl annotate says "annotate" of what it changed'],
    [28, 'annotated', 'kubectl annotate says "annotated" of what it changed'],
  ),
  migratesToServerSide: since(
    26,
    'kubectl apply --server-side takes fields over from client-side apply, and keeps last-applied-configuration (kubectl-last-applied)',
  ),
  tellsDryRunOfLabels: since(26, 'kubectl label says "(dry run)"'),
  tellsDryRunOfScales: since(27, 'kubectl scale says "(dry run)"'),
  explainsInForms: since(27, 'kubectl explain takes --output, and reads OpenAPI v3 (KEP-3515)'),
  explainsEnums: since(30, 'kubectl explain lists the values that a field can have'),
  hasCategories: since(26, 'kubectl api-resources takes --categories, and shows them with -o wide'),
  verbsInBrackets: until(26, 'kubectl api-resources -o wide joins verbs by commas, not in brackets'),
  mayDisableCompression: since(26, 'kubectl takes --disable-compression'),
  debugProfiles: changing<readonly string[]>(
    ['legacy'],
    [
      27,
      ['legacy', 'general', 'baseline', 'restricted', 'netadmin'],
      'kubectl debug has the profiles general, baseline, restricted and netadmin (KEP-1441)',
    ],
    [
      30,
      ['legacy', 'general', 'baseline', 'netadmin', 'restricted', 'sysadmin'],
      'kubectl debug has the profile sysadmin (KEP-1441)',
    ],
  ),
  unknownProfile: changing<(name: string) => string>(
    (name) => `unknown profile '${name}'`,
    [25, (name) => `unknown profile: ${name}`, 'kubectl debug names unknown profiles without quotes'],
  ),
  streamsOverWebSockets: since(
    30,
    'kubectl exec, attach and cp stream over WebSockets, with a GET, and over SPDY only where the server does not (KEP-4006)',
  ),
  attachTellsOfRecords: since(
    34,
    'kubectl attach tells that what is typed and printed is recorded in container logs',
  ),
  drainWarning: changing('WARNING', [
    25,
    'Warning',
    'kubectl drain begins its warnings with "Warning:", not "WARNING:"',
  ]),
  /** What a drain says of pods that nothing would make again, after "cannot delete ". */
  unmanagedPods: changing(
    'Pods declare no controller',
    [
      30,
      'cannot delete Pods that declare no controller',
      'kubectl drain says "cannot delete cannot delete Pods that declare no controller"',
    ],
    [
      36,
      'Pods that declare no controller',
      'kubectl drain says "cannot delete" once of pods without controller',
    ],
  ),
  spacedDrainError: since(31, 'kubectl drain leaves a blank before the error of a node'),
  appliesSubresources: since(32, 'kubectl apply takes --subresource, with --server-side'),
  listsContainers: since(
    36,
    'kubectl exec, attach, cp and logs list the containers of a pod that does not have the one that is named, also in its default-container annotation',
  ),
  attachDetachKeys: since(36, 'kubectl attach takes --detach-keys'),
  execOfCredentials: since(
    30,
    'kubectl config set-credentials takes --exec-interactive-mode and --exec-provide-cluster-info',
  ),
  diffsAtOnce: since(28, 'kubectl diff takes --concurrency'),
  explainsByLetter: since(32, 'kubectl explain takes -o for --output'),
  helmVersions: since(31, 'kubectl kustomize takes --helm-api-versions and --helm-kube-version'),
  helmDebug: since(32, 'kubectl kustomize takes --helm-debug'),
  logsAllPods: since(31, 'kubectl logs takes --all-pods'),
  deprecatesDeletionOfRun: changing(
    false,
    [
      26,
      true,
      'kubectl run warns of --cascade, --force, --grace-period, --timeout, --wait and files, which do nothing',
    ],
    [
      31,
      false,
      'kubectl run takes --cascade, --force, --grace-period, --timeout and --wait without a warning',
    ],
  ),
  pruneWhitelist: changing<'plain' | 'deprecated' | 'absent'>(
    'plain',
    [26, 'deprecated', 'kubectl apply has --prune-allowlist for --prune-whitelist'],
    [30, 'absent', 'kubectl apply has no --prune-whitelist'],
  ),
  localDataFlag: until(31, 'kubectl drain has no --delete-local-data; it is --delete-emptydir-data'),
  drainNamesNamespace: since(
    27,
    'kubectl drain names the namespace where it retries an eviction or waits for a pod in vain',
  ),
  drainEndsByContext: since(
    32,
    'kubectl drain says "context deadline exceeded" where pods outlive --timeout, not "global timeout reached"',
  ),
  daemonSetsOfAppsOnly: since(
    34,
    'kubectl drain takes pods whose owner is a DaemonSet of another group than apps/v1 as those of any controller',
  ),
  tellsFailedEvictions: since(29, 'kubectl drain prints "eviction failed" of a pod that it cannot get'),
  dashlessExec: until(31, 'kubectl exec wants -- before the command'),
  colorsClusterInfo: until(32, 'kubectl cluster-info prints no colors'),
  checksSubresource: until(32, 'kubectl get --subresource takes any subresource that the server has'),
  jobOwner: changing<Readonly<Record<string, boolean>>>(
    {},
    [
      28,
      { controller: true, blockOwnerDeletion: true },
      'kubectl create job --from names the CronJob as the controller of the Job',
    ],
    [
      29,
      { controller: true },
      'kubectl create job --from lets the CronJob be deleted before its Job (no blockOwnerDeletion)',
    ],
  ),
  diffsManagedFields: until(
    25,
    'kubectl diff leaves managedFields out unless --show-managed-fields is given',
  ),
  createTellsHelp: until(
    31,
    'kubectl create names what it does not understand as unexpected arguments, and prints no help where it is given nothing',
  ),
  autoscalesByV2: since(33, 'kubectl autoscale makes a HorizontalPodAutoscaler of autoscaling/v2'),
  autoscalesByQuantities: since(
    34,
    'kubectl autoscale takes --cpu and --memory, as percent or quantity; --cpu-percent is deprecated',
  ),
  notFoundNamesNamespace: since(33, 'kubectl logs names the namespace in which it did not find an object'),
  structuredAPIResources: since(34, 'kubectl api-resources prints json, yaml and templates (--output)'),
  /** The letter for no. */
  refusal: changing('n', [34, 'N', 'kubectl delete --interactive asks "(y/N)", not "(y/n)"']),
  deletedNamesNamespace: since(34, 'kubectl delete names the namespace of what it deleted'),
  waitsForCreation: since(31, 'kubectl wait takes --for=create'),
  waitsForSeveral: since(34, 'kubectl wait waits for each --for that is given, not for the last one only'),
  writesPreferences: until(34, 'kubectl config writes no more preferences into a kubeconfig'),
  nullCreationTimestamp: until(
    34,
    'kubectl create prints no more "creationTimestamp: null" in objects that it made',
  ),
  legacyProfileWarning: changing(
    '',
    [
      32,
      '--profile=legacy is deprecated and will be removed in the future. It is recommended to explicitly specify a profile, for example "--profile=general".',
      'kubectl debug warns that --profile=legacy is deprecated',
    ],
    [
      36,
      '--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".',
      'kubectl debug warns that --profile=legacy will be removed in v1.39',
    ],
  ),
  autoscalerNamesNamespace: since(
    35,
    'kubectl autoscale --dry-run=client shows the namespace of the autoscaler where --namespace names it',
  ),
  /** What `kubectl scale` says where it found nothing. */
  scaleTellsOfNothing: changing<'nothing' | 'both' | 'the error'>(
    'the error',
    [27, 'nothing', 'kubectl scale says "no objects passed to scale" where it found nothing, and not why'],
    [32, 'both', 'kubectl scale says "no objects passed to scale" and why where it found nothing'],
    [
      35,
      'the error',
      'kubectl scale tells why it found nothing without "no objects passed to scale" before it',
    ],
  ),
  scaleEndsAtError: since(27, 'kubectl scale goes on to no further object after an error'),
  skewWarning: changing('WARNING', [
    34,
    'Warning',
    'kubectl version begins its warning about version skew with "Warning:", not "WARNING:"',
  ]),
  localApplyPatches: since(
    36,
    'kubectl apply --dry-run=client shows the object as it would be patched, and tells unchanged from configured',
  ),
  setEnvWarning: changing('warning', [
    25,
    'Warning',
    'kubectl set env begins its warning about containers with "Warning:"',
  ]),
  undoWarnsOfApply: since(
    36,
    'kubectl rollout undo warns of objects that kubectl apply made, which may bring back what is undone',
  ),
  debugSealsRestricted: since(
    28,
    'kubectl debug --profile=restricted gives no more privileges than its parent, and the default seccomp profile',
  ),
  debugNetRaw: since(
    29,
    'kubectl debug --profile=netadmin gives NET_RAW, no privileges on nodes, and shares the processes of copies',
  ),
  debugKeeps: since(
    31,
    'kubectl debug --copy-to takes labels, annotations and probes from the copy, unless --keep-labels, --keep-annotations, … say otherwise',
  ),
  debugWarnsOfUsers: since(
    33,
    "kubectl debug warns that a profile's capabilities may not work where the pod has another user than root",
  ),
  debugLabelsNodePods: since(
    34,
    'kubectl debug node/… labels its pod app.kubernetes.io/managed-by=kubectl-debug',
  ),
  debugProfile: changing('legacy', [
    36,
    'general',
    'kubectl debug takes --profile=general where none is given',
  ]),
})
