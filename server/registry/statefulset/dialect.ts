// How releases differ in stateful sets.
import { dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in the validation of StatefulSets. */
export const statefulSetDialect = dialect('statefulsets', {
  namesAreLabels: since(
    27,
    'the name of a StatefulSet is a DNS label, as those of its pods, not a subdomain',
  ),
  checksUpdatesAsNew: until(
    27,
    'the metadata of an updated StatefulSet are validated once, not as those of a new one too',
  ),
  checksTemplates: since(
    34,
    'the pod template and volumeClaimTemplates of a StatefulSet are validated; an update may leave invalid ones',
  ),
  checksServiceName: since(
    33,
    'serviceName of a StatefulSet is validated as a DNS label; an update may leave an invalid one',
  ),
  changesHistoryLimit: since(33, 'revisionHistoryLimit of a StatefulSet can be updated'),
  warnsOfHistoryLimit: since(33, 'a negative revisionHistoryLimit of a StatefulSet is warned about'),
})
