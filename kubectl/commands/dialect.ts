// What differs between releases in what kubectl's commands do and say.
import { changing, dialect, since, until } from '../../component-base/dialect.ts'

/** Differences between releases in the behavior and texts of kubectl's commands. */
export const commandDialect = dialect('kubectl commands', {
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
  waitsForSeveral: since(34, 'kubectl wait waits for each --for that is given, not for the last one only'),
  writesPreferences: until(34, 'kubectl config writes no more preferences into a kubeconfig'),
  nullCreationTimestamp: until(
    34,
    'kubectl create prints no more "creationTimestamp: null" in objects that it made',
  ),
  describesKubeProxyVersion: until(34, "kubectl describe node no longer shows the node's kube-proxy version"),
  legacyProfileWarning: changing(
    '--profile=legacy is deprecated and will be removed in the future. It is recommended to explicitly specify a profile, for example "--profile=general".',
    [
      35,
      '--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".',
      'kubectl debug warns that --profile=legacy will be removed in v1.39',
    ],
  ),
  autoscalerNamesNamespace: since(
    35,
    'kubectl autoscale --dry-run=client shows the namespace of the autoscaler where --namespace names it',
  ),
  scaleTellsErrorAlone: since(
    35,
    'kubectl scale tells why it found nothing without "no objects passed to scale" before it',
  ),
  skewWarning: changing('WARNING', [
    35,
    'Warning',
    'kubectl version begins its warning about version skew with "Warning:", not "WARNING:"',
  ]),
  localApplyPatches: since(
    35,
    'kubectl apply --dry-run=client shows the object as it would be patched, and tells unchanged from configured',
  ),
  describesTokens: until(35, 'kubectl describe serviceaccount no longer shows mountable secrets and tokens'),
  eventsOnDemand: since(35, 'kubectl describe shows events of several objects only with --show-events'),
  undoWarnsOfApply: since(
    35,
    'kubectl rollout undo warns of objects that kubectl apply made, which may bring back what is undone',
  ),
  debugProfile: changing('legacy', [
    36,
    'general',
    'kubectl debug takes --profile=general where none is given',
  ]),
})
